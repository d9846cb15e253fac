import Glibc
public import LinkConditions
import Synchronization

/// A link that carries packets: namespaces, interfaces, and the engine between them.
///
/// All of it goes with this object, and with the process, however either ends.
public final class Link: Sendable {
  private struct Conditions {
    var profile: Profile
    var isCut = false
    var isCarrierDown = false
  }

  public let topology: LinkTopology
  public let kind: LinkKind
  public let seed: RunSeed
  /// Raised when the link has failed and carries nothing any more.
  public let alarm: Alarm
  private let engine: any LinkEngine
  private let wayOut: WayOut?
  /// Held for as long as the link is there; nil on a private one.
  private let number: ConnectedNumber?
  private let conditions: Mutex<Conditions>
  /// What the link was made with.
  private let timeline: Timeline

  /// Makes a link and puts it to work.
  /// - Parameters:
  ///   - timeline: the profile to begin with, and what follows it.
  ///   - engine: what carries the packets; see `EngineDecision`.
  ///   - mayYield: whether our own engine may take the place of the kernel's when that is asked for what it cannot do.
  ///   - tap: hears of each frame that crosses.
  ///   - isRootless: whether this process is in a user namespace of its own.
  public init(
    kind: LinkKind, timeline: Timeline, seed: RunSeed, engine: EngineKind = .userspace, mayYield: Bool = false,
    tap: (any PacketTap)? = nil, isRootless: Bool = false
  ) throws {
    let alarm = try Alarm()
    let number = kind == .connected ? try ConnectedNumber() : nil
    let topology = try LinkTopology(addresses: LinkAddresses(number: number?.value ?? 0))
    let chosen = try Self.engine(engine, topology, timeline, seed, tap) { alarm.raise("\($0)") }
    self.number = number
    self.engine =
      mayYield && engine == .netem
      ? YieldingEngine(chosen, tap: tap) { timeline, tap in
        try Self.engine(.userspace, topology, timeline, seed, tap) { alarm.raise("\($0)") }
      } : chosen
    wayOut = try number.map {
      try WayOut(topology: topology, number: $0, isRootless: isRootless) { alarm.raise($0.message) }
    }
    try self.engine.start()
    self.alarm = alarm
    self.topology = topology
    self.kind = kind
    self.seed = seed
    self.timeline = timeline
    conditions = Mutex(Conditions(profile: timeline.first))
  }

  static func engine(
    _ kind: EngineKind, _ topology: LinkTopology, _ timeline: Timeline, _ seed: RunSeed, _ tap: (any PacketTap)?,
    onFailure: @escaping @Sendable (LinkError) -> Void
  ) throws -> any LinkEngine {
    switch kind {
    case .netem:
      return try NetemEngine(topology: topology, timeline: timeline, seed: seed, tap: tap, onFailure: onFailure)
    case .userspace:
      let (clientEnd, farEnd) = try topology.wire.perform {
        (
          try PacketSocket(interface: LinkTopology.wireUplinkInterface),
          try PacketSocket(interface: LinkTopology.wireDownlinkInterface)
        )
      }
      return try UserspaceEngine(
        clientSide: clientEnd, farSide: farEnd, timeline: timeline, seed: seed, tap: tap, onFailure: onFailure)
    }
  }

  /// The profile in force, or to be in force again when a cut is healed.
  public var profile: Profile {
    conditions.withLock { $0.isCut ? $0.profile : engine.profile }
  }

  /// What carries the packets.
  public var engineKind: EngineKind { engine.kind }

  /// How a connected link's far side reaches what the host reaches: `masquerade` or `pasta`; nil on a private one.
  public var wayOutName: String? { wayOut?.name }

  /// Whether the link is cut.
  public var isCut: Bool {
    conditions.withLock { $0.isCut }
  }

  /// Puts another profile in force; packets that are under way keep the departure they were given. Heals a cut.
  public func change(to profile: Profile) throws {
    try conditions.withLock {
      try engine.change(to: profile)
      $0.profile = profile
      $0.isCut = false
    }
  }

  /// Lets something happen to the link itself: the client's carrier goes or comes, its ports are mapped anew.
  public func perform(_ event: LinkEvent) throws {
    try conditions.withLock {
      try engine.perform(event)
      if case .carrier(let isUp) = event { $0.isCarrierDown = !isUp }
    }
  }

  /// What is in force and what is to follow it.
  public var progress: TimelineProgress { engine.progress }

  /// Lets something follow, once what the clause names is seen. A switch, a cut or a reset makes it void.
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

  private static let mostPending = 100

  /// Puts the link back as it was made: its profile or timeline from the start, nothing cut, its carrier there. Where the engine
  /// is our own, what is on its way is lost, and the random decisions are those of the start again.
  public func reset() throws {
    try conditions.withLock {
      if $0.isCarrierDown { try engine.perform(.carrier(isUp: true)) }
      try engine.reset(to: timeline)
      $0 = Conditions(profile: timeline.first)
    }
  }

  /// Shows each frame that crosses to a tap from now on.
  public func observe(_ tap: any PacketTap) throws {
    try engine.observe(tap)
  }

  /// Returns when what was on its way into the engine at this moment has been taken, as far as that can be known.
  public func settle() {
    switch engine.kind {
    // An answer is given at the start of a round, in which what has arrived is received: the second one comes after that.
    case .userspace: for _ in 0..<2 { _ = try? engine.statistics() }
    // The kernel shows frames a moment after they have crossed.
    case .netem: usleep(5_000)
    }
  }

  /// Lets nothing through, either way, until `heal` or another profile.
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

  /// Puts the profile that was in force before a cut in force again.
  public func heal() throws {
    try conditions.withLock {
      try engine.change(to: $0.profile)
      $0.isCut = false
    }
  }

  /// What has crossed so far.
  public func statistics() throws -> LinkStatistics {
    try engine.statistics()
  }

  /// Ends the engine; packets still under way are lost.
  @discardableResult
  public func stop() -> LinkStatistics {
    wayOut?.close()
    return engine.stop()
  }
}
