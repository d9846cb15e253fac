import LinkConditions
import Synchronization

/// The netem engine when it was chosen automatically. The userspace engine replaces it when a request needs something
/// that netem cannot do.
///
/// Packets that the kernel has already queued still leave it. The counters are the sums of both engines.
final class YieldingEngine: LinkEngine {
  /// Creates a userspace engine with a timeline and a tap.
  typealias Maker = @Sendable (Timeline, (any PacketTap)?) throws -> any LinkEngine

  private struct State {
    var engine: any LinkEngine
    var taps: [any PacketTap]
    /// The counters of the netem engine when it was replaced.
    var before = LinkStatistics()
  }

  private let state: Mutex<State>
  private let makeOwn: Maker

  init(_ engine: any LinkEngine, tap: (any PacketTap)?, makeOwn: @escaping Maker) {
    state = Mutex(State(engine: engine, taps: tap.map { [$0] } ?? []))
    self.makeOwn = makeOwn
  }

  private var engine: any LinkEngine { state.withLock { $0.engine } }

  var kind: EngineKind { engine.kind }

  var progress: TimelineProgress { engine.progress }

  func start() throws { try engine.start() }

  var usualTreatment: QueuedTreatment { engine.usualTreatment }

  func change(to timeline: Timeline, queued: QueuedTreatment?) throws {
    // What waits in the kernel leaves it at its own times, even if the other engine takes over.
    try NetemEngine.refuse(queued, unless: engine.kind == .userspace)
    try own(if: !timeline.netemObstacles.isEmpty).change(to: timeline, queued: queued)
  }

  func reset(to timeline: Timeline) throws { try engine.reset(to: timeline) }

  func follow(_ phases: [Timeline.Phase]) throws {
    try own(if: !Timeline(first: .clean, phases: phases).netemObstacles.isEmpty).follow(phases)
  }

  func perform(_ event: LinkEvent) throws { try own(if: true).perform(event) }

  func observe(_ tap: any PacketTap) throws {
    try state.withLock {
      try $0.engine.observe(tap)
      $0.taps.append(tap)
    }
  }

  func statistics() throws -> LinkStatistics {
    try state.withLock { try $0.before + $0.engine.statistics() }
  }

  @discardableResult
  func stop() -> LinkStatistics {
    state.withLock { $0.before + $0.engine.stop() }
  }

  /// The engine for a request, after replacing netem if the request needs the userspace engine.
  private func own(if isNeeded: Bool) throws -> any LinkEngine {
    try state.withLock { state in
      guard isNeeded, state.engine.kind != .userspace else { return state.engine }
      let progress = state.engine.progress
      let tap: (any PacketTap)? = state.taps.isEmpty ? nil : TapFan(state.taps)
      let own = try makeOwn(Timeline(first: progress.profile, phases: progress.pending), tap)
      state.before = state.engine.stop()
      try own.start()
      state.engine = own
      return own
    }
  }
}
