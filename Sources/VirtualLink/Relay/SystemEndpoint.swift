import CLinux
import CNetlink
import Glibc
import Wire

extension hw_endpoint {
  /// The system's form of an address and a port.
  init(_ endpoint: Endpoint) {
    self.init()
    family = endpoint.address.isIPv6 ? AF_INET6 : AF_INET
    port = endpoint.port
    withUnsafeMutableBytes(of: &address) { $0.copyBytes(from: endpoint.address.octets) }
  }

  /// Nil for an address of another family.
  var endpoint: Endpoint? {
    withUnsafeBytes(of: address) { octets in
      switch family {
      case AF_INET:
        let number = octets.loadUnaligned(as: UInt32.self).bigEndian
        return Endpoint(address: .v4(IPv4Address(rawValue: number)), port: port)
      case AF_INET6:
        let high = octets.loadUnaligned(as: UInt64.self).bigEndian
        let low = octets.loadUnaligned(fromByteOffset: 8, as: UInt64.self).bigEndian
        return Endpoint(address: .v6(IPv6Address(high: high, low: low)), port: port)
      default: return nil
      }
    }
  }
}

extension Endpoint {
  /// A new socket of the calling thread's network namespace that is being connected to this endpoint. It does not block.
  /// - Parameter interface: by which it sends; nil for where the routes lead.
  /// - Throws: the value of `errno`.
  func dial(_ type: __socket_type, protocolNumber: Int32 = 0, by interface: String? = nil) throws(SocketFailure)
    -> Descriptor
  {
    var endpoint = hw_endpoint(self)
    return try SocketFailure.check(hw_dial(&endpoint, Int32(type.rawValue), protocolNumber, interface))
  }
}

/// The failure of a call on a socket: the value of `errno`.
struct SocketFailure: Error, Hashable {
  var code: Int32

  /// The descriptor that a call returned, if it is one.
  static func check(_ result: Int32) throws(SocketFailure) -> Descriptor {
    guard result >= 0 else { throw SocketFailure(code: 0 &- result) }
    return Descriptor(owning: result)
  }
}
