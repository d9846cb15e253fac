internal import CCrypto

/// The hash functions that protocols and file formats ask for.
package enum Digest: Hashable, Sendable {
  case md5, sha1, sha256, sha384

  /// The length of a digest in bytes.
  package var length: Int {
    switch self {
    case .md5: 16
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    }
  }

  package func callAsFunction(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: length) { digest, count in
      guard EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, function, nil) == 1 else {
        fatalError("libcrypto has no \(name)")
      }
      count = length
    }
  }

  var name: String {
    switch self {
    case .md5: "MD5"
    case .sha1: "SHA1"
    case .sha256: "SHA256"
    case .sha384: "SHA384"
    }
  }

  private var function: OpaquePointer? {
    switch self {
    case .md5: Self.functions.md5
    case .sha1: Self.functions.sha1
    case .sha256: Self.functions.sha256
    case .sha384: Self.functions.sha384
    }
  }

  /// A look-up by name costs more than the digest of a short text.
  nonisolated(unsafe) private static let functions = (
    md5: fetch(.md5), sha1: fetch(.sha1), sha256: fetch(.sha256), sha384: fetch(.sha384)
  )

  private static func fetch(_ digest: Digest) -> OpaquePointer? {
    EVP_MD_fetch(CryptoLibrary.context, digest.name, nil)
  }
}
