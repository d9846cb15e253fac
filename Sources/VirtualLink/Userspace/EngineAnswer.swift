import CLinux
import Glibc
import Synchronization

/// Passes statistics from the forwarder's thread to a thread that waits for them.
final class EngineAnswer: Sendable {
  private let statistics = Mutex(LinkStatistics())
  private let given: CInt

  init() throws(LinkError) {
    given = eventfd(0, CInt(EFD_CLOEXEC))
    guard given >= 0 else { throw LinkError("create an event counter", errno: errno) }
  }

  deinit {
    close(given)
  }

  func give(_ value: LinkStatistics) {
    statistics.withLock { $0 = value }
    eventfd_write(given, 1)
  }

  /// Waits until the answer has been given.
  func take() -> LinkStatistics {
    var count: eventfd_t = 0
    while eventfd_read(given, &count) != 0, errno == EINTR {}
    return statistics.withLock { $0 }
  }
}
