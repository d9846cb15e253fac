import CLinux
import Glibc
import Synchronization

/// Answers requests that come over a control socket, each connection on a thread of its own.
///
/// The socket is gone with this object or the process, however either ends.
public final class ControlServer: Sendable {
  /// Answers one request: a line, without its end. Called on any thread.
  public typealias Handler = @Sendable (String) -> ControlReply

  private let listeners: [Descriptor]

  /// Listens in the calling thread's network namespace, and in others.
  /// - Throws: `LinkError` if another socket has the name.
  public init(_ address: ControlAddress, here: Bool, in namespaces: [NetworkNamespace], _ handler: @escaping Handler)
    throws
  {
    var listeners: [Descriptor] = []
    if here { listeners.append(try Self.listen(address)) }
    for namespace in namespaces { listeners.append(try namespace.perform { try Self.listen(address) }) }
    self.listeners = listeners
    for listener in listeners {
      try OwnThread.start { Self.serve(listener, handler) }
    }
  }

  deinit {
    close()
  }

  /// Takes no more connections; those that are open stay.
  public func close() {
    // A thread that waits in `accept` keeps its descriptor; this wakes it.
    for listener in listeners { shutdown(listener.raw, Int32(SHUT_RDWR)) }
  }

  /// Holds a name before there is anything to control.
  static func listen(_ address: ControlAddress) throws -> Descriptor {
    let name = Array(address.name.utf8CString.dropLast())
    let raw = hw_abstract_listen(name, name.count)
    guard raw >= 0 else { throw LinkError("listen on the control socket \(address)", errno: errno) }
    return Descriptor(owning: raw)
  }

  private static func serve(_ listener: Descriptor, _ handler: @escaping Handler) {
    while true {
      let raw = hw_accept(listener.raw)
      guard raw >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        // Out of descriptors or memory: others may give some back.
        if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS {
          usleep(10_000)
          continue
        }
        return
      }
      let connection = ControlConnection(Descriptor(owning: raw))
      guard connection.isOurUser else {
        _ = connection.send(ControlReply(error: "this link belongs to another user").text)
        continue
      }
      try? OwnThread.start {
        var inbox = ControlConnection.Inbox()
        while let line = connection.line(&inbox) {
          let reply = handler(line)
          guard connection.send(reply.text, reply.descriptors) else { return }
        }
      }
    }
  }
}
