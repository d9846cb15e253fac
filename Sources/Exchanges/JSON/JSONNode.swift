/// One value of a JSON document, in a flat array in the order of the text.
public struct JSONNode: Hashable, Sendable {
  /// What a value is.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The kinds of RFC 8259 section 3.
    case object, array, string, number, `true`, `false`, null
  }

  /// What it is.
  public internal(set) var kind: Kind
  /// How many containers it is in.
  public internal(set) var depth: Int32
  /// Whether the value was read to its end.
  public internal(set) var isWhole: Bool
  /// The first byte of the value in the document, and the one after its last.
  public internal(set) var start: Int
  /// The number of the node after its last descendant.
  public internal(set) var end: Int
  /// The member's name with its quotes, where this is a member of an object; else empty.
  package var nameStart: Int
  package var nameEnd: Int
  /// How many members or elements it has.
  public internal(set) var childCount: Int

  /// The value's bytes.
  public var range: Range<Int> { start..<end }
  /// The bytes of the member's name, with its quotes.
  public var name: Range<Int>? { nameEnd > nameStart ? nameStart..<nameEnd : nil }
}
