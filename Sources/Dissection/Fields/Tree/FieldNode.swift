import TextOutput
import Wire

/// A node of a packet's field tree: numbers alone, so that a node is made, moved and dropped without counting references.
public struct FieldNode: Sendable {
  /// What a node is, besides its field and value.
  public struct Traits: OptionSet, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Not in the bytes but worked out, shown in square brackets.
    public static let generated = Traits(rawValue: 1)
    /// Found by filters, not shown: `ip.addr` beside `ip.src`.
    public static let hidden = Traits(rawValue: 2)
  }

  /// Which field it is.
  public internal(set) var field: FieldID
  /// 0 for a protocol.
  public internal(set) var depth: UInt8
  /// The place of its buffer in `FieldTree.buffers`; 0 is the frame.
  public internal(set) var buffer: UInt8
  /// What else is to be said of it.
  public internal(set) var traits: Traits
  /// What it holds; `FieldTree.value(of:frame:)` has texts as strings.
  var value: NodeValue
  private var start: UInt32
  private var end: UInt32
  /// How it reads in a tree where that is not its label and value; `TreeText.none` where it is.
  var text: TreeText

  init(
    field: FieldID, value: NodeValue, range: Range<Int>, depth: UInt8, buffer: UInt8, traits: Traits,
    text: TreeText = .none
  ) {
    self.field = field
    self.depth = depth
    self.buffer = buffer
    self.traits = traits
    self.value = value
    self.text = text
    start = UInt32(clamping: range.lowerBound)
    end = UInt32(clamping: range.upperBound)
  }

  /// Whether it has no value but its presence.
  var isNothing: Bool {
    if case .none = value { true } else { false }
  }

  /// Which bytes of its buffer it is made from; empty where there are none.
  public internal(set) var range: Range<Int> {
    get { Int(start)..<Int(end) }
    set {
      start = UInt32(clamping: newValue.lowerBound)
      end = UInt32(clamping: newValue.upperBound)
    }
  }
}

/// A `FieldValue` whose text is in the tree.
enum NodeValue: Sendable {
  case none
  case bytes
  case boolean(Bool)
  case unsigned(UInt64)
  case signed(Int64)
  case double(Double)
  case string(TreeText)
  /// The bytes of the node's range, as HTTP's text: a body is read as text only where it is looked at.
  case httpText
  case ethernet(MACAddress)
  case ipv4(IPv4Address)
  case ipv6(IPv6Address)
  case absoluteTime(Int64)
  case relativeTime(Int64)
}
