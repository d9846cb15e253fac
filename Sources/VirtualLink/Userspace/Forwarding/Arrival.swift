import LinkConditions

/// When a packet reached the wire, on the emulator's clock.
///
/// The kernel's timestamp says when it reached the interface. The engine reads the packet later, because its thread
/// has to wake up first. Delays are counted from the timestamp, so that this time does not add to them.
struct Arrival {
  let instant: LinkInstant

  /// A timestamp that is older than this is not used: the wall clock has been set in the meantime.
  static let longestWait: Int64 = 100_000_000

  /// - Parameter earlier: the arrival of the previous packet. A packet never arrives before it, even if the previous
  ///   packet's timestamp was too old to be used and this one's is not.
  init(stampedAt stamp: Int64, now: LinkInstant, wall: Int64, after earlier: LinkInstant) {
    let age = wall &- stamp
    let isPlausible = stamp > 0 && age >= 0 && age < Self.longestWait
    instant = max(earlier, LinkInstant(nanoseconds: now.nanoseconds - (isPlausible ? age : 0)))
  }
}
