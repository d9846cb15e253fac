/// Why a body could not be decoded completely. The output before the error remains valid.
public enum ContentDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are invalid for the coding. `offset` is the number of bytes that this coding had read.
  case corrupt(ContentCoding, offset: Int)
  /// The input ended before the end of the coded data, after `offset` bytes.
  case cutShort(ContentCoding, offset: Int)
  /// The output exceeds `limit` bytes.
  case limitReached(limit: Int)
  /// Decoding needs more than `limit` bytes of memory, or an allocation failed.
  case outOfMemory(ContentCoding, limit: Int)
  /// The body has more than `limit` codings.
  case tooManyCodings(limit: Int)
  /// The coding is unknown.
  case unknown(name: String)

  public var description: String {
    switch self {
    case .corrupt(let coding, let offset): "\(coding.rawValue) data is corrupt at offset \(offset)"
    case .cutShort(let coding, let offset): "\(coding.rawValue) data is truncated at offset \(offset)"
    case .limitReached(let limit): "decoded data exceeds the limit of \(limit) bytes"
    case .outOfMemory(let coding, let limit): "decoding \(coding.rawValue) needs more than \(limit) bytes of memory"
    case .tooManyCodings(let limit): "more than \(limit) content codings"
    case .unknown(let name): "unknown coding \(name)"
    }
  }
}
