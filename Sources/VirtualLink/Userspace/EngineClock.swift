import CLinux
import Glibc
import LinkConditions

/// The two clocks that a forwarder reads.
enum EngineClock {
  /// CLOCK_MONOTONIC, which emulators and timers use.
  static var now: LinkInstant { LinkInstant(nanoseconds: read(CLOCK_MONOTONIC)) }

  /// CLOCK_REALTIME in nanoseconds since 1970, which the kernel uses for packet timestamps.
  static var wall: Int64 { read(CLOCK_REALTIME) }

  /// Both at the same moment, as far as possible: a thread can lose its processor between the two.
  static var both: (now: LinkInstant, wall: Int64) {
    for _ in 0..<3 {
      let (before, wall, after) = (now, wall, now)
      if after - before < LinkDuration.milliseconds(1) { return (after, wall) }
    }
    return (now, wall)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
