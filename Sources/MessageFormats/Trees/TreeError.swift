/// How large a tree of values may be.
public struct TreeLimits: Hashable, Sendable {
  /// How deep containers may be in one another.
  public var depth = 512
  /// How many values there may be.
  public var nodes = 1_000_000

  /// The usual bounds.
  public init() {}
}

/// Why a document could not be read to its end. The values before it stay valid; the containers then open are not whole.
public enum TreeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes end within the value that begins at an offset.
  case truncated(at: Int)
  /// What stands at an offset is no value.
  case malformed(at: Int)
  /// Bytes follow the document.
  case excess(at: Int)
  /// Values lie deeper within each other than allowed.
  case tooDeep(at: Int)
  /// There are more values than allowed.
  case tooManyNodes

  public var description: String {
    switch self {
    case .truncated(let offset): "the bytes end within the value at offset \(offset)"
    case .malformed(let offset): "no value at offset \(offset)"
    case .excess(let offset): "bytes after the document, from offset \(offset)"
    case .tooDeep(let offset): "too many containers in one another at offset \(offset)"
    case .tooManyNodes: "too many values"
    }
  }
}
