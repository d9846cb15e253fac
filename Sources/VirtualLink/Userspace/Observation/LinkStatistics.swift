public import LinkConditions

/// The counters of a link.
public struct LinkStatistics: Equatable, Sendable {
  /// From the client to the far side.
  public var uplink = DirectionStatistics()
  /// From the far side to the client.
  public var downlink = DirectionStatistics()

  /// All zero.
  public init() {}

  /// What the link did otherwise than its profile says, because the machine was too busy; nil if it was true to it.
  /// - Parameter tolerance: how late one departure in a hundred may be.
  public func shortfall(beyond tolerance: LinkDuration = Lateness.tolerance) -> String? {
    let parts = LinkDirection.allCases.flatMap { direction in
      self[direction].shortfalls(beyond: tolerance).map { "\(direction) \($0)" }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// How late packets left, and how many never entered because the machine was too busy: a line for each direction that knows of any.
  /// netem does not report it.
  public var punctuality: [String] {
    LinkDirection.allCases.compactMap { direction in
      let statistics = self[direction]
      let lost = statistics.overruns > 0 ? "\(statistics.overruns) packets lost before the link saw them" : nil
      let parts = [statistics.lateness.words, lost].compactMap { $0 }
      return parts.isEmpty ? nil : "\(direction): \(parts.joined(separator: "; "))"
    }
  }

  /// Those of a direction.
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
