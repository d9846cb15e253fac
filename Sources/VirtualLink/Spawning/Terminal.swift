import Glibc

/// The terminal that we were started from, if any, and whether it was ours to begin with.
public struct Terminal: Sendable {
  private let wasOurs: Bool

  public init() {
    wasOurs = tcgetpgrp(STDERR_FILENO) == getpgrp()
  }

  /// Takes the terminal back from a program that has given it to a process group of its own, as interactive shells do.
  public func takeBack() {
    guard wasOurs, tcgetpgrp(STDERR_FILENO) != getpgrp() else { return }
    // The signals that stop a background process at this are held back, which is what permits it.
    tcsetpgrp(STDERR_FILENO, getpgrp())
  }
}
