public import LinkConditions

/// The counters of a link.
public struct LinkStatistics: Equatable, Sendable {
  /// From the client to the far side.
  public var uplink = DirectionStatistics()
  /// From the far side to the client.
  public var downlink = DirectionStatistics()

  public init() {}

  public subscript(direction: LinkDirection) -> DirectionStatistics {
    get { direction == .uplink ? uplink : downlink }
    set {
      if direction == .uplink { uplink = newValue } else { downlink = newValue }
    }
  }
}

extension LinkStatistics {
  static func + (earlier: LinkStatistics, later: LinkStatistics) -> LinkStatistics {
    var sum = LinkStatistics()
    sum.uplink = earlier.uplink + later.uplink
    sum.downlink = earlier.downlink + later.downlink
    return sum
  }
}
