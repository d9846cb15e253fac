import CLinux
import CNetlink
import Glibc
import Wire

/// The host's own loopback interface.
enum HostLoopback {
  private static let addresses: [IPAddress] = [.v4(.loopback), .v6(.loopback)]

  /// A socket that is being connected to a port, by IPv4, or by IPv6 if nobody listens there by IPv4.
  static func dial(_ type: __socket_type, port: UInt16) throws(SocketFailure) -> Descriptor {
    do {
      return try dial(Endpoint(address: addresses[0], port: port), type)
    } catch  where error.code == ECONNREFUSED || error.code == EAFNOSUPPORT || error.code == EADDRNOTAVAIL {
      do {
        return try dial(Endpoint(address: addresses[1], port: port), type)
      } catch  where error.code == EAFNOSUPPORT || error.code == EADDRNOTAVAIL {
        // The host has no IPv6: what IPv4 says is the answer.
        throw SocketFailure(code: ECONNREFUSED)
      }
    }
  }

  private static func dial(_ destination: Endpoint, _ type: __socket_type) throws(SocketFailure) -> Descriptor {
    let socket = try destination.dial(type)
    guard type == SOCK_STREAM else {
      guard hasReceiver(destination, for: socket) else { throw SocketFailure(code: ECONNREFUSED) }
      return socket
    }
    // A connection to this host is established, or refused, at once; only a listener that is busy does not answer.
    var ready = pollfd(fd: socket.raw, events: Int16(POLLOUT), revents: 0)
    poll(&ready, 1, 1)
    let error = hw_take_socket_error(socket.raw)
    guard error == 0 else { throw SocketFailure(code: error) }
    return socket
  }

  /// True if a socket takes datagrams that another one sends to this host. To connect does not tell that, so the kernel is asked
  /// (sock_diag(7)). A kernel that cannot tell leaves it to the first datagram.
  private static func hasReceiver(_ destination: Endpoint, for sender: Descriptor) -> Bool {
    let raw = hw_diagnosis_open()
    guard raw >= 0 else { return true }
    let diagnosis = Descriptor(owning: raw)
    var ends = hw_socket_ends()
    ends.family = destination.address.isIPv6 ? AF_INET6 : AF_INET
    ends.protocol = Int32(IPPROTO_UDP)
    withUnsafeMutableBytes(of: &ends.local) { $0.copyBytes(from: destination.address.octets) }
    withUnsafeMutableBytes(of: &ends.remote) { $0.copyBytes(from: destination.address.octets) }
    ends.local_port = destination.port
    ends.remote_port = hw_bound_port(sender.raw)
    return withExtendedLifetime(diagnosis) { hw_diagnosis_inode(diagnosis.raw, &ends) != 0 }
  }
}
