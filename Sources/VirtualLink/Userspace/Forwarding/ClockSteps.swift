import LinkConditions

/// When the wall clock was set while a link exists. The kernel's timestamps of packets follow the wall clock.
struct ClockSteps {
  /// When it was last seen to have been set.
  private(set) var last = LinkInstant(nanoseconds: .min)
  /// The difference between the wall clock and the monotonic clock, in nanoseconds.
  private var offset: Int64?
  /// Smaller differences come from reading the two clocks one after the other, and from adjusting them (adjtimex(2)).
  private static let tolerance: Int64 = 2_000_000

  mutating func look(now: LinkInstant, wall: Int64) {
    let offset = wall &- now.nanoseconds
    if let known = self.offset, (offset &- known).magnitude > Self.tolerance.magnitude { last = now }
    self.offset = offset
  }
}
