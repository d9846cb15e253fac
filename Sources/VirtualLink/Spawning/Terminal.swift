import Glibc

/// The terminal that Headwind was started from, if any. It remembers whether Headwind was in the foreground.
public struct Terminal: Sendable {
  private let wasOurs: Bool

  /// Remembers the terminal's state.
  public init() {
    wasOurs = tcgetpgrp(STDERR_FILENO) == getpgrp()
  }

  /// Makes Headwind the foreground process group again, after a program such as an interactive shell has changed it.
  public func takeBack() {
    guard wasOurs, tcgetpgrp(STDERR_FILENO) != getpgrp() else { return }
    // A background process may do this only while it blocks SIGTTOU, and Headwind does.
    tcsetpgrp(STDERR_FILENO, getpgrp())
  }
}
