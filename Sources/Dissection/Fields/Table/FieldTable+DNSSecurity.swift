extension FieldTable {
  /// The records of DNSSEC and SSHFP: the fields, with Wireshark's names and types.
  static let dnsSecurity: [Field] = [
    Field(.dnsRrsigTypeCovered, "dns.rrsig.type_covered", .uint16, "Type of the records signed", values: .dnsQryType),
    Field(.dnsRrsigAlgorithm, "dns.rrsig.algorithm", .uint8, "Algorithm of the signature", values: .dnsKeyAlgorithm),
    Field(.dnsRrsigLabels, "dns.rrsig.labels", .uint8, "Labels of the owner's name"),
    Field(.dnsRrsigOriginalTtl, "dns.rrsig.original_ttl", .uint32, "TTL when it was signed"),
    Field(
      .dnsRrsigSignatureExpiration, "dns.rrsig.signature_expiration", .absoluteTime, "Signature valid until"),
    Field(.dnsRrsigSignatureInception, "dns.rrsig.signature_inception", .absoluteTime, "Signature valid from"),
    Field(.dnsRrsigKeyTag, "dns.rrsig.key_tag", .uint16, "Tag of the signing key"),
    Field(.dnsRrsigSignersName, "dns.rrsig.signers_name", .string, "Zone of the signer"),
    Field(.dnsRrsigSignature, "dns.rrsig.signature", .bytes, "Bytes of the signature"),
    Field(.dnsDnskeyFlags, "dns.dnskey.flags", .uint16, "Flags of the zone's key", base: .hex),
    Field(
      .dnsDnskeyFlagsZoneKey, "dns.dnskey.flags.zone_key", .boolean, "Signs the zone (ZONE)", bits: 16, mask: 0x100,
      truth: ("Yes", "No")),
    Field(
      .dnsDnskeyFlagsKeyRevoked, "dns.dnskey.flags.key_revoked", .boolean, "Withdrawn (REVOKE)", bits: 16, mask: 0x80,
      truth: ("Yes", "No")),
    Field(
      .dnsDnskeyFlagsSecureEntryPoint, "dns.dnskey.flags.secure_entry_point", .boolean, "Entry point of trust (SEP)",
      bits: 16,
      mask: 0x1, truth: ("Yes", "No")),
    Field(
      .dnsDnskeyFlagsReserved, "dns.dnskey.flags.reserved", .uint16, "Reserved bits", base: .hex, mask: 0xfe7e),
    Field(.dnsDnskeyProtocol, "dns.dnskey.protocol", .uint8, "Protocol (always 3)"),
    Field(.dnsDnskeyAlgorithm, "dns.dnskey.algorithm", .uint8, "Algorithm of the zone's key", values: .dnsKeyAlgorithm),
    Field(.dnsDnskeyKeyId, "dns.dnskey.key_id", .uint16, "Tag of the zone's key"),
    Field(.dnsDnskeyPublicKey, "dns.dnskey.public_key", .bytes, "Bytes of the zone's key"),
    Field(.dnsDsKeyId, "dns.ds.key_id", .uint16, "Tag of the child's key", base: .hex),
    Field(.dnsDsAlgorithm, "dns.ds.algorithm", .uint8, "Algorithm of the child's key", values: .dnsKeyAlgorithm),
    Field(.dnsDsDigestType, "dns.ds.digest_type", .uint8, "Algorithm of the digest", values: .dnsDigestType),
    Field(.dnsDsDigest, "dns.ds.digest", .bytes, "Digest of the child's key"),
    Field(.dnsNsecNextDomainName, "dns.nsec.next_domain_name", .string, "Next name that exists"),
    Field(.dnsNsec3Algo, "dns.nsec3.algo", .uint8, "Algorithm of the hashed names", values: .dnsNsec3Algorithm),
    Field(.dnsNsec3Flags, "dns.nsec3.flags", .uint8, "Flags of NSEC3"),
    Field(
      .dnsNsec3FlagsOptOut, "dns.nsec3.flags.opt_out", .boolean, "Unsigned delegations may be left out (opt-out)",
      bits: 8, mask: 0x1,
      truth: ("Yes", "No")),
    Field(.dnsNsec3Iterations, "dns.nsec3.iterations", .uint16, "Extra rounds of the hash"),
    Field(.dnsNsec3SaltLength, "dns.nsec3.salt_length", .uint8, "Length of the salt, in bytes"),
    Field(.dnsNsec3SaltValue, "dns.nsec3.salt_value", .bytes, "Salt of the hash"),
    Field(.dnsNsec3HashLength, "dns.nsec3.hash_length", .uint8, "Length of the hash, in bytes"),
    Field(.dnsNsec3HashValue, "dns.nsec3.hash_value", .string, "Hash of the next name"),
    Field(.dnsSshfpAlgorithm, "dns.sshfp.algorithm", .uint8, "Algorithm of the SSH key", values: .dnsSshfpAlgorithm),
    Field(
      .dnsSshfpFingerprintType, "dns.sshfp.fingerprint.type", .uint8, "Algorithm of the fingerprint",
      values: .dnsSshfpFingerprintType),
    Field(.dnsSshfpFingerprint, "dns.sshfp.fingerprint", .bytes, "Fingerprint of the SSH key"),
  ]
}
