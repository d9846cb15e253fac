/// Something in a request that the kernel's netem cannot do, as a phrase that follows "netem cannot" and "only the
/// userspace engine can".
public struct NetemObstacle: Hashable, Sendable, CustomStringConvertible {
  public var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The parts of a request that need the userspace engine. Only this file decides about them.
extension Timeline {
  /// Everything in the timeline that netem cannot do; empty if netem can do all of it.
  public var netemObstacles: [NetemObstacle] {
    phases.compactMap { NetemObstacle($0.trigger) } + phases.compactMap { $0.event.map { NetemObstacle($0) } }
      + phases.compactMap { $0.queued.flatMap { NetemObstacle($0) } }
      + profiles.flatMap(\.netemObstacles)
  }

  /// Whether a profile has DNS conditions, for which the kernel needs classes and filters.
  public var hasDNSConditions: Bool {
    everyDirection.contains { $0.dnsDelay > .zero || $0.dnsLoss != .never }
  }

  /// Whether a profile has conditions for part of the traffic, for which the kernel needs classes and filters.
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
  /// The properties that this file and ``NetemSettings`` handle. A test compares the list with all properties, so
  /// that a new condition is not forgotten here.
  static let decidedForNetem: Set<String> = [
    "bandwidth", "bandwidthRamp", "trace", "accounting", "delay", "delayRamp", "jitter", "distribution",
    "delayCorrelation",
    "delayCorrelationIsExact", "loss", "lossRamp", "dropped", "mtu", "marksInsteadOfLosing", "duplicate", "corrupt",
    "reorder", "queue", "discipline", "slots", "dnsDelay", "dnsLoss",
  ]

  /// Everything in the conditions that netem cannot do.
  public var netemObstacles: [NetemObstacle] {
    var obstacles: [NetemObstacle] = []
    if let bandwidth, Self.isCoarse(bandwidth) {
      let rate = QuantityText.text(of: bandwidth)
      obstacles.append(NetemObstacle("send at \(rate): netem counts whole bytes per second"))
    }
    let wants: [(Bool, String)] = [
      (bandwidthRamp != nil || delayRamp != nil || lossRamp != nil, "change conditions gradually"),
      (trace != nil, "follow a delivery trace"),
      (isExactlyCorrelated, "apply exact correlations"),
      (dropped != .none, "drop packets by number"),
      (mtu != nil, "limit the MTU"),
      (discipline != .fifo, "have a queue discipline (\(discipline.name))"),
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
    case .rebind: self.init("rebind (forget NAT mappings)")
    case .carrier: self.init("take down the client's interface")
    }
  }

  /// What a switch is asked to do to the packets that wait; nil for what the kernel does anyway.
  public init?(_ treatment: QueuedTreatment) {
    switch treatment {
    case .keep: return nil
    case .rerate: self.init("send what waits at the new bandwidth: it fixes departures on arrival (queued rerate)")
    case .drop: self.init("drop what waits at a switch (queued drop)")
    }
  }

  /// A trigger that needs inspection of packets; nil for one that depends only on time.
  init?(_ trigger: Trigger) {
    switch trigger {
    case .after: return nil
    case .syn, .request, .http, .requestSent, .responseStarted, .quicInitial, .quicHandshake, .h3Request, .bytes, .idle:
      self.init("start a phase at an event on the wire (\(trigger))")
    }
  }
}
