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
  private let engine: UserspaceEngine
  private let conditions: Mutex<Conditions>

  /// Makes a link and puts it to work.
  /// - Parameters:
  ///   - tap: hears of each frame that crosses.
  public init(
    kind: LinkKind, profile: Profile, seed: RunSeed, tap: (any PacketTap)? = nil
  ) throws {
    let alarm = try Alarm()
    let topology = try LinkTopology()
    let (clientEnd, farEnd) = try topology.wire.perform {
      (
        try PacketSocket(interface: LinkTopology.wireUplinkInterface),
        try PacketSocket(interface: LinkTopology.wireDownlinkInterface)
      )
    }
    engine = try UserspaceEngine(
      clientSide: clientEnd, farSide: farEnd, profile: profile, seed: seed, tap: tap,
      onFailure: { alarm.raise("\($0)") })
    try engine.start()
    self.alarm = alarm
    self.topology = topology
    self.kind = kind
    self.seed = seed
    conditions = Mutex(Conditions(profile: profile))
  }

  /// The profile in force, or to be in force again when a cut is healed.
  public var profile: Profile {
    conditions.withLock { $0.profile }
  }

  /// Whether the link is cut.
  public var isCut: Bool {
    conditions.withLock { $0.isCut }
  }

  /// Puts another profile in force; packets that are under way keep the departure they were given. Heals a cut.
  public func change(to profile: Profile) {
    conditions.withLock {
      $0 = Conditions(profile: profile)
      engine.change(to: profile)
    }
  }

  /// Lets nothing through, either way, until `heal` or another profile.
  public func cut() {
    conditions.withLock {
      $0.isCut = true
      var nothing = Profile.clean
      nothing.name = "cut"
      nothing.uplink.loss = .random(CorrelatedProbability(.always))
      nothing.downlink.loss = .random(CorrelatedProbability(.always))
      engine.change(to: nothing)
    }
  }

  /// Puts the profile that was in force before a cut in force again.
  public func heal() {
    conditions.withLock {
      $0.isCut = false
      engine.change(to: $0.profile)
    }
  }

  /// What has crossed so far.
  public func statistics() throws -> LinkStatistics {
    try engine.statistics()
  }

  /// Ends the engine; packets still under way are lost.
  @discardableResult
  public func stop() -> LinkStatistics {
    return engine.stop()
  }
}
