import CLinux
import CNetlink
import Glibc

/// A client of the process that holds the conditions of an interface.
///
/// The process may be stopped (SIGSTOP) or hang, so no request waits longer than `patience`.
struct ConditionHolder {
  /// How many seconds an answer may take. Undoing conditions takes less.
  private static let patience = 5

  private let client: ControlClient

  /// Connects to the holder. Nil if no process holds conditions on the interface.
  /// - Parameter interface: the interface's index.
  init?(of interface: Int32) throws {
    guard let client = try ControlClient(ControlAddress(conditioned: interface)) else { return nil }
    self.client = client
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// The process's number in this PID namespace; 0 if it is not visible here.
  var process: pid_t { hw_peer_process(socket) }

  private var socket: Int32 { client.connection.socket.raw }

  /// The holder's answer to `status`; nil if it does not answer.
  func status() throws -> [(name: String, value: String)]? {
    do {
      return try client.request("status").values
    } catch {
      if hasGone { throw error }
      return nil
    }
  }

  /// Asks the holder to undo its conditions, and waits until it has ended.
  /// - Returns: false if it does not answer.
  func askToEnd() -> Bool {
    guard (try? client.request("off")) != nil else { return hasGone }
    client.waitForEnd()
    return hasGone
  }

  /// Kills the holder, so that it does not prevent new conditions.
  /// - Returns: text to append to the message for the user.
  func kill() -> String {
    let process = process
    guard process > 0, Glibc.kill(process, SIGKILL) == 0 else {
      return "; the process that held them does not answer and is still running"
    }
    client.waitForEnd()
    return "; the process that held them (\(process)) did not answer, and was killed"
  }

  /// Whether the holder has closed its end of the connection.
  private var hasGone: Bool {
    // `poll` reports POLLHUP even if no events are requested.
    var end = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&end, 1, 0) > 0
  }
}

extension ControlAddress {
  /// The socket of the process that holds the conditions of an interface, named by the interface's index.
  init(conditioned interface: Int32) {
    self.init(name: "headwind-condition.\(interface)")
  }
}
