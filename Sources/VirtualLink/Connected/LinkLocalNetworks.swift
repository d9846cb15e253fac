import Wire

/// Destinations that a connected link refuses unless it is asked for them: link-local addresses (RFC 3927, RFC 4291 section 2.5.6) and the
/// addresses at which clouds give a machine its metadata, credentials among it.
///
/// They concern the machine and not the program on the link, which would get what the machine may do.
enum LinkLocalNetworks {
  /// Link-local addresses, among them the metadata service of most clouds (169.254.169.254); those of Alibaba Cloud and Azure.
  private static let ipv4 = [
    InterfaceAddress(IPv4Address(169, 254, 0, 0), prefix: 16),
    InterfaceAddress(IPv4Address(100, 100, 100, 200), prefix: 32),
    InterfaceAddress(IPv4Address(168, 63, 129, 16), prefix: 32),
  ]

  /// Link-local addresses; the services of Amazon (fd00:ec2::254) and Google (fd20:ce::254).
  private static let ipv6 = [
    InterfaceAddress(IPv6Address(high: 0xFE80_0000_0000_0000, low: 0), prefix: 10),
    InterfaceAddress(IPv6Address(high: 0xFD00_0EC2_0000_0000, low: 0), prefix: 32),
    InterfaceAddress(IPv6Address(high: 0xFD20_00CE_0000_0000, low: 0x254), prefix: 128),
  ]

  /// The networks, with the IPv6 addresses that lead to the IPv4 ones: IPv4-mapped (RFC 4291 section 2.5.5.2), NAT64 (RFC 6052) and 6to4
  /// (RFC 3056).
  static let all: [InterfaceAddress] =
    ipv4 + ipv6
    + ipv4.flatMap { network -> [InterfaceAddress] in
      guard case .v4(let address) = network.address else { return [] }
      let bits = UInt64(address.rawValue)
      return [
        InterfaceAddress(IPv6Address(high: 0, low: 0xFFFF_0000_0000 | bits), prefix: 96 + network.prefix),
        InterfaceAddress(IPv6Address(high: 0x0064_FF9B_0000_0000, low: bits), prefix: 96 + network.prefix),
        InterfaceAddress(IPv6Address(high: 0x2002_0000_0000_0000 | bits << 16, low: 0), prefix: 16 + network.prefix),
      ]
    }

  /// True if an address is in one of them.
  static func contain(_ address: IPAddress) -> Bool { all.contains { $0.isNetwork(of: address) } }
}
