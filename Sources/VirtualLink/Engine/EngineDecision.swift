public import LinkConditions

/// Which engine a link gets, and why.
public struct EngineDecision: Hashable, Sendable {
  /// What the user wants besides the timeline.
  public struct Wishes: OptionSet, Sendable {
    public let rawValue: UInt8
    /// The capture should record the fate of each packet.
    public static let fates = Wishes(rawValue: 1)
    /// A seed was given, so the run should be repeatable packet for packet.
    public static let repeatable = Wishes(rawValue: 2)

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }

  /// The engine.
  public var kind: EngineKind
  /// The reason in a few words.
  public var reason: String
  /// Whether the userspace engine may replace netem later, when a request needs it.
  public var mayYield = false

  /// A choice that leaves no other.
  public init(kind: EngineKind, reason: String, mayYield: Bool = false) {
    (self.kind, self.reason, self.mayYield) = (kind, reason, mayYield)
  }

  /// The text for the line that names the engine.
  public var description: String { "\(kind.rawValue) engine (\(reason))" }

  /// Chooses the engine. The kernel is probed only if netem is a candidate.
  /// - Parameter request: nil where the userspace engine is the default.
  /// - Throws: `LinkError` if the user requires netem, and it cannot do what is wanted or this kernel does not have
  ///   it.
  public static func make(
    _ request: EngineRequest?, for timeline: Timeline, wishes: Wishes = [],
    probe: () throws -> KernelEmulator = KernelEmulator.probe
  ) throws -> EngineDecision {
    switch request {
    case nil: return EngineDecision(kind: .userspace, reason: "the default")
    case .userspace: return EngineDecision(kind: .userspace, reason: "requested with --engine")
    case .netem: return try insist(timeline, wishes, try probe())
    case .auto:
      if let obstacle = obstacle(timeline, wishes) {
        // The kernel was not probed, so the reason says nothing about it.
        return EngineDecision(kind: .userspace, reason: "only it can \(obstacle)")
      }
      let kernel = try probe()
      if let lack = kernel.lack(for: timeline) {
        return EngineDecision(kind: .userspace, reason: "this kernel \(lack)")
      }
      if wishes.contains(.repeatable), !kernel.keepsSeed {
        return EngineDecision(kind: .userspace, reason: "this kernel's netem ignores the seed")
      }
      return EngineDecision(kind: .netem, reason: "netem supports everything requested", mayYield: true)
    }
  }

  private static func insist(_ timeline: Timeline, _ wishes: Wishes, _ kernel: KernelEmulator) throws -> EngineDecision
  {
    let remedy = "omit --engine, or use --engine userspace: profiles mean the same there"
    if !kernel.hasNetem {
      throw LinkError("this kernel has no sch_netem (CONFIG_NET_SCH_NETEM)", remedy: remedy)
    }
    if let lack = kernel.lack(for: timeline) { throw LinkError("this kernel \(lack)", remedy: remedy) }
    // A capture is possible all the same; it only contains less information.
    if let obstacle = obstacle(timeline, []) { throw LinkError("netem cannot \(obstacle)", remedy: remedy) }
    var reason = "requested with --engine"
    if wishes.contains(.fates) { reason += "; the capture infers the fates of packets from both ends" }
    if !kernel.keepsSeed { reason += "; this kernel ignores the seed" }
    return EngineDecision(kind: .netem, reason: reason)
  }

  private static func obstacle(_ timeline: Timeline, _ wishes: Wishes) -> String? {
    if let obstacle = timeline.netemObstacles.first { return obstacle.description }
    return wishes.contains(.fates) ? "record each packet's fate in the capture" : nil
  }
}

/// The engine that a user asks for.
public enum EngineRequest: String, CaseIterable, Sendable {
  /// netem if it can do what is wanted, otherwise the userspace engine.
  case auto
  /// Headwind's own.
  case userspace
  /// The kernel's.
  case netem
}
