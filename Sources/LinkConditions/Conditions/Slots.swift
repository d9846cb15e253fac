/// Delivery in bursts: packets that are due wait until the next slot opens, as on Wi-Fi or a cellular link.
public struct Slots: Hashable, Sendable {
  /// How long it is from one slot to the next.
  public enum Spacing: Hashable, Sendable {
    /// Uniformly between the two times.
    case uniform(LinkDuration, LinkDuration)
    /// By a table: the mean, the standard deviation, and the table.
    case table(LinkDuration, LinkDuration, DelayTable)
  }

  /// How long it is from one slot to the next.
  public var spacing: Spacing
  /// The most packets in a slot, or nil.
  public var packets: UInt32?
  /// The number of bytes (of Ethernet frames) after which a slot closes, or nil.
  public var bytes: UInt32?

  /// - Parameters: `packets` and `bytes` are the most that one slot carries; nil for any number.
  public init(spacing: Spacing, packets: UInt32? = nil, bytes: UInt32? = nil) {
    self.spacing = spacing
    self.packets = packets
    self.bytes = bytes
  }
}
