import Glibc
import Synchronization

/// Records SIGINT and SIGTERM, so that running scenarios can be ended properly. A second signal ends the process if
/// it comes at least half a second later. An earlier one can be the same signal, which timeout(1) sends to the
/// command and then to its group.
final class RaisedSignals: Sendable {
  // The variables that the signal handler writes, which must not take a lock.
  /// The first signal, 0 for none.
  private static let number = Atomic<Int32>(0)
  /// The time of the signal, on the monotonic clock.
  private static let time = Atomic<Int64>(0)

  init() {
    // The reports must be written even if the reader of the output exits (`| head`). Use a handler, because an
    // ignored signal would stay ignored in the programs that are started.
    signal(SIGPIPE) { _ in }
    for stop in [SIGINT, SIGTERM] { signal(stop) { RaisedSignals.note($0) } }
  }

  /// The first signal, or nil.
  func raised() -> Int32? {
    let number = Self.number.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  private static func note(_ signal: Int32) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let nanoseconds = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    if number.load(ordering: .relaxed) == 0 {
      time.store(nanoseconds, ordering: .relaxed)
      number.store(signal, ordering: .relaxed)
    } else if nanoseconds - time.load(ordering: .relaxed) > 500_000_000 {
      Glibc.signal(signal, SIG_DFL)
      raise(signal)
    }
  }
}
