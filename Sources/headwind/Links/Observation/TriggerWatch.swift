import LinkConditions
import VirtualLink
import Wire

/// Determines from a link's frames whether a trigger has fired since a moment, in the same way as a timeline.
struct TriggerWatch {
  private var runner: TimelineRunner
  private let phase: Timeline.Phase
  private let start: (frames: Int, instant: LinkInstant)
  /// The number of the last frame that was read.
  private(set) var cursor = 0
  private var isArmed = false
  private let insight: LinkInsight?

  /// - Parameters:
  ///   - frames: the number of frames before the moment.
  ///   - time: the time of the moment.
  ///   - keys: the secrets of TLS connections.
  init(_ trigger: Trigger, since frames: Int, at time: Timestamp, keys: SessionKeys?) {
    insight = keys.map { LinkInsight($0) }
    runner = TimelineRunner(Timeline(first: .clean), startingAt: LinkInstant(nanoseconds: 0))
    runner.isAttentive = true
    phase = Timeline.Phase(trigger: trigger, profile: .clean)
    start = (frames, LinkInstant(nanoseconds: time.nanoseconds))
  }

  /// Reads more frames. Frames before the moment show which conversations exist.
  /// - Parameter pieces: the pieces with frames after `cursor`.
  mutating func read(_ pieces: [FrameRing.Piece]) {
    for piece in pieces {
      for (index, entry) in piece.batch.entries.enumerated().dropFirst(piece.countUpTo(cursor)) {
        if piece.first + index > start.frames { arm() }
        guard entry.sighting.place == .leaving else { continue }
        let bytes = piece.batch.bytes.span.extracting(entry.range)
        let (packet, payload) = ObservedPacket.read(
          bytes, direction: entry.sighting.direction,
          instant: LinkInstant(nanoseconds: entry.sighting.timestamp.nanoseconds),
          clientPort: entry.sighting.clientPort)
        let revealed = insight?.read(bytes, packet)
        _ = runner.observe(packet, payload: bytes.extracting(payload), revealing: revealed)
      }
      cursor = piece.first + piece.batch.entries.count - 1
    }
    if cursor >= start.frames { arm() }
  }

  /// Whether the trigger has fired.
  mutating func hasHappened(by now: Timestamp) -> Bool {
    _ = runner.advance(to: LinkInstant(nanoseconds: now.nanoseconds))
    return runner.phase > 0
  }

  private mutating func arm() {
    guard !isArmed else { return }
    isArmed = true
    runner.append([phase], at: start.instant)
  }
}
