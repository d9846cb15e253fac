import CNetlink
import Glibc
import Wire

extension IPAddress {
  /// The address of a socket; nil if it is of another family.
  init?(socketAddress: UnsafePointer<sockaddr>) {
    switch Int32(socketAddress.pointee.sa_family) {
    case AF_INET:
      self = socketAddress.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        .v4(IPv4Address(rawValue: UInt32(bigEndian: $0.pointee.sin_addr.s_addr)))
      }
    case AF_INET6:
      self = socketAddress.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { bytes in
          .v6(
            IPv6Address(
              high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
              low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))))
        }
      }
    default: return nil
    }
  }

  /// Whether it is an address of one link (RFC 4291 section 2.5.6, RFC 3927) or of the loopback interface.
  var isLocal: Bool {
    switch self {
    case .v4(let address): address.rawValue >> 16 == 0xA9FE || address.rawValue >> 24 == 127
    case .v6(let address): address.high >> 54 == 0x3FA || address == .loopback
    }
  }
}
