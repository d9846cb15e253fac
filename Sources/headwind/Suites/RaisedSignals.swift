import Glibc
import Synchronization

/// Notes SIGINT and SIGTERM, so that what runs can be ended in good order. A second signal of either kind ends the process.
final class RaisedSignals: Sendable {
  /// The last signal, 0 for none; written by the handler, which may touch nothing that takes a lock.
  private static let number = Atomic<Int32>(0)

  init() {
    for stop in [SIGINT, SIGTERM] {
      signal(stop) { number in
        signal(number, SIG_DFL)
        RaisedSignals.number.store(number, ordering: .relaxed)
      }
    }
  }

  /// The signal that has come, or nil.
  func raised() -> Int32? {
    let number = Self.number.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
