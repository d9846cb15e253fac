import CNetlink
import Glibc

/// Who asks something of a link.
public struct ControlPeer: Sendable {
  let connection: ControlConnection

  init(_ connection: ControlConnection) {
    self.connection = connection
  }

  /// Whether nobody waits for the answer any more.
  public var hasGone: Bool {
    // A client that has said all its requests may have shut down its half, and still wants the answer.
    var end = pollfd(fd: connection.socket.raw, events: 0, revents: 0)
    return poll(&end, 1, 0) > 0 && Int32(end.revents) & (POLLHUP | POLLERR) != 0
  }
}
