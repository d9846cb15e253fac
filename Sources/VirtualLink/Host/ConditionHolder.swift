import CLinux
import CNetlink
import Glibc

/// The process that holds the conditions of an interface, to whoever asks something of it.
///
/// It may be stopped (SIGSTOP), or hang: no question waits for longer than `patience`.
struct ConditionHolder {
  /// How many seconds an answer may take. The conditions are undone within less.
  private static let patience = 5

  private let client: ControlClient

  /// Nil if nobody holds conditions of the interface.
  /// - Parameter interface: its number.
  init?(of interface: Int32) throws {
    guard let client = try ControlClient(ControlAddress(conditioned: interface)) else { return nil }
    self.client = client
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// The process, as we see it; 0 if we do not.
  var process: pid_t { hw_peer_process(socket) }

  private var socket: Int32 { client.connection.socket.raw }

  /// What it says of its conditions; nil if it does not answer.
  func status() throws -> [(name: String, value: String)]? {
    do {
      return try client.request("status").values
    } catch {
      if hasGone { throw error }
      return nil
    }
  }

  /// Asks it to undo its conditions, and waits until it has gone.
  /// - Returns: false if it does not answer.
  func askToEnd() -> Bool {
    guard (try? client.request("off")) != nil else { return hasGone }
    client.waitForEnd()
    return hasGone
  }

  /// Ends it, so that it does not stand in the way of the next.
  /// - Returns: what to add to what is said to the user.
  func kill() -> String {
    let process = process
    guard process > 0, Glibc.kill(process, SIGKILL) == 0 else {
      return "; the process that held them does not answer, and is there still"
    }
    client.waitForEnd()
    return "; the process that held them (\(process)) did not answer, and was killed"
  }

  /// Whether it has closed its end.
  private var hasGone: Bool {
    // POLLHUP is told unasked.
    var end = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&end, 1, 0) > 0
  }
}

extension ControlAddress {
  /// The socket of whoever holds the conditions of an interface, by the interface's number.
  init(conditioned interface: Int32) {
    self.init(name: "headwind-condition.\(interface)")
  }
}
