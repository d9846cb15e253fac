import CLinux
import Glibc

@testable import VirtualLink

/// An ordinary socket in a namespace, blocking, with a time limit so that a failed test ends.
final class TestSocket: Sendable {
  let descriptor: Int32

  private init(descriptor: Int32) throws {
    guard descriptor >= 0 else { throw LinkError("make a test socket", errno: errno) }
    self.descriptor = descriptor
    setWait(seconds: 20)
  }

  deinit {
    close(descriptor)
  }

  static func udp(in namespace: NetworkNamespace, isIPv6: Bool = false) throws -> TestSocket {
    try namespace.perform {
      try TestSocket(descriptor: socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_DGRAM.rawValue), 0))
    }
  }

  static func tcp(in namespace: NetworkNamespace, isIPv6: Bool = false) throws -> TestSocket {
    try namespace.perform {
      try TestSocket(descriptor: socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    }
  }

  /// How long `receive` waits at most.
  func setWait(seconds: Double) {
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e6))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  func bind(_ host: String, port: UInt16) throws {
    let status = withAddress(host, port) { Glibc.bind(descriptor, $0, $1) }
    guard status == 0 else { throw LinkError("bind \(host) \(port)", errno: errno) }
  }

  func connect(_ host: String, port: UInt16) throws {
    let status = withAddress(host, port) { Glibc.connect(descriptor, $0, $1) }
    guard status == 0 else { throw LinkError("connect to \(host) \(port)", errno: errno) }
  }

  func accept() throws -> TestSocket {
    try TestSocket(descriptor: Glibc.accept(descriptor, nil, nil))
  }

  func send(_ bytes: [UInt8]) throws {
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard count == bytes.count else { throw LinkError("send", errno: errno) }
  }

  /// Sends what goes without waiting, from the given place on; how many bytes that was.
  func sendSome(_ bytes: [UInt8], from place: Int) throws -> Int {
    let count = bytes.withUnsafeBytes {
      Glibc.send(
        descriptor, $0.baseAddress.map { $0 + place }, bytes.count - place,
        Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    guard count >= 0 || errno == EAGAIN else { throw LinkError("send", errno: errno) }
    return max(0, count)
  }

  /// What one `recv` gives; nil when the time limit has passed, empty at the end of a stream.
  func receive(atMost length: Int = 65536) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: length)
    let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { return nil }
    bytes.removeLast(length - count)
    return bytes
  }

  /// What one datagram over IPv4 holds, and the port that it came from.
  func receiveFrom() throws -> (bytes: [UInt8], port: UInt16) {
    var bytes = [UInt8](repeating: 0, count: 65536)
    var sender = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let count = withUnsafeMutablePointer(to: &sender) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { recvfrom(descriptor, &bytes, 65536, 0, $0, &length) }
    }
    guard count >= 0 else { throw LinkError("receive", errno: errno) }
    return (Array(bytes[..<count]), UInt16(bigEndian: sender.sin_port))
  }

  func send(_ bytes: [UInt8], to host: String, port: UInt16) throws {
    let count = withAddress(host, port) { Int32(sendto(descriptor, bytes, bytes.count, 0, $0, $1)) }
    guard Int(count) == bytes.count else { throw LinkError("send", errno: errno) }
  }

  private func withAddress(_ host: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32)
    -> Int32
  {
    var storage = sockaddr_storage()
    let isIPv6 = host.contains(":")
    return withUnsafeMutablePointer(to: &storage) { pointer in
      let raw = UnsafeMutableRawPointer(pointer)
      let generic = raw.assumingMemoryBound(to: sockaddr.self)
      if isIPv6 {
        let address = raw.assumingMemoryBound(to: sockaddr_in6.self)
        address.pointee.sin6_family = sa_family_t(AF_INET6)
        address.pointee.sin6_port = port.bigEndian
        inet_pton(AF_INET6, host, &address.pointee.sin6_addr)
        return body(generic, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
      let address = raw.assumingMemoryBound(to: sockaddr_in.self)
      address.pointee.sin_family = sa_family_t(AF_INET)
      address.pointee.sin_port = port.bigEndian
      inet_pton(AF_INET, host, &address.pointee.sin_addr)
      return body(generic, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
