import RecordCiphers
import TLS

/// The keys of one direction and level between two changes of them.
struct PacketKeys {
  let suite: CipherSuite
  let version: QUICVersion
  private let secret: SecretBytes
  let protection: PacketProtection

  /// The keys of a secret (RFC 9001 section 5.1).
  ///
  /// - Returns: nil if the suite is none of QUIC's, or the secret has another length.
  init?(_ suite: CipherSuite, _ version: QUICVersion, secret: SecretBytes) {
    guard let algorithm = Self.algorithm(suite), secret.count == suite.hash.length else { return nil }
    let header = KeyDerivation.expand(
      secret, label: version.labelPrefix + "hp", length: algorithm.keyLength, hash: suite.hash)
    let (key, vector) = Self.derive(suite, algorithm, version, secret)
    guard let protection = PacketProtection(algorithm, key: key, vector: vector, headerKey: header) else { return nil }
    self.suite = suite
    self.version = version
    self.secret = secret
    self.protection = protection
  }

  private init(_ keys: PacketKeys, secret: SecretBytes, _ protection: PacketProtection) {
    suite = keys.suite
    version = keys.version
    self.secret = secret
    self.protection = protection
  }

  /// The keys after a key update (RFC 9001 section 6.1), the likely ones first.
  var next: [PacketKeys] {
    // Some implementations of version 2 update their keys as in version 1.
    (version == .v2 ? ["quicv2 ku", "quic ku"] : ["quic ku"]).compactMap(updated)
  }

  private func updated(_ label: String) -> PacketKeys? {
    guard let algorithm = Self.algorithm(suite) else { return nil }
    let updated = KeyDerivation.expand(secret, label: label, length: suite.hash.length, hash: suite.hash)
    let (key, vector) = Self.derive(suite, algorithm, version, updated)
    return protection.updated(algorithm, key: key, vector: vector).map { PacketKeys(self, secret: updated, $0) }
  }

  private static func derive(
    _ suite: CipherSuite, _ algorithm: CipherAlgorithm, _ version: QUICVersion, _ secret: SecretBytes
  ) -> (key: SecretBytes, vector: SecretBytes) {
    let prefix = version.labelPrefix
    return (
      KeyDerivation.expand(secret, label: prefix + "key", length: algorithm.keyLength, hash: suite.hash),
      KeyDerivation.expand(secret, label: prefix + "iv", length: 12, hash: suite.hash)
    )
  }

  /// QUIC has the suites of TLS 1.3 but the one with a short tag (RFC 9001 section 5.3).
  private static func algorithm(_ suite: CipherSuite) -> CipherAlgorithm? {
    guard suite.isTLS13, let algorithm = suite.algorithm else { return nil }
    if case .aesCCM(_, let length) = algorithm, length != PacketProtection.tagLength { return nil }
    return algorithm
  }
}

extension PacketKeys {
  /// The suites that a secret can belong to while none was chosen: all of its length.
  static func candidates(_ version: QUICVersion, secret: SecretBytes, among suites: [CipherSuite]) -> [PacketKeys] {
    suites.compactMap { PacketKeys($0, version, secret: secret) }
  }

  /// The suites of QUIC, the usual ones first.
  static let allSuites: [CipherSuite] = [0x1301, 0x1302, 0x1303, 0x1304].map(CipherSuite.init)
}
