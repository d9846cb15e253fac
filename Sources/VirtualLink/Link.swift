import Glibc
public import LinkConditions
import Synchronization

/// A working link: namespaces, interfaces, and the engine between them.
///
/// All of it disappears with this object or with the process, however either ends.
public final class Link: Sendable {
  private struct Conditions {
    var profile: Profile
    var isCut = false
    var isCarrierDown = false
  }

  /// Its namespaces and interfaces.
  public let topology: LinkTopology
  /// What kind of link it is.
  public let kind: LinkKind
  /// The seed of its decisions.
  public let seed: RunSeed
  /// Raised when the link has failed and no longer carries packets.
  public let alarm: Alarm
  private let engine: any LinkEngine
  private let wayOut: WayOut?
  /// Held as long as the link exists; nil on a private link.
  private let number: ConnectedNumber?
  private let conditions: Mutex<Conditions>
  /// The profiles that came into force so far.
  public let history: PhaseHistory
  /// The timeline that the link was created with.
  private let timeline: Timeline

  /// Creates a link and starts it.
  /// - Parameters:
  ///   - timeline: the first profile and the phases that follow.
  ///   - engine: what carries the packets; see `EngineDecision`.
  ///   - mayYield: whether the userspace engine may replace netem when a request needs it.
  ///   - tap: sees each frame that crosses the link.
  ///   - insight: reads for the timeline what conversations say inside TLS; the userspace engine asks it.
  ///   - isRootless: whether this process is in a user namespace of its own.
  ///   - access: what a connected link asks of the host.
  ///   - topology: namespaces and interfaces that exist and have no engine; nil to make new ones.
  public init(
    kind: LinkKind, timeline: Timeline, seed: RunSeed, engine: EngineKind = .userspace, mayYield: Bool = false,
    tap: (any PacketTap)? = nil, insight: (any ConversationInsight)? = nil, isRootless: Bool = false,
    access: HostAccess = HostAccess(), on existing: LinkTopology? = nil
  ) throws {
    let alarm = try Alarm()
    let number = kind == .connected ? try ConnectedNumber() : nil
    let topology = try existing ?? LinkTopology(addresses: LinkAddresses(number: number?.value ?? 0))
    let history = PhaseHistory()
    let chosen = try Self.engine(engine, topology, timeline, seed, tap, insight, history: history) {
      alarm.raise("\($0)")
    }
    self.number = number
    self.engine =
      mayYield && engine == .netem
      ? YieldingEngine(chosen, tap: tap) { timeline, tap in
        try Self.engine(.userspace, topology, timeline, seed, tap, insight, history: history) { alarm.raise("\($0)") }
      } : chosen
    wayOut = try number.map {
      try WayOut(topology: topology, number: $0, isRootless: isRootless, access: access) { alarm.raise($0.message) }
    }
    try self.engine.start()
    self.history = history
    self.alarm = alarm
    self.topology = topology
    self.kind = kind
    self.seed = seed
    self.timeline = timeline
    conditions = Mutex(Conditions(profile: timeline.first))
  }

  static func engine(
    _ kind: EngineKind, _ topology: LinkTopology, _ timeline: Timeline, _ seed: RunSeed, _ tap: (any PacketTap)?,
    _ insight: (any ConversationInsight)? = nil, history: PhaseHistory = PhaseHistory(),
    onFailure: @escaping @Sendable (LinkError) -> Void
  ) throws -> any LinkEngine {
    switch kind {
    case .netem:
      return try NetemEngine(
        topology: topology, timeline: timeline, seed: seed, tap: tap, history: history, onFailure: onFailure)
    case .userspace:
      let (clientEnd, farEnd) = try topology.wire.perform {
        (
          try PacketSocket(interface: LinkTopology.wireUplinkInterface),
          try PacketSocket(interface: LinkTopology.wireDownlinkInterface)
        )
      }
      return try UserspaceEngine(
        clientSide: clientEnd, farSide: farEnd, timeline: timeline, seed: seed, tap: tap, insight: insight,
        history: history, onFailure: onFailure)
    }
  }

  /// The profile in force. While the link is cut, the profile that `heal` restores.
  public var profile: Profile {
    conditions.withLock { $0.isCut ? $0.profile : engine.profile }
  }

  /// What carries the packets.
  public var engineKind: EngineKind { engine.kind }

  /// How a connected link's far side reaches what the host reaches: `masquerade` or `relay`; nil on a private one.
  public var wayOutName: String? { wayOut?.name }

  /// Whether the client reaches the host's own loopback interface, under ``HostName``.
  public var reachesHostLoopback: Bool { wayOut?.relay != nil }

  /// How often the relay could not connect something because this process was out of descriptors.
  public var relayShortages: Int { wayOut?.relay?.shortages ?? 0 }

