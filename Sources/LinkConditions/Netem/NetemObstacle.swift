/// Something in a request that the kernel's netem cannot do, in words that go on from "netem cannot".
public struct NetemObstacle: Hashable, Sendable, CustomStringConvertible {
  public var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// What of a request takes the userspace engine. This is the one place that decides it.
extension Timeline {
  /// Everything in the timeline that netem cannot do; none means that it can do all of it.
  public var netemObstacles: [NetemObstacle] {
    let profiles = [first] + phases.map(\.profile)
    return phases.compactMap { NetemObstacle($0.trigger) } + profiles.flatMap(\.netemObstacles)
  }

  /// Whether a profile has DNS conditions, for which the kernel needs classes and filters.
  public var hasDNSConditions: Bool {
    everyDirection.contains { $0.dnsDelay > .zero || $0.dnsLoss != .never }
  }

  /// Whether a profile duplicates packets.
  public var hasDuplicates: Bool {
    everyDirection.contains { $0.duplicate.probability != .never }
  }

  private var everyDirection: [DirectionConditions] {
    ([first] + phases.map(\.profile)).flatMap { [$0.uplink, $0.downlink] }
  }
}

extension Profile {
  /// Everything in the profile that netem cannot do.
  public var netemObstacles: [NetemObstacle] {
    (downlink.netemObstacles + uplink.netemObstacles).map { NetemObstacle("\($0.description) (\(name))") }
  }
}

extension DirectionConditions {
  /// A new condition must be decided about here, and in ``NetemSettings``; a test compares the properties with this list.
  static let decidedForNetem: Set<String> = [
    "bandwidth", "accounting", "delay", "jitter", "distribution", "delayCorrelation", "loss", "marksInsteadOfLosing",
    "duplicate", "corrupt", "reorder", "queue", "slots", "dnsDelay", "dnsLoss",
  ]

  /// Everything in the conditions that netem cannot do.
  public var netemObstacles: [NetemObstacle] {
    var obstacles: [NetemObstacle] = []
    if let bandwidth, Self.isCoarse(bandwidth) {
      obstacles.append(NetemObstacle("send at \(QuantityText.text(of: bandwidth)): it counts whole bytes per second"))
    }
    return obstacles
  }

  /// Whether whole bytes per second are off by more than a thousandth.
  private static func isCoarse(_ bandwidth: Bandwidth) -> Bool {
    bandwidth.bitsPerSecond % 8 * 1000 > bandwidth.bitsPerSecond
  }
}

extension NetemObstacle {
  /// A trigger that needs somebody to look at packets; nil for one by the time alone.
  init?(_ trigger: Trigger) {
    switch trigger {
    case .after: return nil
    case .syn, .request, .requestSent, .responseStarted, .bytes, .idle:
      self.init("switch on what crosses the link (\(trigger))")
    }
  }
}
