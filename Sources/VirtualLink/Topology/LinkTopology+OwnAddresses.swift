import CNetlink
import Glibc

/// Additional addresses of the far side, so that the hosts of a private link have different addresses.
extension LinkTopology {
  /// The IPv4 space for benchmarking (RFC 2544, RFC 6815), and a part of the link's unique local IPv6 space. Packets
  /// to these networks reach the far side through the gateway.
  private static let networks = ["198.18.0.0", "fd5b:8e1c:4d77:ffff::"]

  /// One of the addresses, in text; numbers are from 1.
  public static func ownAddress(_ number: UInt16) -> (ipv4: String, ipv6: String) {
    ("198.18.\(number >> 8).\(number & 0xFF)", "fd5b:8e1c:4d77:ffff::\(String(number, radix: 16))")
  }

  /// Lets the far side answer at all of these addresses.
  public func addOwnAddresses() throws {
    try farSide.perform {
      let route = try RouteSocket()
      try route.addLocalNetwork(IPAddress(Self.networks[0], prefix: 16))
      try route.addLocalNetwork(IPAddress(Self.networks[1], prefix: 64))
    }
  }
}
