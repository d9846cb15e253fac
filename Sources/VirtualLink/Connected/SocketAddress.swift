import CNetlink
import Glibc

/// An IPv4 or IPv6 address and a port, in the system's form.
struct SocketAddress: Sendable {
  private var storage = sockaddr_storage()
  private var length: socklen_t

  /// - Parameter host: a numeric address; an IPv6 address may have a zone (`fe80::1%eth0`). Names are not resolved.
  init?(_ host: String, port: UInt16) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list else { return nil }
    defer { freeaddrinfo(first) }
    guard let address = first.pointee.ai_addr else { return nil }
    length = first.pointee.ai_addrlen
    // `sockaddr_storage` has room for every address that the system returns.
    withUnsafeMutableBytes(of: &storage) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
    }
  }

  private init(_ storage: sockaddr_storage, _ length: socklen_t) {
    self.storage = storage
    self.length = length
  }

  /// A socket in the calling thread's network namespace that is bound to the address. A stream socket also listens.
  func boundSocket(_ type: __socket_type) throws -> Descriptor {
    let descriptor = try newSocket(type)
    var on: Int32 = 1
    setsockopt(descriptor.raw, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard withPointer({ bind(descriptor.raw, $0, $1) }) == 0, type == SOCK_DGRAM || listen(descriptor.raw, 64) == 0
    else {
      throw LinkError("listen for DNS on the far side", errno: errno)
    }
    return descriptor
  }

  /// A socket that is connected to the address, or nil if that fails.
  func connectedSocket(_ type: __socket_type) -> Descriptor? {
    guard let descriptor = try? newSocket(type), withPointer({ connect(descriptor.raw, $0, $1) }) == 0 else {
      return nil
    }
    return descriptor
  }

  /// Sends a datagram to the address. An error is ignored: the datagram is then lost, as datagrams can be.
  func send(_ bytes: ArraySlice<UInt8>, on socket: Descriptor) {
    _ = bytes.withUnsafeBytes { bytes in
      withPointer { sendto(socket.raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
    }
  }

  /// Receives a datagram and its sender's address.
  static func receive(_ buffer: inout [UInt8], on socket: Descriptor) -> (length: Int, sender: SocketAddress)? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let received = buffer.withUnsafeMutableBytes { bytes in
      withUnsafeMutableBytes(of: &storage) {
        recvfrom(
          socket.raw, bytes.baseAddress, bytes.count, 0, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length
        )
      }
    }
    return received >= 0 ? (received, SocketAddress(storage, length)) : nil
  }

  private func newSocket(_ type: __socket_type) throws -> Descriptor {
    let raw = socket(Int32(storage.ss_family), Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard raw >= 0 else { throw LinkError("open a socket", errno: errno) }
    return Descriptor(owning: raw)
  }

  /// Lends the address to a call that reads it.
  private func withPointer<Value>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Value) -> Value {
    withUnsafeBytes(of: storage) { body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self), length) }
  }
}
