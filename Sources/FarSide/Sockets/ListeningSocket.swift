import Glibc

/// Opens single sockets: bound, and listening if they are TCP.
enum ListeningSocket {
  static func openIPv4(
    type: __socket_type, port: UInt16, loopbackOnly: Bool, queue: AcceptQueue = AcceptQueue()
  ) throws(FarSideError) -> CInt {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (loopbackOnly ? INADDR_LOOPBACK : INADDR_ANY).bigEndian
    let descriptor = try newSocket(AF_INET, type)
    return try listen(on: descriptor, address, type: type, port: port, queue)
  }

  /// Returns nil if the kernel has no IPv6 or the address does not exist (IPv6 disabled by sysctl).
  static func openIPv6(
    type: __socket_type, port: UInt16, loopbackOnly: Bool, queue: AcceptQueue = AcceptQueue()
  ) throws(FarSideError) -> CInt? {
    let descriptor = socket(AF_INET6, CInt(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    // Without this option, the IPv6 socket would claim the port of the IPv4 socket too.
    setOn(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY)
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = loopbackOnly ? in6addr_loopback : in6addr_any
    do {
      return try listen(on: descriptor, address, type: type, port: port, queue)
    } catch {
      if error.code == EADDRNOTAVAIL { return nil }
      throw error
    }
  }

  /// The port that a socket is bound to.
  static func port(of descriptor: CInt) -> UInt16 {
    // `sin_port` and `sin6_port` are at the same offset.
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    _ = withUnsafeMutableBytes(of: &address) { bytes in
      getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    return UInt16(bigEndian: address.sin6_port)
  }

  private static func newSocket(_ family: CInt, _ type: __socket_type) throws(FarSideError) -> CInt {
    let descriptor = socket(family, CInt(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw FarSideError(action: "open a socket", code: errno) }
    return descriptor
  }

  private static func listen<Address>(
    on descriptor: CInt, _ address: Address, type: __socket_type, port: UInt16, _ queue: AcceptQueue
  ) throws(FarSideError) -> CInt {
    setOn(descriptor, SOL_SOCKET, SO_REUSEADDR)
    if var bytes = queue.receiveBuffer.map({ CInt(clamping: $0) }) {
      // Connections inherit it from the listening socket, because the window is set with the SYN (tcp(7)).
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<CInt>.size))
    }
    // `bind` reads the structure during the call only.
    let bound = withUnsafeBytes(of: address) { bytes in
      bind(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
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
