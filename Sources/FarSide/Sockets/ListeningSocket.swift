import CLinux
import Glibc

/// Opens single sockets: bound, and listening if they are TCP.
enum ListeningSocket {
  static func openIPv4(
    type: __socket_type, port: UInt16, loopbackOnly: Bool, queue: AcceptQueue = AcceptQueue()
  ) throws(FarSideError) -> CInt {
    let descriptor = try newSocket(AF_INET, type)
    return try listen(on: descriptor, AF_INET, type: type, port: port, loopbackOnly: loopbackOnly, queue)
  }

  /// Returns nil if the kernel has no IPv6 or the address does not exist (IPv6 disabled by sysctl).
  static func openIPv6(
    type: __socket_type, port: UInt16, loopbackOnly: Bool, queue: AcceptQueue = AcceptQueue()
  ) throws(FarSideError) -> CInt? {
    let descriptor = socket(AF_INET6, CInt(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    // Without this option, the IPv6 socket would claim the port of the IPv4 socket too.
    setOn(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY)
    do {
      return try listen(on: descriptor, AF_INET6, type: type, port: port, loopbackOnly: loopbackOnly, queue)
    } catch {
      if error.code == EADDRNOTAVAIL { return nil }
      throw error
    }
  }

  /// The port that a socket is bound to.
  static func port(of descriptor: CInt) -> UInt16 { hw_bound_port(descriptor) }

  /// Makes the kernel send datagrams whole, whatever it knows of the path, as a sender must that looks for what the path carries (RFC
  /// 9000 section 14).
  static func forbidFragments(of descriptor: CInt) {
    var probe = CInt(IP_PMTUDISC_PROBE)
    let length = socklen_t(MemoryLayout<CInt>.size)
    // One of them is not of the socket's version, and fails.
    setsockopt(descriptor, CInt(IPPROTO_IP), IP_MTU_DISCOVER, &probe, length)
    setsockopt(descriptor, CInt(IPPROTO_IPV6), IPV6_MTU_DISCOVER, &probe, length)
  }

  private static func newSocket(_ family: CInt, _ type: __socket_type) throws(FarSideError) -> CInt {
    let descriptor = socket(family, CInt(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw FarSideError(action: "open a socket", code: errno) }
    return descriptor
  }

  private static func listen(
    on descriptor: CInt, _ family: CInt, type: __socket_type, port: UInt16, loopbackOnly: Bool, _ queue: AcceptQueue
  ) throws(FarSideError) -> CInt {
    setOn(descriptor, SOL_SOCKET, SO_REUSEADDR)
    if var bytes = queue.receiveBuffer.map({ CInt(clamping: $0) }) {
      // Connections inherit it from the listening socket, because the window is set with the SYN (tcp(7)).
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<CInt>.size))
    }
    let bound = hw_bind_port(descriptor, family, port, loopbackOnly ? 1 : 0)
    let isStream = type == SOCK_STREAM
    guard bound == 0, !isStream || Glibc.listen(descriptor, queue.backlog) == 0 else {
      let error = FarSideError(action: "listen on \(isStream ? "TCP" : "UDP") port \(port)", code: errno)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func setOn(_ descriptor: CInt, _ level: CInt, _ option: CInt) {
    var on: CInt = 1
    setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<CInt>.size))
  }
}

/// The queues of a listening socket, for connections that are not accepted and data that is not read.
struct AcceptQueue {
  /// How many connections can wait to be accepted (listen(2)). Linux accepts one more than this.
  var backlog: CInt = SOMAXCONN
  /// How many bytes can wait to be read, or nil for the kernel's default.
  var receiveBuffer: Int?
}
