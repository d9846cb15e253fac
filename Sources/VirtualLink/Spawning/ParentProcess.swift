import CLinux
import Glibc

/// The Headwind process that started this process in order to create a link. Without it, the link is useless.
public enum ParentProcess {
  /// The environment variable that contains its process id.
  public static let variable = "HEADWIND_PARENT"

  /// Makes the kernel end this process when the parent ends for any reason. Does nothing if there is no such parent.
  ///
  /// The variable is removed, so that programs that are started later do not inherit it.
  /// - Returns: false if the parent has already ended.
  public static func bind() -> Bool {
    guard let value = getenv(variable), let process = pid_t(String(cString: value)) else { return true }
    unsetenv(variable)
    return hw_die_with_parent(process)
  }
}
