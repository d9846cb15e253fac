import CLinux
import CNetlink
import Glibc

/// Watches a program on behalf of the process that started Headwind: it forwards signals, stops when the program
/// stops, and returns how the program ended.
public struct ProgramWatch {
  private let program: Program
  private let tree: ProcessTree
  private let signals: HeldSignals
  private let alarm: Alarm

  /// - Parameter alarm: raised when the link fails while the program runs.
  public init(_ program: Program, tree: ProcessTree, signals: HeldSignals, alarm: Alarm) {
    self.program = program
    self.tree = tree
    self.signals = signals
    self.alarm = alarm
  }

  /// Waits until the program has ended, and then ends the processes that it left running in its tree.
  /// - Throws: `LinkError` if the link failed first. The program is then dead too.
  public func wait() throws -> ProgramEnd {
    defer { tree.end() }
    while true {
      var sources = [
        pollfd(fd: signals.descriptor.raw, events: Int16(POLLIN), revents: 0),
        pollfd(fd: alarm.descriptor.raw, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 || errno == EINTR else {
        throw LinkError("wait for the program", errno: errno)
      }
      while let signal = signals.next() {
        if let end = try handle(signal) { return end }
      }
      if let reason = alarm.reason { throw LinkError("the link is down: \(reason)") }
    }
  }

  private func handle(_ signal: hw_signal) throws -> ProgramEnd? {
    guard signal.number == SIGCHLD else {
      // Signals from the kernel (an interrupt from the terminal, a hangup) also reach the program directly.
      if signal.from_kernel == 0 { kill(program.process, signal.number) }
      return nil
    }
    var status: Int32 = 0
    while waitpid(program.process, &status, WNOHANG | WUNTRACED) == program.process {
      guard hw_stop_signal(status) != 0 else {
        tree.forget(program.process)
        let end = ProgramEnd(waitStatus: status)
        if end == .killed(SIGKILL), tree.isEnding {
          throw LinkError("the program's process tree was killed from outside")
        }
        return end
      }
      // Stop this process too, so that the shell sees that the job has stopped. When this process continues, the
      // program continues.
      kill(getpid(), SIGSTOP)
    }
    return nil
  }
}

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
