import CLinux
import Glibc

/// The connections of a splicer, on its thread.
struct SplicerLoop {
  /// The token of the descriptor that says that there is something in the inbox.
  static let bellToken = UInt64.max

  private let queue: ReadinessQueue
  private let bell: Descriptor
  private let counters: RelayCounters
  private var connections: [UInt64: SplicedConnection] = [:]
  private var nextToken: UInt64 = 0
  /// Connections that have more to move at once.
  private var busy: Set<UInt64> = []
  /// Moves the bytes of all connections.
  private static let bufferBytes = 1 << 18

  init(queue: ReadinessQueue, bell: Descriptor, counters: RelayCounters) {
    self.queue = queue
    self.bell = bell
    self.counters = counters
  }

  /// Works until the inbox says that it is over.
  /// - Parameter takeInbox: the new connections; nil at the end.
  mutating func run(_ takeInbox: () -> [RelayedConnection]?) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferBytes, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      var ready = busy
      for token in queue.wait(atMost: busy.isEmpty ? -1 : 0) {
        guard token == Self.bellToken else {
          ready.insert(token)
          continue
        }
        var count = eventfd_t()
        eventfd_read(bell.raw, &count)
        guard let new = takeInbox() else { return }
        for connection in new { begin(connection) }
      }
      for token in ready { move(token, by: buffer) }
    }
  }

  private mutating func begin(_ connection: RelayedConnection) {
    guard watch(connection) else {
      counters.noteShortage()
      hw_close_with_reset(connection.client.raw)
      hw_close_with_reset(connection.upstream.raw)
      return
    }
    // Small segments must not wait for each other: the program and the server decide that themselves.
    hw_send_at_once(connection.client.raw)
    hw_send_at_once(connection.upstream.raw)
    connections[nextToken] = SplicedConnection(connection)
    nextToken += 1
  }

  private func watch(_ connection: RelayedConnection) -> Bool {
    do {
      // A socket that is ready already is reported too.
      try queue.add(connection.client, token: nextToken, events: .changes)
      try queue.add(connection.upstream, token: nextToken, events: .changes)
      return true
    } catch {
      return false
    }
  }

  private mutating func move(_ token: UInt64, by buffer: UnsafeMutableRawBufferPointer) {
    // An event of a connection that has ended in the meantime.
    guard let outcome = connections[token]?.move(by: buffer), let connection = connections[token] else { return }
    if outcome == .hasMore { busy.insert(token) } else { busy.remove(token) }
    guard outcome == .failed || connection.isOver else { return }
    connections[token] = nil
  }
}
