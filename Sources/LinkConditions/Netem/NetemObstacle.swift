/// Something in a request that the kernel's netem cannot do, in words that go on from "netem cannot" and "only the other
/// engine can".
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
    phases.compactMap { NetemObstacle($0.trigger) } + phases.compactMap { $0.event.map { NetemObstacle($0) } }
      + profiles.flatMap(\.netemObstacles)
  }

  /// Whether a profile has DNS conditions, for which the kernel needs classes and filters.
  public var hasDNSConditions: Bool {
    everyDirection.contains { $0.dnsDelay > .zero || $0.dnsLoss != .never }
  }

  /// Whether a profile treats a part of the traffic apart, for which the kernel needs classes and filters.
  public var hasSelections: Bool {
    profiles.contains { !$0.selections.isEmpty }
  }

  /// Whether a profile duplicates packets.
  public var hasDuplicates: Bool {
    everyDirection.contains { $0.duplicate.probability != .never }
  }

  private var everyDirection: [DirectionConditions] {
    profiles.flatMap { profile in
      [profile.uplink, profile.downlink] + profile.selections.flatMap { [$0.uplink, $0.downlink] }
    }
  }
}

extension Profile {
  /// Everything in the profile that netem cannot do.
  public var netemObstacles: [NetemObstacle] {
    let obstacles =
      downlink.netemObstacles + uplink.netemObstacles
      + selections.flatMap { $0.selector.netemObstacles + $0.downlink.netemObstacles + $0.uplink.netemObstacles }
    return obstacles.map { NetemObstacle("\($0.description) (\(name))") }
  }
}

extension DirectionConditions {
  /// A new condition must be decided about here, and in ``NetemSettings``; a test compares the properties with this list.
  static let decidedForNetem: Set<String> = [
    "bandwidth", "bandwidthRamp", "trace", "accounting", "delay", "delayRamp", "jitter", "distribution",
    "delayCorrelation",
    "delayCorrelationIsExact", "loss", "lossRamp", "dropped", "mtu", "marksInsteadOfLosing", "duplicate", "corrupt",
    "reorder", "queue", "slots", "dnsDelay", "dnsLoss",
  ]

  /// Everything in the conditions that netem cannot do.
  public var netemObstacles: [NetemObstacle] {
    var obstacles: [NetemObstacle] = []
    if let bandwidth, Self.isCoarse(bandwidth) {
      let rate = QuantityText.text(of: bandwidth)
      obstacles.append(NetemObstacle("send at \(rate): netem counts whole bytes per second"))
    }
    let wants: [(Bool, String)] = [
      (bandwidthRamp != nil || delayRamp != nil || lossRamp != nil, "change conditions little by little"),
      (trace != nil, "deliver by a trace"),
      (isExactlyCorrelated, "keep a share that is correlated"),
      (dropped != .none, "drop packets by their numbers"),
      (mtu != nil, "limit the length of packets"),
    ]
    return obstacles + wants.filter(\.0).map { NetemObstacle($0.1) }
  }

  private var isExactlyCorrelated: Bool {
    var chances = [duplicate, corrupt]
    if case .random(let chance) = loss { chances.append(chance) }
    if let reorder { chances.append(reorder.overtaking) }
    return delayCorrelationIsExact || chances.contains { $0.isExact }
  }

  /// Whether whole bytes per second are off by more than a thousandth.
  private static func isCoarse(_ bandwidth: Bandwidth) -> Bool {
    bandwidth.bitsPerSecond % 8 * 1000 > bandwidth.bitsPerSecond
  }
}

extension NetemObstacle {
  /// Something that happens to the link itself.
  public init(_ event: LinkEvent) {
    switch event {
    case .rebind: self.init("forget the mappings of an address translator")
    case .carrier: self.init("take the carrier of the client's interface away")
    }
  }

  /// A trigger that needs somebody to look at packets; nil for one by the time alone.
  init?(_ trigger: Trigger) {
    switch trigger {
    case .after: return nil
    case .syn, .request, .http, .requestSent, .responseStarted, .bytes, .idle:
      self.init("switch on what crosses the link (\(trigger))")
    }
  }
}
