internal import CLinux

/// The cores that work on a capture can be spread over.
public enum UsableCores {
  /// How many this process may run on; fewer than the machine has within taskset(1) or a container.
  public static var count: Int { Int(hw_usable_cores()) }
}
