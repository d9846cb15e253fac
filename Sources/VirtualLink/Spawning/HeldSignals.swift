import CLinux
import CNetlink
import Glibc

/// The signals sent to this process, held back and taken one by one, so that they can be passed on to a program.
///
/// To be made first, while the process has one thread: threads made later inherit that they hold signals back.
public final class HeldSignals: Sendable {
  let descriptor: Descriptor

  public init() throws {
    let raw = hw_hold_signals()
    guard raw >= 0 else { throw LinkError("receive signals", errno: errno) }
    descriptor = Descriptor(owning: raw)
  }

  /// The next signal that has come, or nil. Does not wait.
  func next() -> hw_signal? {
    var signal = hw_signal()
    return hw_next_signal(descriptor.raw, &signal) == 1 ? signal : nil
  }

  /// Waits until a signal asks to end, or an alarm is raised.
  public func wait(orUntil alarms: [Alarm]) {
    while true {
      var sources = ([descriptor] + alarms.map(\.descriptor)).map {
        pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 || errno == EINTR else { return }
      if endRequested() != nil || alarms.contains(where: { $0.reason != nil }) { return }
    }
  }

  /// A signal that came before there was a program to pass it to, and that asks to end; nil if none did.
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
