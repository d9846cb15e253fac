import CLinux
import Glibc
public import LinkConditions
import Synchronization

/// The engine that lets the kernel carry the packets: a bridge joins the two ends of a link's wire, and netem on the
/// egress of each conditions one direction.
///
/// Timelines that depend only on time run on a thread of the engine. Each switch changes the settings of netem but
/// does not replace the qdisc, so queued packets survive. Every change is read back and compared.
public final class NetemEngine: LinkEngine {
  private struct State {
    var wire: NetemWire?
    var runner: TimelineRunner
    var final: LinkStatistics?
  }

  /// netem.
  public var kind: EngineKind { .netem }
  private let topology: LinkTopology
  private let seed: RunSeed
  private let onFailure: @Sendable (LinkError) -> Void
  private let state: Mutex<State>
  /// Wakes the engine's threads when the engine stops or the timeline is replaced.
  private let bell: Descriptor
  private let wireTap = Mutex<WireTap?>(nil)
  private let taps: TapFan
  private let isTapped: Bool
  private let history: PhaseHistory

  /// - Parameters:
  ///   - timeline: the first profile and the phases that follow. `start` refuses a timeline that the kernel cannot do.
  ///   - seed: the seed of the kernel's random decisions. Kernels before Linux 6.7 ignore it.
  ///   - tap: sees each frame at both ends of the link. The kernel does not report the frame's fate.
  ///   - history: gets the profiles as they come into force.
  ///   - onFailure: called once, on a thread of the engine, if the link disappears before `stop` is called.
  public init(
    topology: LinkTopology, timeline: Timeline, seed: RunSeed, tap: (any PacketTap)? = nil,
    history: PhaseHistory = PhaseHistory(), onFailure: @escaping @Sendable (LinkError) -> Void = { _ in }
  ) throws(LinkError) {
    let raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    bell = Descriptor(owning: raw)
    self.topology = topology
    self.seed = seed
    taps = TapFan(tap.map { [$0] } ?? [])
    isTapped = tap != nil
    self.history = history
    self.onFailure = onFailure
    state = Mutex(State(runner: TimelineRunner(timeline, startingAt: EngineClock.now)))
  }

  deinit {
    stop()
  }

  public func start() throws {
    let timeline = state.withLock { $0.runner.timeline }
    if let obstacle = timeline.netemObstacles.first {
      throw LinkError("netem cannot \(obstacle)", remedy: "use --engine userspace or --engine auto")
    }
    try cutLargeSends()
    let (seed, profile) = (seed, timeline.first)
    if isTapped { try listen(profile) }
    let wire = try topology.wire.perform {
      var wire = try NetemWire(seed: seed, hasSelections: timeline.hasSelections)
      try wire.apply(profile)
      try wire.join()
      return wire
    }
    state.withLock {
      $0.wire = wire
      $0.runner = TimelineRunner(timeline, startingAt: EngineClock.now)
    }
    history.add(profile.name, "at the start")
    let watch = try topology.wire.perform { try WireWatch() }
    let (bell, onFailure) = (bell, onFailure)
    try OwnThread.start { [weak self] in
      hw_prepare_thread("headwind-netem")
      while true {
        let next = self?.advance()
        switch watch.wait(for: bell, until: next ?? nil) {
        case .rung: if self?.isRunning != true { return }
        case .gone(let interface):
          guard self?.isRunning == true else { return }
          return onFailure(LinkError("the interface \(interface) is gone"))
        case .timeout: continue
        }
      }
    }
  }

  /// Whether the kernel accepts the seed (Linux 6.7 or newer). False before `start`.
  public var keepsSeed: Bool { state.withLock { $0.wire?.keepsSeed ?? false } }

  /// The kernel decides when a packet leaves as soon as it arrives.
  public var usualTreatment: QueuedTreatment { .keep }

