import Glibc
import VirtualLink

/// A blocking IPv4 socket in a namespace; nothing waits longer than two seconds.
final class BenchSocket: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) throws {
    guard descriptor >= 0 else { throw BenchError("no socket: errno \(errno)") }
    self.descriptor = descriptor
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    close(descriptor)
  }

  static func udp(in namespace: NetworkNamespace) throws -> BenchSocket {
    try make(SOCK_DGRAM, in: namespace)
  }

  static func tcp(in namespace: NetworkNamespace) throws -> BenchSocket {
    try make(SOCK_STREAM, in: namespace)
  }

  private static func make(_ type: __socket_type, in namespace: NetworkNamespace) throws -> BenchSocket {
    try namespace.perform {
      let made = try BenchSocket(socket(AF_INET, Int32(type.rawValue), 0))
      // 25 MB are under way at 10 Gbit/s and a round trip of 20 ms; the kernel counts double.
      var bytes: Int32 = 32 << 20
      for option in [SO_SNDBUFFORCE, SO_RCVBUFFORCE] {
        setsockopt(made.descriptor, SOL_SOCKET, option, &bytes, socklen_t(MemoryLayout<Int32>.size))
      }
      return made
    }
  }

  func listen(_ host: String, port: UInt16) throws {
    guard address(host, port, bind) == 0, Glibc.listen(descriptor, 1) == 0 else {
      throw BenchError("cannot listen on \(host): errno \(errno)")
    }
  }

  func receive(at host: String, port: UInt16) throws {
    guard address(host, port, bind) == 0 else { throw BenchError("cannot bind \(host): errno \(errno)") }
  }

  func reach(_ host: String, port: UInt16) throws {
    guard address(host, port, connect) == 0 else { throw BenchError("cannot reach \(host): errno \(errno)") }
  }

  func accepted() throws -> BenchSocket {
    try BenchSocket(accept(descriptor, nil, nil))
  }

  private func address(
    _ host: String, _ port: UInt16, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
