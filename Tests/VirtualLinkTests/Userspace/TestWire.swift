import CLinux
import CNetlink
import Glibc

@testable import VirtualLink

/// A packet socket on an end of a link, for whole frames in and out.
struct TestWire {
  private let socket: PacketSocket

  init(_ interface: String, in namespace: NetworkNamespace) throws {
    socket = try namespace.perform { try PacketSocket(interface: interface) }
  }

  func send(_ frame: [UInt8]) throws {
    try send(message: [UInt8](repeating: 0, count: PacketPool.offloadLength) + frame)
  }

  /// Sends a frame with its virtio_net_hdr before it.
  func send(message: [UInt8]) throws {
    var sent = Glibc.send(socket.descriptor, message, message.count, 0)
    // The kernel's backlog is full, and the frame is dropped: a busy machine takes a moment.
    for _ in 0..<2_000 where sent < 0 && errno == ENOBUFS {
      usleep(1_000)
      sent = Glibc.send(socket.descriptor, message, message.count, 0)
    }
    guard sent == message.count else { throw LinkError("send \(message.count) bytes", errno: errno) }
  }

  /// The next frame of the given EtherType; nil after a long wait.
  func receive(etherType: UInt16) -> [UInt8]? {
    while let frame = receiveAny() {
      if frame.count >= 14, UInt16(frame[12]) << 8 | UInt16(frame[13]) == etherType { return frame }
    }
    return nil
  }

  /// The next frame; nil after a long wait.
  func receiveAny() -> [UInt8]? {
    receiveMessage().map { Array($0.dropFirst(PacketPool.offloadLength)) }
  }

  /// The next frame with its virtio_net_hdr before it; nil after a long wait.
  func receiveMessage() -> [UInt8]? {
    while true {
      var ready = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 20_000) > 0 else { return nil }
      let message = [UInt8](unsafeUninitializedCapacity: 70_000) { buffer, count in
        count = max(0, recv(socket.descriptor, buffer.baseAddress, 70_000, 0))
      }
      if message.count > PacketPool.offloadLength { return message }
    }
  }
}
