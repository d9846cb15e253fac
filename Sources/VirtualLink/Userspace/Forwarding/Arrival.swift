import LinkConditions

/// When a packet reached the wire, on the emulator's clock.
///
/// The kernel's timestamp says when it reached the interface. The engine reads the packet later, because its thread
/// has to wake up first. Delays are counted from the timestamp, so that this time does not add to them.
struct Arrival {
  let instant: LinkInstant

  /// A timestamp that is older than this is not used. No engine is held up for so long.
  static let longestWait: Int64 = 10_000_000_000

  /// - Parameters:
  ///   - earlier: the arrival of the previous packet. A packet never arrives before it, even if the previous packet's
  ///     timestamp could not be used and this one's can.
  ///   - step: when the wall clock was last seen to have been set. Timestamps from before are not used.
  init(stampedAt stamp: Int64, now: LinkInstant, wall: Int64, after earlier: LinkInstant, since step: LinkInstant) {
    let age = wall &- stamp
    let isPlausible = stamp > 0 && (0..<Self.longestWait).contains(age) && now.nanoseconds - age > step.nanoseconds
    instant = max(earlier, LinkInstant(nanoseconds: now.nanoseconds - (isPlausible ? age : 0)))
  }
}
