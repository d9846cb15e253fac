import CNetlink
import Glibc

/// The client that sent a request to a link.
public struct ControlPeer: Sendable {
  let connection: ControlConnection

  init(_ connection: ControlConnection) {
    self.connection = connection
  }

  /// Whether the client has closed the connection, so that nobody waits for the answer.
  public var hasGone: Bool {
    // A client that has sent all its requests may shut down its sending half and still wait for the answer. That is
    // not POLLHUP.
    var end = pollfd(fd: connection.socket.raw, events: 0, revents: 0)
    return poll(&end, 1, 0) > 0 && Int32(end.revents) & (POLLHUP | POLLERR) != 0
  }
}
