/// Delivery in bursts: packets whose time has come wait until the next slot opens, as on Wi-Fi or a cellular link.
public struct Slots: Hashable, Sendable {
  /// How long it is from one slot to the next.
  public enum Spacing: Hashable, Sendable {
    /// Evenly between the two.
    case uniform(LinkDuration, LinkDuration)
    /// By a table: the middle, the standard deviation, the table.
    case table(LinkDuration, LinkDuration, DelayTable)
  }

  /// How long it is from one slot to the next.
  public var spacing: Spacing
  /// The most packets in a slot, or nil.
  public var packets: UInt32?
  /// The slot closes once this many bytes (of Ethernet frames) have gone, or nil.
  public var bytes: UInt32?

  public init(spacing: Spacing, packets: UInt32? = nil, bytes: UInt32? = nil) {
    self.spacing = spacing
    self.packets = packets
    self.bytes = bytes
  }
}
