/// The sending end of a link, which sends one packet after another at a bandwidth.
struct Transmitter: Sendable {
  /// The fraction of a nanosecond that rounding left over, in units of 1/bandwidth.
  private var remainder: UInt64 = 0
  /// When the last admitted packet will have been sent.
  private(set) var busyUntil = LinkInstant(nanoseconds: .min)

  /// How long a packet that arrives now waits before its first bit is sent.
  func wait(at now: LinkInstant) -> LinkDuration {
    max(.zero, busyUntil - now)
  }

  /// Sends this many bytes, and returns how long that takes.
  mutating func send(_ bytes: UInt64, at now: LinkInstant, bandwidth: Bandwidth) -> LinkDuration {
    let duration = bandwidth.duration(ofBytes: bytes, carrying: &remainder)
    busyUntil = max(busyUntil, now) + duration
    return duration
  }

  /// Forgets what was to be sent after `now`.
  mutating func stop(at now: LinkInstant) {
    busyUntil = min(busyUntil, now)
    remainder = 0
  }

  /// Forgets the rounding remainder at a change of bandwidth. It is less than a nanosecond.
  mutating func forgetRemainder() {
    remainder = 0
  }
}
