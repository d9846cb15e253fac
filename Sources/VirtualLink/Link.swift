public import LinkConditions
import Synchronization

/// A link that carries packets: namespaces, interfaces, and the engine between them.
///
/// All of it goes with this object, and with the process, however either ends.
public final class Link: Sendable {
  private struct Conditions {
    var profile: Profile
    var isCut = false
  }

  public let topology: LinkTopology
  public let kind: LinkKind
  public let seed: RunSeed
  /// Raised when the link has failed and carries nothing any more.
  public let alarm: Alarm
  private let engine: any LinkEngine
  private let wayOut: WayOut?
  private let conditions: Mutex<Conditions>

  /// Makes a link and puts it to work.
  /// - Parameters:
  ///   - timeline: the profile to begin with, and what follows it.
  ///   - engine: what carries the packets; see `EngineDecision`.
  ///   - tap: hears of each frame that crosses.
  ///   - isRootless: whether this process is in a user namespace of its own.
  public init(
    kind: LinkKind, timeline: Timeline, seed: RunSeed, engine: EngineKind = .userspace, tap: (any PacketTap)? = nil,
    isRootless: Bool = false
  ) throws {
    let alarm = try Alarm()
    let number = kind == .connected ? try ConnectedNumber() : nil
    let topology = try LinkTopology(addresses: LinkAddresses(number: number?.value ?? 0))
    self.engine = try Self.engine(engine, topology, timeline, seed, tap) { alarm.raise("\($0)") }
    wayOut = try number.map {
      try WayOut(topology: topology, number: $0, isRootless: isRootless) { alarm.raise($0.message) }
    }
    try self.engine.start()
    self.alarm = alarm
    self.topology = topology
    self.kind = kind
    self.seed = seed
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
      $0 = Conditions(profile: profile)
    }
  }

  /// Lets something happen to the link itself: the client's carrier goes or comes, its ports are mapped anew.
  public func perform(_ event: LinkEvent) throws {
    try engine.perform(event)
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
