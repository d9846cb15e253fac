import CLinux
import CNetlink
import Glibc

/// Answers requests on a control socket. Each connection has a thread of its own.
///
/// The socket disappears with this object or with the process. If it has a file and the process is killed, another
/// process must remove the file (`ProcessTree`).
public final class ControlServer: Sendable {
  /// Answers one request: a line without its terminator, and the client that sent it. Called on any thread.
  public typealias Handler = @Sendable (String, ControlPeer) -> ControlReply

  /// After so many seconds, a client that does not read its answer is disconnected.
  private static let patience = 10

  private let listeners: [Descriptor]
  private let file: PrivateFile?

  /// A socket that reserves a name but does not answer requests yet.
  public struct Reservation: Sendable {
    let address: ControlAddress
    let listener: Descriptor
    /// The socket's file; nil if it is an abstract one.
    public let file: PrivateFile?
    /// Why it is an abstract one, which others can see and whose name they can take, for the user; nil if it has a file.
    public let weakness: String?
  }

  /// Reserves a name in the calling thread's network namespace.
  /// - Returns: nil if a socket of this user already has the name.
  public static func reserve(_ address: ControlAddress) throws -> Reservation? {
    // A link of this user may have an abstract address, if there was no directory when it was created.
    if Privilege.canTellUsersApart, try ControlClient(address) != nil { return nil }
    let reasons: LinkError
    do throws(LinkError) {
      guard let (listener, file) = try ControlDirectory.reserve(address.name) else { return nil }
      return Reservation(address: address, listener: listener, file: file, weakness: nil)
    } catch {
      reasons = error
    }
    let remedy = "set XDG_RUNTIME_DIR to a directory that only you can access (mode 0700)"
    guard Privilege.canTellUsersApart else {
      throw LinkError(
        "there is no directory for the control socket (\(reasons.message)), and every user could control an abstract socket",
        remedy: remedy)
    }
    guard let listener = try reserveAbstract(address) else {
      throw LinkError(
        "another user listens on the control socket \(address)", remedy: "choose another name, or \(remedy)")
    }
    return Reservation(
      address: address, listener: listener, file: nil,
      weakness:
        "the control socket \(address) is abstract, so any user can take its name (\(reasons.message)); \(remedy)"
    )
  }

  /// Reserves an abstract name in the calling thread's network namespace. Returns nil if another socket has it.
  static func reserveAbstract(_ address: ControlAddress) throws -> Descriptor? {
    let name = Array(address.name.utf8CString.dropLast())
    let raw = hw_abstract_listen(name, name.count)
    if raw < 0, errno == EADDRINUSE { return nil }
    guard raw >= 0 else { throw LinkError("listen on the control socket \(address)", errno: errno) }
    return Descriptor(owning: raw)
  }

  /// Answers on a reserved socket, and on abstract sockets of the same name and of a further one in each of the other namespaces.
  public convenience init(
    _ reservation: Reservation, and further: ControlAddress? = nil, in namespaces: [NetworkNamespace],
    _ handler: @escaping Handler
  ) throws {
    let others = try Self.listen(reservation.address, further, in: namespaces)
    try self.init([reservation.listener] + others, reservation.file, handler)
  }

  /// Answers on abstract sockets with the address and a further one in each of the namespaces.
  public convenience init(
    _ address: ControlAddress, and further: ControlAddress? = nil, in namespaces: [NetworkNamespace],
    _ handler: @escaping Handler
  ) throws {
    try self.init(Self.listen(address, further, in: namespaces), nil, handler)
  }

  private init(_ listeners: [Descriptor], _ file: PrivateFile?, _ handler: @escaping Handler) throws {
    self.listeners = listeners
    self.file = file
    for listener in listeners {
      try OwnThread.start { Self.serve(listener, handler) }
    }
  }

  private static func listen(
    _ address: ControlAddress, _ further: ControlAddress?, in namespaces: [NetworkNamespace]
  ) throws -> [Descriptor] {
    try namespaces.flatMap { namespace in
      try [address, further].compactMap { $0 }.map { address in
        guard let listener = try namespace.perform({ try reserveAbstract(address) }) else {
          throw LinkError("the control socket \(address) is already in use")
        }
        return listener
      }
    }
  }

  deinit {
    close()
  }

  /// Accepts no more connections. Open connections stay open.
  public func close() {
    // A thread that waits in `accept` keeps its descriptor open. `shutdown` wakes it.
    for listener in listeners { shutdown(listener.raw, Int32(SHUT_RDWR)) }
    file?.remove()
  }

  private static func serve(_ listener: Descriptor, _ handler: @escaping Handler) {
    let places = ControlPlaces()
    while true {
      let raw = hw_accept(listener.raw)
      guard raw >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        // Descriptors or memory have run out. Try again when others have released some.
        if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS {
          usleep(10_000)
          continue
        }
        return
      }
      var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
      setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      let connection = ControlConnection(Descriptor(owning: raw))
      guard connection.isOurUser else {
        _ = connection.send(ControlReply(error: "this link belongs to another user").text)
        continue
      }
      guard places.admit(connection) else {
        _ = connection.send(ControlReply(error: "\(ControlPlaces.most) clients wait for answers of this link").text)
        continue
      }
      do {
        try OwnThread.start {
          converse(connection, places, handler)
          places.leave(connection)
        }
      } catch {
        places.leave(connection)
      }
    }
  }

  private static func converse(_ connection: ControlConnection, _ places: ControlPlaces, _ handler: Handler) {
    let peer = ControlPeer(connection)
    var inbox = ControlConnection.Inbox()
    while let line = connection.line(&inbox) {
      guard places.begin(connection) else { return }
      // Requests carry no descriptors, so close any that arrive.
      inbox.descriptors = []
      let reply = handler(line, peer)
      guard connection.send(reply.text, reply.descriptors) else { return }
      places.finish(connection)
    }
    if inbox.isTooLong {
      let limit = ControlConnection.longestLine
      _ = connection.send(ControlReply(error: "a request is a line of at most \(limit) bytes").text)
    }
  }
}

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
