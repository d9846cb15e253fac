import CLinux
import Glibc
import Synchronization

/// Passes the bytes of relayed connections on unchanged, with their ends: a FIN as a FIN, a reset as a reset. While one end does
/// not take any more, the other is not read.
///
/// It works on one thread, which ends with this object.
public final class Splicer: ConnectionHandler {
  private struct Inbox {
    var connections: [RelayedConnection] = []
    var isEnding = false
  }

  private let inbox = Mutex(Inbox())
  private let bell: Descriptor

  /// Starts its thread.
  public convenience init() throws {
    try self.init(counters: RelayCounters())
  }

  init(counters: RelayCounters) throws {
    let raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    bell = Descriptor(owning: raw)
    let queue = try ReadinessQueue()
    try queue.add(bell, token: SplicerLoop.bellToken, events: .readable)
    // The thread must not keep this object alive.
    try OwnThread.start { [weak self, bell] in
      hw_prepare_thread("headwind-splice")
      hw_block_signals()
      var loop = SplicerLoop(queue: queue, bell: bell, counters: counters)
      loop.run { self?.takeInbox() }
    }
  }

  deinit {
    eventfd_write(bell.raw, 1)
  }

  public func take(_ connection: RelayedConnection) {
    inbox.withLock { $0.connections.append(connection) }
    eventfd_write(bell.raw, 1)
  }

  /// Ends all connections.
  func close() {
    inbox.withLock { $0.isEnding = true }
    eventfd_write(bell.raw, 1)
  }

  /// The connections that have been taken since the last call; nil if the thread is to end.
  private func takeInbox() -> [RelayedConnection]? {
    inbox.withLock { inbox in
      guard !inbox.isEnding else { return nil }
      defer { inbox.connections = [] }
      return inbox.connections
    }
  }
}
