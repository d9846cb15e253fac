import CLinux
import CNetlink
import Glibc

/// Blocks the signals that are sent to this process and reads them one by one, so that they can be forwarded to a
/// program.
///
/// Create it first, while the process has only one thread: threads that are created later inherit the signal mask.
public final class HeldSignals: Sendable {
  let descriptor: Descriptor

  /// Blocks the signals.
  public init() throws {
    let raw = hw_hold_signals()
    guard raw >= 0 else { throw LinkError("receive signals", errno: errno) }
    descriptor = Descriptor(owning: raw)
  }

  /// The next pending signal, or nil. Does not wait.
  func next() -> hw_signal? {
    var signal = hw_signal()
    return hw_next_signal(descriptor.raw, &signal) == 1 ? signal : nil
  }

  /// Waits until a signal asks the process to end, or an alarm is raised.
  public func wait(orUntil alarms: [Alarm]) {
    while true {
      var sources = ([descriptor] + alarms.map(\.descriptor)).map {
        pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 || errno == EINTR else { return }
      if endRequested() != nil || alarms.contains(where: { $0.reason != nil }) { return }
    }
  }

  /// A signal that asks the process to end and came before the program was started; nil if there was none.
  public func endRequested() -> Int32? {
    while let signal = next() {
      if [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2].contains(signal.number) { return signal.number }
    }
    return nil
  }
}

/// Ends this process by a signal, without a core file; returns only if the signal does not end processes.
public func endBySignal(_ signal: Int32) {
  hw_die_of(signal)
}
