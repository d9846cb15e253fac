import Glibc
import Synchronization

/// Notes SIGINT and SIGTERM, so that what runs can be ended in good order. Another signal of either kind, half a second later or more,
/// ends the process: sooner it may be the same one, which timeout(1) sends to the command and then to its group.
final class RaisedSignals: Sendable {
  // Written by the handler, which may touch nothing that takes a lock.
  /// The first signal, 0 for none.
  private static let number = Atomic<Int32>(0)
  /// When it came, on the monotonic clock.
  private static let time = Atomic<Int64>(0)

  init() {
    // Whoever read the output may go (`| head`): the reports are written all the same. A handler, since what is ignored stays so in
    // the programs that are started.
    signal(SIGPIPE) { _ in }
    for stop in [SIGINT, SIGTERM] { signal(stop) { RaisedSignals.note($0) } }
  }

  /// The signal that has come, or nil.
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
