extension FieldTable {
  /// The records of DNSSEC and SSHFP: the fields and their Wireshark definitions.
  static let dnsSecurity: [Field] = [
    Field(.dnsRrsigTypeCovered, "dns.rrsig.type_covered", .uint16, "Type Covered", values: .dnsQryType),
    Field(.dnsRrsigAlgorithm, "dns.rrsig.algorithm", .uint8, "Algorithm", values: .dnsKeyAlgorithm),
    Field(.dnsRrsigLabels, "dns.rrsig.labels", .uint8, "Labels"),
    Field(.dnsRrsigOriginalTtl, "dns.rrsig.original_ttl", .uint32, "Original TTL"),
    Field(
      .dnsRrsigSignatureExpiration, "dns.rrsig.signature_expiration", .absoluteTime, "Signature Expiration"),
    Field(.dnsRrsigSignatureInception, "dns.rrsig.signature_inception", .absoluteTime, "Signature Inception"),
    Field(.dnsRrsigKeyTag, "dns.rrsig.key_tag", .uint16, "Key Tag"),
    Field(.dnsRrsigSignersName, "dns.rrsig.signers_name", .string, "Signer's name"),
    Field(.dnsRrsigSignature, "dns.rrsig.signature", .bytes, "Signature"),
    Field(.dnsDnskeyFlags, "dns.dnskey.flags", .uint16, "Flags", base: .hex),
    Field(
      .dnsDnskeyFlagsZoneKey, "dns.dnskey.flags.zone_key", .boolean, "Zone Key", bits: 16, mask: 0x100,
      truth: ("This is the zone key for specified zone", "This it not a zone key")),
    Field(
      .dnsDnskeyFlagsKeyRevoked, "dns.dnskey.flags.key_revoked", .boolean, "Key Revoked", bits: 16, mask: 0x80,
      truth: ("Yes", "No")),
    Field(
      .dnsDnskeyFlagsSecureEntryPoint, "dns.dnskey.flags.secure_entry_point", .boolean, "Key Signing Key", bits: 16,
      mask: 0x1, truth: ("Yes", "No")),
    Field(
      .dnsDnskeyFlagsReserved, "dns.dnskey.flags.reserved", .uint16, "Key Signing Key", base: .hex, mask: 0xfe7e),
    Field(.dnsDnskeyProtocol, "dns.dnskey.protocol", .uint8, "Protocol"),
    Field(.dnsDnskeyAlgorithm, "dns.dnskey.algorithm", .uint8, "Algorithm", values: .dnsKeyAlgorithm),
    Field(.dnsDnskeyKeyId, "dns.dnskey.key_id", .uint16, "Key id"),
    Field(.dnsDnskeyPublicKey, "dns.dnskey.public_key", .bytes, "Public Key"),
    Field(.dnsDsKeyId, "dns.ds.key_id", .uint16, "Key id", base: .hex),
    Field(.dnsDsAlgorithm, "dns.ds.algorithm", .uint8, "Algorithm", values: .dnsKeyAlgorithm),
    Field(.dnsDsDigestType, "dns.ds.digest_type", .uint8, "Digest Type", values: .dnsDigestType),
    Field(.dnsDsDigest, "dns.ds.digest", .bytes, "Digest"),
    Field(.dnsNsecNextDomainName, "dns.nsec.next_domain_name", .string, "Next Domain Name"),
    Field(.dnsNsec3Algo, "dns.nsec3.algo", .uint8, "Hash algorithm", values: .dnsNsec3Algorithm),
    Field(.dnsNsec3Flags, "dns.nsec3.flags", .uint8, "NSEC3 flags"),
    Field(
      .dnsNsec3FlagsOptOut, "dns.nsec3.flags.opt_out", .boolean, "NSEC3 Opt-out flag", bits: 8, mask: 0x1,
      truth: ("Additional insecure delegations allowed", "Additional insecure delegations forbidden")),
    Field(.dnsNsec3Iterations, "dns.nsec3.iterations", .uint16, "NSEC3 iterations"),
    Field(.dnsNsec3SaltLength, "dns.nsec3.salt_length", .uint8, "Salt length"),
    Field(.dnsNsec3SaltValue, "dns.nsec3.salt_value", .bytes, "Salt value"),
    Field(.dnsNsec3HashLength, "dns.nsec3.hash_length", .uint8, "Hash length"),
    Field(.dnsNsec3HashValue, "dns.nsec3.hash_value", .string, "Next hashed owner"),
    Field(.dnsSshfpAlgorithm, "dns.sshfp.algorithm", .uint8, "Algorithm", values: .dnsSshfpAlgorithm),
    Field(
      .dnsSshfpFingerprintType, "dns.sshfp.fingerprint.type", .uint8, "Fingerprint type",
      values: .dnsSshfpFingerprintType),
    Field(.dnsSshfpFingerprint, "dns.sshfp.fingerprint", .bytes, "Fingerprint"),
  ]
}