  /// Refuses what the kernel cannot do to the packets that wait in it.
  static func refuse(_ queued: QueuedTreatment?, unless isPossible: Bool = false) throws {
    if !isPossible, let obstacle = queued.flatMap({ NetemObstacle($0) }) { throw refusal(obstacle) }
  }

  public func change(to timeline: Timeline, queued: QueuedTreatment?) throws {
    try Self.refuse(queued)
    if let obstacle = timeline.netemObstacles.first { throw Self.refusal(obstacle) }
    try state.withLock { state in
      guard state.wire != nil, state.final == nil else { return }
      state.runner.restart(timeline, at: EngineClock.now)
      try state.wire?.apply(timeline.first)
      note(timeline.first, "by command")
    }
    eventfd_write(bell.raw, 1)
  }

  public func follow(_ phases: [Timeline.Phase]) throws {
    if let obstacle = Timeline(first: .clean, phases: phases).netemObstacles.first { throw Self.refusal(obstacle) }
    state.withLock { $0.runner.append(phases, at: EngineClock.now) }
    eventfd_write(bell.raw, 1)
  }

  /// Records that a profile is in force from now on.
  private func note(_ profile: Profile, _ cause: String) {
    history.add(profile.name, cause)
    wireTap.withLock { $0?.note(profile, cause) }
  }

  public var progress: TimelineProgress { state.withLock { $0.runner.progress } }

  public func observe(_ tap: any PacketTap) throws {
    taps.add(tap)
    try listen(progress.profile)
  }

  private func listen(_ profile: Profile) throws {
    try wireTap.withLock { $0 = try $0 ?? WireTap(topology, taps, profile: profile.name) }
  }

  private static func refusal(_ obstacle: NetemObstacle) -> LinkError {
    LinkError("netem cannot \(obstacle)", remedy: "create the link with --engine userspace")
  }

  public func perform(_ event: LinkEvent) throws {
    throw Self.refusal(NetemObstacle(event))
  }

  public func statistics() throws -> LinkStatistics {
    try state.withLock { state in
      if let final = state.final { return final }
      return try state.wire?.statistics() ?? LinkStatistics()
    }
  }

  @discardableResult
  public func stop() -> LinkStatistics {
    let statistics = state.withLock { state in
      if let final = state.final { return final }
      let final = (try? state.wire?.statistics()) ?? LinkStatistics()
      state.final = final
      state.wire?.disconnect()
      return final
    }
    wireTap.withLock {
      $0?.stop()
      $0 = nil
    }
    eventfd_write(bell.raw, 1)
    return statistics
  }

  private var isRunning: Bool { state.withLock { $0.final == nil } }

  /// Turns off segmentation offload at both ends, so that each packet has its own fate.
  private func cutLargeSends() throws {
    for (end, name) in [
      (topology.client, topology.ends.client), (topology.farSide, topology.ends.farSide),
    ] {
      try end.perform {
        let interface = try InterfaceControl.index(of: name)
        let control = InterfaceControl(socket: try NetlinkSocket())
        try NetlinkSocket.attempt("turn segmentation offload off on \(name)") { () throws(NetlinkSocket.Refusal) in
          try control.setLargestSend(1, on: interface)
        }
      }
    }
  }

  /// Advances the timeline. Returns when to call again, or nil for never.
  private func advance() -> LinkInstant? {
    let (next, failure) = state.withLock { state -> (LinkInstant?, LinkError?) in
      guard state.final == nil, state.runner.nextInstant != nil else { return (nil, nil) }
      var failure: LinkError?
      if state.runner.advance(to: EngineClock.now) {
        do throws(LinkError) {
          try state.wire?.apply(state.runner.profile)
        } catch {
          failure = error
        }
        let cause = state.runner.cause.map { "\($0)" } ?? "by command"
        note(state.runner.profile, cause)
      }
      return (state.runner.nextInstant, failure)
    }
    // A switch that failed must not go unnoticed.
    if let failure { onFailure(failure) }
    return next
  }
}
