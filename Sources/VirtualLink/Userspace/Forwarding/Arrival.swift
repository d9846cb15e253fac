import LinkConditions

/// When a packet reached the wire, on the clock that the emulator lives by.
///
/// The kernel's stamp says when it reached the interface; the engine reads it later, by as much as its thread took to
/// wake. Delays count from the stamp, so that this does not add to them.
struct Arrival {
  let instant: LinkInstant

  /// A stamp older than this is that of another clock: the wall clock has been set meanwhile.
  static let longestWait: Int64 = 100_000_000

  /// - Parameter earlier: the arrival of the packet before it, which it does not overtake: the engine may come to read when the
  ///   stamp of one is older than that, and those of the packets behind it are not.
  init(stampedAt stamp: Int64, now: LinkInstant, wall: Int64, after earlier: LinkInstant) {
    let age = wall &- stamp
    let isPlausible = stamp > 0 && age >= 0 && age < Self.longestWait
    instant = max(earlier, LinkInstant(nanoseconds: now.nanoseconds - (isPlausible ? age : 0)))
  }
}
