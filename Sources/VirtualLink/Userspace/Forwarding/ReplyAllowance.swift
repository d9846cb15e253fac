import LinkConditions

/// The rate limit for the link's ICMP errors, which is that of Linux (icmp_msgs_per_sec 1000, icmp_msgs_burst 50).
struct ReplyAllowance {
  private static let interval: Int64 = 1_000_000
  private static let burst: Int64 = 50

  /// The theoretical arrival time of the generic cell rate algorithm.
  private var spentUntil: Int64 = .min

  /// Takes one from the allowance. Returns whether an error may be sent now.
  mutating func take(at now: LinkInstant) -> Bool {
    let spent = max(spentUntil, now.nanoseconds)
    guard spent - now.nanoseconds <= Self.interval * (Self.burst - 1) else { return false }
    spentUntil = spent + Self.interval
    return true
  }
}
