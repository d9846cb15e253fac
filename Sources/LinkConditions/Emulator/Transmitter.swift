/// The end of a link that sends one packet after the other at a bandwidth.
struct Transmitter: Sendable {
  /// Parts of a nanosecond that rounding left, in 1/bandwidth.
  private var remainder: UInt64 = 0
  /// When the last packet admitted will have been sent.
  private var busyUntil = LinkInstant(nanoseconds: .min)

  /// How long a packet that comes now waits before its first bit is sent.
  func wait(at now: LinkInstant) -> LinkDuration {
    max(.zero, busyUntil - now)
  }

  /// How long it takes to send so many bytes, which is what the transmitter does next.
  mutating func send(_ bytes: UInt64, at now: LinkInstant, bandwidth: Bandwidth) -> LinkDuration {
    let duration = bandwidth.duration(ofBytes: bytes, carrying: &remainder)
    busyUntil = max(busyUntil, now) + duration
    return duration
  }

  /// A change of bandwidth: what was being counted in parts of the old one is less than a nanosecond, and forgotten.
  mutating func forgetRemainder() {
    remainder = 0
  }
}
