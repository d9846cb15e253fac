import CNetlink
import Glibc

@testable import VirtualLink

/// A TCP connection across a link, over which the client sends bytes.
enum TestTransfer {
  /// Sends from the client to the far side, and returns what arrived. One thread does both, so that tests which run
  /// side by side need none of each other's.
  static func upload(_ bytes: [UInt8], across link: TestLink, isIPv6: Bool = false) throws -> [UInt8] {
    let host = isIPv6 ? link.farAddress6 : link.farAddress4
    let listener = try TestSocket.tcp(in: link.farSide, isIPv6: isIPv6)
    try listener.bind(host, port: 4000)
    listen(listener.descriptor, 1)
    let client = try TestSocket.tcp(in: link.client, isIPv6: isIPv6)
    try client.connect(host, port: 4000)
    let connection = try listener.accept()
    var received: [UInt8] = []
    received.reserveCapacity(bytes.count)
    var sent = 0
    while true {
      var sockets = [
        pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: sent < bytes.count ? client.descriptor : -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&sockets, 2, 20_000) > 0 else { throw LinkError("nothing moves after \(received.count) bytes") }
      if sockets[1].revents != 0 {
        sent += try client.sendSome(bytes, from: sent)
        if sent == bytes.count { shutdown(client.descriptor, Int32(SHUT_WR)) }
      }
      if sockets[0].revents != 0 {
        guard let piece = connection.receive(), !piece.isEmpty else { return received }
        received += piece
      }
    }
  }
}
