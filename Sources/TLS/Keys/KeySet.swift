import RecordCiphers

/// The keys of one direction between two changes of them.
struct KeySet {
  let suite: CipherSuite
  /// The traffic secret of TLS 1.3, from which the next one comes.
  let secret: SecretBytes?
  var cipher: any RecordCipher

  /// The keys of a traffic secret (RFC 8446 section 7.3).
  init?(_ suite: CipherSuite, secret: SecretBytes) {
    // Hellos that contradict each other can ask for the keys of an older suite.
    guard suite.isTLS13, let algorithm = suite.algorithm, secret.count == suite.hash.length else { return nil }
    let key = KeyDerivation.expand(secret, label: "key", length: algorithm.keyLength, hash: suite.hash)
    let vector = KeyDerivation.expand(secret, label: "iv", length: 12, hash: suite.hash)
    guard let cipher = AEADCipher(algorithm, key: key, vector: vector, isTLS13: true) else { return nil }
    self.suite = suite
    self.secret = secret
    self.cipher = cipher
  }

  /// The keys after a KeyUpdate (RFC 8446 section 7.2).
  var next: KeySet? {
    guard let secret else { return nil }
    let updated = KeyDerivation.expand(secret, label: "traffic upd", length: suite.hash.length, hash: suite.hash)
    return KeySet(suite, secret: updated)
  }

  /// The keys of a master secret (RFC 5246 section 6.3).
  init?(_ handshake: HandshakeState, master: SecretBytes, side: TLSSide) {
    guard let suite = handshake.suite, let algorithm = suite.algorithm, let version = handshake.version,
      let clientRandom = handshake.clientRandom, let serverRandom = handshake.serverRandom
    else { return nil }
    // Only TLS 1.0 derives the first vector of a block cipher.
    let isBlock: Bool
    if case .aesCBC = algorithm { isBlock = true } else { isBlock = false }
    let vectorLength = isBlock && version == .tls10 ? 16 : algorithm.fixedNonceLength
    let lengths = [algorithm.authenticationKeyLength, algorithm.keyLength, vectorLength]
    let block = KeyDerivation.pseudorandom(
      master, label: "key expansion", seed: serverRandom + clientRandom.bytes, length: 2 * lengths.reduce(0, +),
      hash: version >= .tls12 ? suite.hash : nil
    ).bytes
    var position = 0
    let parts = lengths.map { length in
      defer { position += 2 * length }
      let start = position + (side == .client ? 0 : length)
      return SecretBytes(Array(block[start..<start + length]))
    }
    let cipher: (any RecordCipher)?
    if algorithm.authenticationKeyLength > 0 {
      cipher = BlockCipher(
        algorithm, key: parts[1], authenticationKey: parts[0], vector: vectorLength == 16 ? parts[2] : nil,
        encryptsThenAuthenticates: handshake.encryptsThenAuthenticates)
    } else {
      cipher = AEADCipher(algorithm, key: parts[1], vector: parts[2], isTLS13: false)
    }
    guard let cipher else { return nil }
    self.suite = suite
    secret = nil
    self.cipher = cipher
  }
}
