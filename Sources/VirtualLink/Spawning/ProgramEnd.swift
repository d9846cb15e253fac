import CLinux

/// How a program ended.
public enum ProgramEnd: Hashable, Sendable {
  /// With an exit status.
  case exited(Int32)
  /// By a signal.
  case killed(Int32)

  init(waitStatus: Int32) {
    let signal = hw_end_signal(waitStatus)
    self = signal == 0 ? .exited(hw_exit_status(waitStatus)) : .killed(signal)
  }
}
