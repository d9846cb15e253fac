internal import Glibc
public import Wire

/// The wall clock, which captures also use for timestamps.
public enum WallClock {
  /// The current time.
  public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
