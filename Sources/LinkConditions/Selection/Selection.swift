/// Part of a link's traffic, and what happens to it.
public struct Selection: Hashable, Sendable {
  /// Which packets.
  public var selector: PacketSelector
  /// From the far side to the client.
  public var downlink: DirectionConditions
  /// From the client to the far side.
  public var uplink: DirectionConditions

  /// Conditions for the packets that match.
  public init(
    _ selector: PacketSelector, downlink: DirectionConditions = .clean, uplink: DirectionConditions = .clean
  ) {
    self.selector = selector
    self.downlink = downlink
    self.uplink = uplink
  }

  /// The conditions of a direction.
  public subscript(direction: LinkDirection) -> DirectionConditions {
    direction == .uplink ? uplink : downlink
  }
}
