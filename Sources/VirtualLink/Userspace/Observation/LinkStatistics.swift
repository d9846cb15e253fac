public import LinkConditions

/// What a link has done so far.
public struct LinkStatistics: Equatable, Sendable {
  /// Client to far side.
  public var uplink = DirectionStatistics()
  /// Far side to client.
  public var downlink = DirectionStatistics()

  public init() {}

  public subscript(direction: LinkDirection) -> DirectionStatistics {
    get { direction == .uplink ? uplink : downlink }
    set {
      if direction == .uplink { uplink = newValue } else { downlink = newValue }
    }
  }
}
