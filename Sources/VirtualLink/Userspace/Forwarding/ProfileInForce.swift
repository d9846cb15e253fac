import LinkConditions
import Wire

/// Which profile a link has at the moment: the timeline's, or the one that was put in its place.
struct ProfileInForce: ~Copyable {
  private var runner: TimelineRunner
  /// Counts the changes: a direction that has seen an older one has another profile to adopt.
  private(set) var edition = 0
  private let board: ProfileBoard
  /// What happened to the link itself by command, and is still to be done.
  private var commanded: [LinkEvent] = []

  init(_ timeline: Timeline, board: ProfileBoard) {
    runner = TimelineRunner(timeline, startingAt: EngineClock.now)
    self.board = board
    board.show(runner.progress)
  }

  /// Whether packets must be observed one by one, because the next one may change the profile.
  var watchesPackets: Bool { runner.watchesPackets }

  /// When the profile may change without a packet.
  var nextInstant: LinkInstant? { runner.nextInstant }

  var profile: Profile { runner.profile }

  /// When the profile came into force.
  var began: LinkInstant { runner.began }

  /// What put the profile in force, in words.
  var cause: String { runner.cause.map { "\($0)" } ?? "by command" }

  /// Puts another timeline in the place of this one.
  mutating func replace(with timeline: Timeline) {
    runner.restart(timeline, at: EngineClock.now)
    changed()
  }

  /// Lets phases follow those that are still to come.
  mutating func append(_ phases: [Timeline.Phase]) {
    runner.append(phases, at: EngineClock.now)
    board.show(runner.progress)
  }

  /// Follows conversations from now on, for phases that are added later.
  mutating func attend() {
    runner.isAttentive = true
  }

  /// Notes what is to happen to the link itself.
  mutating func command(_ event: LinkEvent) {
    commanded.append(event)
  }

  /// Hands over what has happened to the link itself.
  mutating func takeEvents() -> [LinkEvent] {
    defer { commanded = [] }
    return runner.takeEvents() + commanded
  }

  /// Moves on with the time, where that matters.
  mutating func advance() {
    guard runner.nextInstant != nil else { return }
    if runner.advance(to: EngineClock.now) { changed() }
  }

  /// Learns of a frame that leaves the link.
  mutating func observe(_ frame: Span<UInt8>, _ direction: LinkDirection, at instant: LinkInstant) {
    let (packet, payload) = ObservedPacket.read(frame, direction: direction, instant: instant)
    if runner.observe(packet, payload: frame.extracting(payload)) { changed() }
  }

  private mutating func changed() {
    edition += 1
    board.show(runner.progress)
  }
}
