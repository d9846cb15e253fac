import CLinux
import Glibc
import Synchronization

/// A client of a link's control socket.
public final class ControlClient: Sendable {
  let connection: ControlConnection
  private let address: ControlAddress
  private let inbox = Mutex(ControlConnection.Inbox())

  /// Connects to a control socket of the current user.
  /// - Returns: nil if nobody listens there, or if the listener belongs to another user.
  public init?(_ address: ControlAddress) throws {
    self.address = address
    for directory in ControlDirectory.existing {
      guard let socket = try directory.connect(address.name) else { continue }
      connection = ControlConnection(socket)
      return
    }
    let name = Array(address.name.utf8CString.dropLast())
    let raw = hw_abstract_connect(name, name.count)
    guard raw >= 0 else {
      if errno == ECONNREFUSED { return nil }
      throw LinkError("connect to the control socket \(address)", errno: errno)
    }
    connection = ControlConnection(Descriptor(owning: raw))
    guard connection.isOurUser else { return nil }
  }

  /// Sends a request of one line, and waits for the answer.
  /// - Throws: `LinkError` if the link refuses or is gone.
  @discardableResult
  public func request(_ line: String) throws -> ControlReply {
    let line = String(line.map { $0.isNewline ? " " : $0 })
    return try inbox.withLock { inbox in
      // A link that has turned this client away has said why before it closed the connection.
      _ = connection.send(line + "\n")
      var reply = ControlReply()
      while let line = connection.line(&inbox) {
        if line == "ok" {
          reply.descriptors = inbox.descriptors
          inbox.descriptors = []
          return reply
        }
        guard let colon = line.firstIndex(of: ":") else { continue }
        let name = String(line[..<colon])
        let value = String(line[line.index(after: colon)...].drop { $0 == " " })
        if name == "error" { throw LinkError(value) }
        reply.values.append((name, value))
      }
      throw isServed
        ? LinkError("the link has closed the connection without an answer", remedy: "repeat the command")
        : LinkError("the link went down")
    }
  }

  /// True if somebody listens at the address.
  private var isServed: Bool { (try? ControlClient(address)) != nil }

  /// Waits until the other end closes the connection.
  public func waitForEnd() {
    inbox.withLock { inbox in
      while connection.line(&inbox) != nil {}
    }
  }

  /// Raises an alarm, on a thread of its own, when the other end closes the connection. No requests can be sent after
  /// this call.
  public func raise(_ alarm: Alarm) throws {
    try OwnThread.start {
      self.waitForEnd()
      alarm.raise("its supervisor has ended")
    }
  }
}
