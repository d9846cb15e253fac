public import RecordCiphers
import Wire

/// A cipher suite. What it is made of is read from its name.
public struct CipherSuite: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// As the registry has it: `TLS_AES_128_GCM_SHA256`.
  public var name: String? { RegisteredNames.tlsCipherSuites[UInt64(rawValue)] }

  /// What protects its records; nil if this module cannot open them.
  public var algorithm: CipherAlgorithm? {
    // The suites of a draft number their nonces otherwise than RFC 7905.
    if (0xCC13...0xCC15).contains(rawValue) { return nil }
    guard let bulk else { return nil }
    if let found = Self.authenticated[bulk] { return found }
    guard let split = bulk.range(before: "_CBC_") else { return Self.null[bulk] }
    guard let keyLength = ["AES_128": 16, "AES_256": 32][split.0], let hash = Self.hashes[split.1] else { return nil }
    return .aesCBC(keyLength: keyLength, authentication: hash)
  }

  /// The hash of the key schedule: that of HKDF in TLS 1.3, that of the pseudorandom function in TLS 1.2 (RFC 5246 section 5,
  /// RFC 5289).
  public var hash: Hash { name?.hasSuffix("_SHA384") == true ? .sha384 : .sha256 }

  /// Whether it belongs to TLS 1.3 (RFC 8446 appendix B.4).
  public var isTLS13: Bool { rawValue >> 8 == 0x13 }

  /// Whether the client encrypts the premaster secret with the server's RSA key (RFC 5246 section 7.4.7.1).
  public var hasRSAKeyExchange: Bool { name?.hasPrefix("TLS_RSA_WITH_") == true }

  /// The name without the key exchange: `AES_128_GCM_SHA256`.
  private var bulk: String? {
    guard let name else { return nil }
    if let split = name.range(before: "_WITH_") { return split.1 }
    return isTLS13 ? String(name.dropFirst(4)) : nil
  }

  private static let hashes: [String: Hash] = ["MD5": .md5, "SHA": .sha1, "SHA256": .sha256, "SHA384": .sha384]
  private static let null: [String: CipherAlgorithm] = [
    "NULL_MD5": .null(authentication: .md5), "NULL_SHA": .null(authentication: .sha1),
    "NULL_SHA256": .null(authentication: .sha256), "NULL_SHA384": .null(authentication: .sha384),
  ]
  private static let authenticated: [String: CipherAlgorithm] = [
    "AES_128_GCM_SHA256": .aesGCM(keyLength: 16), "AES_256_GCM_SHA384": .aesGCM(keyLength: 32),
    "CHACHA20_POLY1305_SHA256": .chaCha20Poly1305,
    "AES_128_CCM": .aesCCM(keyLength: 16, tagLength: 16), "AES_256_CCM": .aesCCM(keyLength: 32, tagLength: 16),
    "AES_128_CCM_SHA256": .aesCCM(keyLength: 16, tagLength: 16),
    "AES_256_CCM_SHA384": .aesCCM(keyLength: 32, tagLength: 16),
    "AES_128_CCM_8": .aesCCM(keyLength: 16, tagLength: 8), "AES_256_CCM_8": .aesCCM(keyLength: 32, tagLength: 8),
    "AES_128_CCM_8_SHA256": .aesCCM(keyLength: 16, tagLength: 8),
  ]
}

extension CipherSuite: CustomStringConvertible {
  public var description: String { name ?? "cipher suite \(rawValue)" }
}

extension String {
  /// What is before and after the first occurrence of a separator of ASCII.
  fileprivate func range(before separator: String) -> (String, String)? {
    let (text, mark) = (Array(utf8), Array(separator.utf8))
    guard text.count >= mark.count else { return nil }
    for start in 0...text.count - mark.count where text[start..<start + mark.count].elementsEqual(mark) {
      return (
        String(decoding: text[..<start], as: UTF8.self),
        String(decoding: text[(start + mark.count)...], as: UTF8.self)
      )
    }
    return nil
  }
}
