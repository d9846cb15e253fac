import LinkConditions
import Wire

/// The clock of the timestamps in captures. It begins with the wall clock at the link's creation and then advances
/// steadily.
///
/// Links measure all times with CLOCK_MONOTONIC, which cannot be set. If the wall clock is set while a link exists,
/// timestamps neither jump nor go back, and a note in the capture records the difference.
struct StampClock: Sendable {
  /// The difference between the wall clock and the monotonic clock when the link was created, in nanoseconds.
  private let offset: Int64
  /// The last noted difference between the wall clock and this clock, in nanoseconds.
  private var noted: Int64 = 0
  /// Smaller differences are ignored, because the two clocks are not read at the same moment.
  private static let tolerance: Int64 = 50_000_000

  init(now: LinkInstant, wall: Int64) {
    offset = wall &- now.nanoseconds
  }

  /// The timestamp of an instant. Timestamps never go back.
  func timestamp(_ instant: LinkInstant) -> Timestamp {
    Timestamp(nanoseconds: instant.nanoseconds &+ offset)
  }

  /// The note for the capture if the wall clock was set since the last call, or nil.
  mutating func step(now: LinkInstant, wall: Int64) -> String? {
    let ahead = wall &- now.nanoseconds &- offset
    guard (ahead &- noted).magnitude > Self.tolerance.magnitude else { return nil }
    noted = ahead
    let (seconds, rest) = ahead.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(1000 + rest / 1_000_000).dropFirst()
    return "the wall clock was set, and is \(seconds).\(digits) s \(ahead < 0 ? "behind" : "ahead of") these timestamps"
  }
}