  /// Whether the link is cut.
  public var isCut: Bool {
    conditions.withLock { $0.isCut }
  }

  /// What a switch does to the packets that wait for their turn, unless it says otherwise.
  public var usualTreatment: QueuedTreatment { engine.usualTreatment }

  /// Puts another profile in force, and heals a cut. Packets that have been sent, and travel, keep their departure times.
  /// - Parameter queued: what happens to the packets that wait for their turn; nil for `usualTreatment`.
  public func change(to profile: Profile, queued: QueuedTreatment? = nil) throws {
    try conditions.withLock {
      try engine.change(to: profile, queued: queued)
      $0.profile = profile
      $0.isCut = false
    }
  }

  /// Applies an event to the link itself: the client's carrier goes down or up, or NAT maps its ports anew.
  public func perform(_ event: LinkEvent) throws {
    try conditions.withLock {
      try engine.perform(event)
      if case .carrier(let isUp) = event { $0.isCarrierDown = !isUp }
    }
  }

  /// The profile in force and the pending phases.
  public var progress: TimelineProgress { engine.progress }

  /// Adds a phase that begins at the clause's event. A switch, a cut or a reset cancels it.
  /// - Parameter profile: the profile that the clause names; nil if it names an event.
  public func follow(_ clause: TimelineClause, _ profile: Profile?) throws {
    try conditions.withLock {
      guard !$0.isCut else { throw LinkError("the link is cut", remedy: "heal it before adding phases") }
      let progress = engine.progress
      guard !progress.repeats, clause.repetition == nil else {
        throw LinkError("no phase can follow a timeline that repeats", remedy: "switch to a profile first")
      }
      var builder = TimelineBuilder(first: progress.lastProfile)
      do throws(TimelineBuilder.Problem) {
        try builder.add(clause, profile)
      } catch {
        throw LinkError(error.message)
      }
      let phases = builder.build().phases
      guard progress.pending.count + phases.count <= Self.mostPending else {
        throw LinkError("more than \(Self.mostPending) phases are pending", remedy: "switch to a profile first")
      }
      try engine.follow(phases)
    }
  }

  /// Begins the part of a timeline that waited for the client's first packet. Its times count from now.
  public func begin(_ rest: HeldTimeline.Rest) throws {
    try conditions.withLock {
      guard !$0.isCut else { return }
      switch rest {
      case .phases(let phases): try engine.follow(phases)
      case .whole(let timeline): try engine.change(to: timeline)
      }
    }
  }

  private static let mostPending = 100

  /// Resets the link to its initial state: the profile or timeline starts again, a cut is healed, and the carrier is
  /// up. On the userspace engine, packets under way are lost, and the random numbers begin again.
  public func reset() throws {
    try conditions.withLock {
      if $0.isCarrierDown { try engine.perform(.carrier(isUp: true)) }
      try engine.reset(to: timeline)
      $0 = Conditions(profile: timeline.first)
    }
  }

  /// Adds a tap that sees each frame that crosses from now on.
  public func observe(_ tap: any PacketTap) throws {
    try engine.observe(tap)
  }

  /// Returns when the engine has received the packets that were already sent to it, as far as that can be known.
  public func settle() {
    switch engine.kind {
    // The engine answers at the start of a round and then receives packets in that round. So the second answer comes
    // after one complete round.
    case .userspace: for _ in 0..<2 { _ = try? engine.statistics() }
    // The kernel delivers copies of frames a moment after they have crossed.
    case .netem: usleep(5_000)
    }
  }

  /// Drops all packets in both directions until `heal` or a change of profile.
  public func cut() throws {
    try conditions.withLock {
      if !$0.isCut { $0.profile = engine.profile }
      var nothing = Profile.clean
      nothing.name = "cut"
      nothing.uplink.loss = .random(CorrelatedProbability(.always))
      nothing.downlink.loss = .random(CorrelatedProbability(.always))
      try engine.change(to: nothing)
      $0.isCut = true
    }
  }

  /// Restores the profile that was in force before the cut.
  public func heal() throws {
    try conditions.withLock {
      try engine.change(to: $0.profile)
      $0.isCut = false
    }
  }

  /// The counters of packets so far.
  public func statistics() throws -> LinkStatistics {
    try engine.statistics()
  }

  /// Stops the engine. Packets that are under way are lost.
  @discardableResult
  public func stop() -> LinkStatistics {
    wayOut?.close()
    return engine.stop()
  }
}

/// Where a link's far side leads.
public enum LinkKind: String, CaseIterable, Sendable {
  /// Only to Headwind's own servers.
  case privateLink = "private"
  /// To everything that the host can reach.
  case connected
  /// From an interface that something else has made to its network.
  case attached
}
