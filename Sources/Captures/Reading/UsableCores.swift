internal import CLinux

/// The cores over which work can be distributed.
public enum UsableCores {
  /// How many cores this process may use. Under taskset(1) or in a container, these can be fewer than the machine
  /// has.
  public static var count: Int { Int(hw_usable_cores()) }
}
