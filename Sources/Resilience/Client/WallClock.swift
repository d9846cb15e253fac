internal import Glibc
public import Wire

/// The wall clock, by which captures are stamped too.
public enum WallClock {
  /// This moment.
  public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
