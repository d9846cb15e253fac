/// What protects the records of a cipher suite.
public enum CipherAlgorithm: Hashable, Sendable {
  /// RFC 5288, RFC 8446.
  case aesGCM(keyLength: Int)
  /// RFC 6655, RFC 8446; the tag has 16 bytes, or 8.
  case aesCCM(keyLength: Int, tagLength: Int)
  /// RFC 7905, RFC 8446.
  case chaCha20Poly1305
  /// RFC 5246 section 6.2.3.2, RFC 7366.
  case aesCBC(keyLength: Int, authentication: Hash)
  /// Nothing is encrypted (RFC 5246 section 6.2.3.1).
  case null(authentication: Hash)

  public var keyLength: Int {
    switch self {
    case .aesGCM(let length), .aesCCM(let length, _), .aesCBC(let length, _): length
    case .chaCha20Poly1305: 32
    case .null: 0
    }
  }

  /// The key of the authentication code; none where encryption authenticates.
  public var authenticationKeyLength: Int {
    switch self {
    case .aesCBC(_, let hash), .null(let hash): hash.length
    default: 0
    }
  }

  /// The part of the nonce that TLS 1.2 derives with the key.
  public var fixedNonceLength: Int {
    switch self {
    case .aesGCM, .aesCCM: 4
    case .chaCha20Poly1305: 12
    case .aesCBC, .null: 0
    }
  }
}
