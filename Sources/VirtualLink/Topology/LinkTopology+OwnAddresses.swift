import Wire

/// Additional addresses of the far side, so that the hosts of a private link have different addresses.
extension LinkTopology {
  /// The IPv4 space for benchmarking (RFC 2544, RFC 6815), and a part of the link's unique local IPv6 space. Packets
  /// to these networks reach the far side through the gateway.
  private static let networks = [
    InterfaceAddress(IPv4Address(198, 18, 0, 0), prefix: 16),
    InterfaceAddress(IPv6Address(high: 0xfd5b_8e1c_4d77_ffff, low: 0), prefix: 64),
  ]

  /// One of the addresses, in text; numbers are from 1.
  public static func ownAddress(_ number: UInt16) -> (ipv4: String, ipv6: String) {
    (
      "\(IPv4Address(198, 18, UInt8(number >> 8), UInt8(number & 0xFF)))",
      "\(IPv6Address(high: 0xfd5b_8e1c_4d77_ffff, low: UInt64(number)))"
    )
  }

  /// Lets the far side answer at all of these addresses.
  public func addOwnAddresses() throws {
    try farSide.perform {
      let route = try RouteSocket()
      for network in Self.networks { try route.addLocalNetwork(network) }
    }
  }
}
