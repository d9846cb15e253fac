internal import Crypto
internal import FoundationEssentials

/// The hash functions of TLS.
public enum Hash: Hashable, Sendable {
  case md5, sha1, sha256, sha384

  /// The length of a digest in bytes.
  public var length: Int {
    switch self {
    case .md5: 16
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    }
  }

  public func digest(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .md5: Array(Insecure.MD5.hash(data: bytes))
    case .sha1: Array(Insecure.SHA1.hash(data: bytes))
    case .sha256: Array(SHA256.hash(data: bytes))
    case .sha384: Array(SHA384.hash(data: bytes))
    }
  }

  /// The HMAC of the parts in their order (RFC 2104).
  func authenticationCode(of parts: [Data], key: SymmetricKey) -> [UInt8] {
    switch self {
    case .md5: Self.code(HMAC<Insecure.MD5>(key: key), parts)
    case .sha1: Self.code(HMAC<Insecure.SHA1>(key: key), parts)
    case .sha256: Self.code(HMAC<SHA256>(key: key), parts)
    case .sha384: Self.code(HMAC<SHA384>(key: key), parts)
    }
  }

  private static func code<Function: HashFunction>(_ initial: HMAC<Function>, _ parts: [Data]) -> [UInt8] {
    var code = initial
    for part in parts { code.update(data: part) }
    return Array(code.finalize())
  }
}
