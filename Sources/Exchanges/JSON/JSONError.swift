/// Where a document stops being JSON (RFC 8259), and what would have been right.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What should have been there (RFC 8259).
  public enum Expectation: Hashable, Sendable {
    /// A value.
    case value
    /// A value, or `]`.
    case valueOrEndOfArray
    /// A name, or `}`.
    case nameOrEndOfObject
    /// A name.
    case name
    /// `:`.
    case colon
    /// `,` or `]`.
    case commaOrEndOfArray
    /// `,` or `}`.
    case commaOrEndOfObject
    /// A digit.
    case digit
    /// `true`, `false` or `null`.
    case literal(String)
    /// A character that may follow a backslash.
    case escape
    /// A hexadecimal digit.
    case hexDigit
    /// A control character must be escaped in a string.
    case noControlCharacter
    /// UTF-8.
    case utf8
    /// Nothing more.
    case endOfDocument
    /// Containers in containers, more than `limit`.
    case lessDepth(limit: Int)
    /// The end of a string.
    case endOfString
    /// More values than `limit`.
    case fewerValues(limit: Int)
  }

  /// The offset of the byte that is wrong, or of the end where the document ends too soon.
  public var offset: Int
  /// What should have been there.
  public var expected: Expectation
  /// The byte that is there; nil at the end.
  public var found: UInt8?

  public var description: String {
    if case .fewerValues(let limit) = expected { return "at offset \(offset): more than \(limit) values" }
    let what =
      switch found {
      case nil: "the end"
      case let byte? where (0x21...0x7E).contains(byte): "'\(Character(Unicode.Scalar(byte)))'"
      case let byte?: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    return "at offset \(offset): found \(what), expected \(expected.words)"
  }
}

extension JSONError.Expectation {
  fileprivate var words: String {
    switch self {
    case .value: "a value"
    case .valueOrEndOfArray: "a value or ']'"
    case .nameOrEndOfObject: "a name in quotes or '}'"
    case .name: "a name in quotes"
    case .colon: "':'"
    case .commaOrEndOfArray: "',' or ']'"
    case .commaOrEndOfObject: "',' or '}'"
    case .digit: "a digit"
    case .literal(let word): "'\(word)'"
    case .escape: "one of \" \\ / b f n r t u after '\\'"
    case .hexDigit: "four hexadecimal digits after '\\u'"
    case .noControlCharacter: "no unescaped control character in a string"
    case .utf8: "valid UTF-8"
    case .endOfDocument: "nothing after the document"
    case .lessDepth(let limit): "at most \(limit) levels"
    case .endOfString: "'\"' at the end of the string"
    case .fewerValues(let limit): "at most \(limit) values"
    }
  }
}
