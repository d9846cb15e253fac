/// One field of a protobuf message, or of a message in it, in a flat array in the order of the bytes.
public struct ProtobufNode: Hashable, Sendable {
  /// How a field is written (protobuf encoding, "Message Structure").
  public enum WireType: UInt8, Hashable, Sendable {
    /// A number of variable length.
    case varint = 0
    /// Eight bytes.
    case fixed64 = 1
    /// Bytes with a length before them.
    case lengthDelimited = 2
    /// The begin of a group.
    case startGroup = 3
    /// Four bytes.
    case fixed32 = 5
  }

  /// What the bytes of a length-delimited field are taken for. Without a schema this is a guess, and a careful one.
  public enum Content: Hashable, Sendable {
    /// A message, whose fields follow, one deeper.
    case message
    /// UTF-8 without control characters.
    case text
    /// Bytes of which no more is known.
    case bytes
    /// Numbers in a row without tags; only a schema says so.
    case packed
    /// Not length-delimited.
    case number
  }

  /// The number of the field.
  public var number: UInt32
  /// How it is written.
  public var wireType: WireType
  /// What it holds.
  public internal(set) var content: Content
  /// How many messages and groups it is in.
  public var depth: Int
  /// The bytes of the field, with its tag.
  public internal(set) var range: Range<Int>
  /// The bytes of its value, without tag and length.
  public internal(set) var value: Range<Int>
  /// The number, for varint, fixed64 and fixed32; zigzag and signs are not undone.
  public var bits: UInt64
  /// The place of the field's descriptor in its message of the schema, and that of the message.
  public internal(set) var descriptor: Int?
  /// The message of the schema that it is; nil if that is not known.
  public internal(set) var message: Int?
}
