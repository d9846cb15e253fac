#if os(Linux)
  internal import CLinux
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The cores over which work can be distributed.
public enum UsableCores {
  /// How many cores this process may use. Under taskset(1) or in a container, these can be fewer than the machine
  /// has.
  public static var count: Int {
    #if os(Linux)
      Int(hw_usable_cores())
    #else
      max(1, sysconf(_SC_NPROCESSORS_ONLN))
    #endif
  }
}
