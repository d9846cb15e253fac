/// Why a body could not be decoded to its end. What was decoded before it stays valid.
public enum ContentDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are not what the coding allows; `offset` counts the bytes that this coding had taken.
  case corrupt(ContentCoding, offset: Int)
  /// The input ended before the coded data did, after `offset` bytes.
  case cutShort(ContentCoding, offset: Int)
  /// More output than `limit` bytes.
  case limitReached(limit: Int)
  /// Decoding needs more memory than `limit` bytes, or the library got none.
  case outOfMemory(ContentCoding, limit: Int)
  /// More codings, one on top of the other, than `limit`.
  case tooManyCodings(limit: Int)
  /// The name of a coding that is not known.
  case unknown(name: String)

  public var description: String {
    switch self {
    case .corrupt(let coding, let offset): "\(coding.rawValue) data is corrupt at offset \(offset)"
    case .cutShort(let coding, let offset): "\(coding.rawValue) data is cut short at offset \(offset)"
    case .limitReached(let limit): "decoded data exceeds the limit of \(limit) bytes"
    case .outOfMemory(let coding, let limit): "decoding \(coding.rawValue) needs more than \(limit) bytes of memory"
    case .tooManyCodings(let limit): "more than \(limit) codings on top of each other"
    case .unknown(let name): "unknown coding \(name)"
    }
  }
}
