import FarSide
import Glibc
import Synchronization
import TestSupport

/// A listening socket on the loopback interface, and a thread that accepts its connections.
final class ListeningPort: Sendable {
  let port: UInt16
  private let socket: CInt

  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(port)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && listen(socket, 100) == 0 && getsockname(socket, address, &length) == 0
      }
    }
    guard result else { throw ToolError("cannot listen: \(errno)") }
    self.port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  static func connect(to port: UInt16) throws -> CInt {
    let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = address(port)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(socket)
      throw ToolError("cannot connect: \(errno)")
    }
    return socket
  }

  /// Hands each connection over, on a thread of its own, while something else happens.
  func forward(_ accepted: @escaping @Sendable (CInt) -> Void, while body: () throws -> Void) throws {
    let work = Unmanaged.passRetained(Work(socket: socket, accepted: accepted))
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { argument in
        guard let work = argument.map({ Unmanaged<Work>.fromOpaque($0).takeRetainedValue() }) else { return nil }
        while true {
          let client = accept(work.socket, nil, nil)
          guard client >= 0 else { return nil }
          work.accepted(client)
        }
      }, work.toOpaque())
    guard error == 0 else { throw ToolError("cannot create a thread: \(error)") }
    defer {
      shutdown(socket, CInt(SHUT_RDWR))
      pthread_join(thread, nil)
    }
    try body()
  }

  private final class Work: Sendable {
    let socket: CInt
    let accepted: @Sendable (CInt) -> Void

    init(socket: CInt, accepted: @escaping @Sendable (CInt) -> Void) {
      self.socket = socket
      self.accepted = accepted
    }
  }
}

/// Takes the secrets of connections.
final class NotedSecrets: Sendable {
  private let lines = Mutex<[UInt8]>([])

  var note: @Sendable ([UInt8]) -> Void {
    { bytes in self.lines.withLock { $0 += bytes } }
  }

  var text: String { lines.withLock { String(decoding: $0, as: UTF8.self) } }
}
