import LinkConditions
import Wire

/// The time of day that captures show: the wall clock as it was when the link was made, going on evenly from there.
///
/// Everything a link does is timed by CLOCK_MONOTONIC, which nobody can set. Where somebody sets the wall clock meanwhile, stamps
/// neither jump nor go back; by how much they are off from then on is noted.
struct StampClock: Sendable {
  /// What the wall clock was ahead of the link's own when the link was made, in nanoseconds.
  private let offset: Int64
  /// By how much the wall clock has been set since, as far as that was noted.
  private var noted: Int64 = 0
  /// Two clocks are not read at the same moment; a difference that is no more than this is none.
  private static let tolerance: Int64 = 50_000_000

  init(now: LinkInstant, wall: Int64) {
    offset = wall &- now.nanoseconds
  }

  /// The stamp of an instant; a later instant never has an earlier one.
  func timestamp(_ instant: LinkInstant) -> Timestamp {
    Timestamp(nanoseconds: instant.nanoseconds &+ offset)
  }

  /// What to note if the wall clock was set since this was asked last, or nil.
  mutating func step(now: LinkInstant, wall: Int64) -> String? {
    let ahead = wall &- now.nanoseconds &- offset
    guard (ahead &- noted).magnitude > Self.tolerance.magnitude else { return nil }
    noted = ahead
    let (seconds, rest) = ahead.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(1000 + rest / 1_000_000).dropFirst()
    return "the wall clock was set, and is \(seconds).\(digits) s \(ahead < 0 ? "behind" : "ahead of") these timestamps"
  }
}
