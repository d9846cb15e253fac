import RecordCiphers

/// The master secret of a handshake whose premaster secret a private key opens (RFC 5246 sections 7.4.7.1 and 8.1).
enum MasterSecret {
  static func compute(_ handshake: HandshakeState, _ keys: [RSAKey]) -> SecretBytes? {
    guard let encrypted = handshake.encryptedPremasterSecret, let clientRandom = handshake.clientRandom,
      let serverRandom = handshake.serverRandom, let suite = handshake.suite, let version = handshake.version
    else { return nil }
    let hash = version >= .tls12 ? suite.hash : nil
    let (label, seed): (String, [UInt8])
    if handshake.hasExtendedMasterSecret {
      guard handshake.hasServerHelloDone, !handshake.transcript.isTooLong else { return nil }
      let bytes = handshake.transcript.bytes
      // RFC 7627 section 3.
      (label, seed) = (
        "extended master secret", hash?.digest(bytes) ?? Hash.md5.digest(bytes) + Hash.sha1.digest(bytes)
      )
    } else {
      (label, seed) = ("master secret", clientRandom.bytes + serverRandom)
    }
    for key in keys {
      guard let premaster = key.premasterSecret(encrypted.span) else { continue }
      return KeyDerivation.pseudorandom(premaster, label: label, seed: seed, length: 48, hash: hash)
    }
    return nil
  }
}
