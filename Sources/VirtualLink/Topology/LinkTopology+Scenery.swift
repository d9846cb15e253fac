internal import Wire

extension LinkTopology {
  /// Addresses for which the far side's router reports "host unreachable". They are reserved for documentation (RFC
  /// 5737, RFC 3849), so no real host has them.
  public static let unreachable4 = unreachable[0].host
  /// The IPv6 one of them.
  public static let unreachable6 = unreachable[1].host
  private static let unreachable = [
    InterfaceAddress(IPv4Address(203, 0, 113, 1), prefix: 32),
    InterfaceAddress(IPv6Address(high: 0x2001_0db8_0bad_0000, low: 1), prefix: 128),
  ]

  private static let worldClient = InterfaceAddress(
    IPv6Address(high: 0x2001_0db8_c11e_0000, low: 2), prefix: 64)
  private static let worldFarSide = InterfaceAddress(
    IPv6Address(high: 0x2001_0db8_c11e_0000, low: 1), prefix: 64)

  /// Adds routes behind the far side of a private link. Packets to addresses that are not its own are dropped there.
  /// - Parameters:
  ///   - hasUnreachable: answers packets to the addresses above with ICMP host unreachable.
  ///   - hasWorldIPv6: gives the client a global IPv6 address in addition to its own (RFC 3849). Only with it do
  ///     clients prefer IPv6 to IPv4 for a name that has both (RFC 6724 section 2.1).
  /// - Returns: what answers for these addresses as long as it is kept, or nil.
  public func setScenery(hasUnreachable: Bool, hasWorldIPv6: Bool) throws -> UnreachableHosts? {
    let socket = try farSide.perform {
      let route = try RouteSocket()
      for isIPv6 in [false, true] { try route.addBlackhole(to: .anywhere(isIPv6: isIPv6)) }
      if hasWorldIPv6 {
        try route.add(Self.worldFarSide, to: Self.farSideInterface)
        try route.addNeighbour(Self.worldClient.host, mac: .client, on: Self.farSideInterface)
      }
      return hasUnreachable ? try PacketSocket(interface: Self.farSideInterface) : nil
    }
    if hasWorldIPv6 { try client.perform { try RouteSocket().add(Self.worldClient, to: Self.clientInterface) } }
    return socket.map {
      UnreachableHosts($0, hosts: Self.unreachable.map(\.address), routers: addresses.farSide.map(\.address))
    }
  }
}
