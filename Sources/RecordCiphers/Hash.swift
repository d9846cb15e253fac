internal import Cryptography

/// The hash functions of TLS.
public enum Hash: Hashable, Sendable {
  case md5, sha1, sha256, sha384

  /// The length of a digest in bytes.
  public var length: Int { function.length }

  public func digest(_ bytes: [UInt8]) -> [UInt8] { function(bytes) }

  var function: Digest {
    switch self {
    case .md5: .md5
    case .sha1: .sha1
    case .sha256: .sha256
    case .sha384: .sha384
    }
  }
}
