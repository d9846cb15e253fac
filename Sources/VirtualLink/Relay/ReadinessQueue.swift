import CLinux
import Glibc

/// Waits until one of many sockets is ready (epoll(7)).
final class ReadinessQueue: Sendable {
  /// What a socket is ready for.
  struct Events: OptionSet {
    let rawValue: UInt32
    static let readable = Events(rawValue: EPOLLIN.rawValue)
    static let writable = Events(rawValue: EPOLLOUT.rawValue)
    /// Both, and the end of what the other side sends; each reported once, when it becomes so.
    static let changes = Events(
      rawValue: EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue)
  }

  private let queue: Descriptor
  private static let capacity = 64

  init() throws {
    let raw = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard raw >= 0 else { throw LinkError("create an event queue", errno: errno) }
    queue = Descriptor(owning: raw)
  }

  /// Begins to watch a socket, until it is closed.
  /// - Parameter token: comes back with the socket's events.
  func add(_ descriptor: Descriptor, token: UInt64, events: Events) throws {
    var event = epoll_event(events: events.rawValue, data: epoll_data_t(u64: token))
    guard epoll_ctl(queue.raw, EPOLL_CTL_ADD, descriptor.raw, &event) == 0 else {
      throw LinkError("wait for a socket", errno: errno)
    }
  }

  /// Ends watching a socket that stays open.
  func remove(_ descriptor: Descriptor) {
    _ = epoll_ctl(queue.raw, EPOLL_CTL_DEL, descriptor.raw, nil)
  }

  /// Waits for events, and returns the tokens of the sockets.
  /// - Parameter milliseconds: how long at most; -1 for as long as it takes.
  func wait(atMost milliseconds: Int32) -> [UInt64] {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.capacity) { events in
      // With EINTR, nothing has happened.
      let count = epoll_wait(queue.raw, events.baseAddress, Int32(Self.capacity), milliseconds)
      return (0..<max(0, Int(count))).map { events[$0].data.u64 }
    }
  }
}
