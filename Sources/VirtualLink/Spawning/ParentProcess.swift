import CLinux
import Glibc

/// A process of Headwind that has started us to make a link for it, and without which there is no use for one.
public enum ParentProcess {
  /// The environment variable by which it says so: its process id.
  public static let variable = "HEADWIND_PARENT"

  /// Has the kernel end this process when that one ends, in whatever way. Does nothing if there is none.
  ///
  /// Programs that are started later do not see the variable.
  /// - Returns: false if it has ended already.
  public static func bind() -> Bool {
    guard let value = getenv(variable), let process = pid_t(String(cString: value)) else { return true }
    unsetenv(variable)
    return hw_die_with_parent(process)
  }
}
