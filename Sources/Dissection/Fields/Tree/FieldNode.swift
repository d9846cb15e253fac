public import TextOutput

/// A node of a packet's field tree.
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

  public var field: FieldID
  public var value: FieldValue
  /// Which bytes of its buffer it is made from; empty where there are none.
  public var range: Range<Int>
  /// 0 for a protocol.
  public var depth: UInt8
  /// The place of its buffer in `FieldTree.buffers`; 0 is the frame.
  public var buffer: UInt8
  public var traits: Traits
  /// How it reads in a tree where that is not its label and value.
  public var text: PrintableText?
}
