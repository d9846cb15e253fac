import CLinux
import Glibc
import Synchronization

/// Tells a thread that waits in `poll` that a link has failed, and why.
public final class Alarm: Sendable {
  let descriptor: Descriptor
  private let text = Mutex<String?>(nil)

  /// An alarm that has not been raised.
  public init() throws {
    let raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    descriptor = Descriptor(owning: raw)
  }

  /// Raises the alarm. The first reason is kept. Call it from any thread.
  public func raise(_ reason: String) {
    text.withLock { $0 = $0 ?? reason }
    eventfd_write(descriptor.raw, 1)
  }

  /// Why it was raised, or nil if it was not.
  public var reason: String? {
    text.withLock { $0 }
  }
}

extension Alarm {
  /// Raises the alarm after a time, from a thread of its own.
  public func raise(_ reason: String, after time: Duration) throws {
    try OwnThread.start { [self] in
      let (seconds, attoseconds) = time.components
      var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      var left = timespec()
      while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
      raise(reason)
    }
  }
}
