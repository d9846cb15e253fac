import LinkConditions
import Synchronization
import Wire

/// The profile in force on a link: that of the timeline or the one that replaced it.
struct ProfileInForce: ~Copyable {
  private var runner: TimelineRunner
  /// The number of changes so far. A direction with an older edition must adopt the current profile.
  private(set) var edition = 0
  private let board: ProfileBoard
  private let history: PhaseHistory
  /// Reads what the timeline cannot.
  private let insight: (any ConversationInsight)?
  /// What the switches since the last adoption do to the packets that wait, for each direction.
  private var treatments: [QueuedTreatment?] = [nil, nil]
  /// Commanded events for the link itself that have not been performed yet.
  private var commanded: [LinkEvent] = []

  init(_ timeline: Timeline, board: ProfileBoard, history: PhaseHistory, insight: (any ConversationInsight)?) {
    self.insight = insight
    self.history = history
    runner = TimelineRunner(timeline, usually: .rerate, startingAt: EngineClock.now)
    self.board = board
    board.show(runner.progress)
    history.add(timeline.first.name, Self.beginning)
  }

  private static let beginning = "at the start"

  /// Whether packets must be observed one by one, because the next one may change the profile.
  var watchesPackets: Bool { runner.watchesPackets }

  /// When the profile can change without a packet.
  var nextInstant: LinkInstant? { runner.nextInstant }

  var profile: Profile { runner.profile }

  /// When the profile came into force.
  var began: LinkInstant { runner.began }

  /// What put the profile in force, as text.
  var cause: String { runner.cause.map { "\($0)" } ?? "by command" }

  /// Replaces the timeline.
  mutating func replace(with timeline: Timeline, queued: QueuedTreatment) {
    runner.restart(timeline, at: EngineClock.now)
    changed(queued)
  }

  /// What the switches since the last call do to the packets of a direction that wait.
  mutating func takeTreatment(for direction: LinkDirection) -> QueuedTreatment {
    defer { treatments[Int(direction.rawValue)] = nil }
    return treatments[Int(direction.rawValue)] ?? .keep
  }

  /// Appends phases to the pending ones.
  mutating func append(_ phases: [Timeline.Phase]) {
    runner.append(phases, at: EngineClock.now)
    board.show(runner.progress)
  }

  /// Tracks conversations from now on, because phases that are added later may depend on them.
  mutating func attend() {
    runner.isAttentive = true
  }

  /// Records an event to be performed on the link itself.
  mutating func command(_ event: LinkEvent) {
    commanded.append(event)
  }

  /// Returns and clears the events for the link itself.
  mutating func takeEvents() -> [LinkEvent] {
    defer { commanded = [] }
    return runner.takeEvents() + commanded
  }

  /// Advances the timeline to the present, if it depends on time.
  mutating func advance() {
    guard runner.nextInstant != nil else { return }
    if runner.advance(to: EngineClock.now) { changed(runner.takeTreatment()) }
  }

  /// Lets the timeline observe a frame that leaves the link.
  /// - Parameter greeting: how its connection began, if that is known.
  mutating func observe(
    _ frame: Span<UInt8>, _ direction: LinkDirection, at instant: LinkInstant, _ greeting: ConnectionGreeting?
  ) {
    let (packet, payload) = ObservedPacket.read(frame, direction: direction, instant: instant, greeting: greeting)
    let revealed = insight?.read(frame, packet)
    if runner.observe(packet, payload: frame.extracting(payload), revealing: revealed) {
      changed(runner.takeTreatment())
    }
  }

  private mutating func changed(_ treatment: QueuedTreatment) {
    edition += 1
    history.add(profile.name, cause, age: EngineClock.now.nanoseconds &- began.nanoseconds)
    treatments = treatments.map { max($0 ?? .keep, treatment) }
    board.show(runner.progress)
  }
}

/// The profile in force and the pending phases. The engine's thread writes them, and other threads read them.
final class ProfileBoard: Sendable {
  private let current: Mutex<TimelineProgress>

  init(_ profile: Profile) {
    current = Mutex(TimelineProgress(profile: profile))
  }

  var progress: TimelineProgress { current.withLock { $0 } }

  func show(_ progress: TimelineProgress) {
    current.withLock { $0 = progress }
  }
}
