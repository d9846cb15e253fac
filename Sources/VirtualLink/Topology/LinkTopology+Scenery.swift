extension LinkTopology {
  /// Addresses behind the far side of which its router says that they cannot be reached (RFC 5737 and RFC 3849: for
  /// documentation, and so nobody's).
  public static let unreachable4 = "203.0.113.1"
  public static let unreachable6 = "2001:db8:bad::1"

  private static let worldClient = IPAddress("2001:db8:c11e::2", prefix: 64)
  private static let worldFarSide = IPAddress("2001:db8:c11e::1", prefix: 64)

  /// Puts a scenery behind a closed far side. Packets to addresses that are not its own vanish there.
  /// - Parameters:
  ///   - hasUnreachable: answers packets to the addresses above with ICMP host unreachable (RFC 792, RFC 4443
  ///     section 3.1). The far side forwards then, but nothing can leave it.
  ///   - hasWorldIPv6: gives the client an IPv6 address of the world besides its own (RFC 3849). With it, and only with it,
  ///     IPv6 comes before IPv4 where a name has both (RFC 6724 section 2.1).
  public func setScenery(hasUnreachable: Bool, hasWorldIPv6: Bool) throws {
    try farSide.perform {
      let route = try RouteSocket()
      for isIPv6 in [false, true] { try route.addRoute(to: .anywhere(isIPv6: isIPv6), of: .blackhole) }
      if hasUnreachable {
        try route.addRoute(to: IPAddress(Self.unreachable4, prefix: 32), of: .unreachable)
        try route.addRoute(to: IPAddress(Self.unreachable6, prefix: 128), of: .unreachable)
        try Sysctl.set("net/ipv4/ip_forward", "1")
        try Sysctl.set("net/ipv6/conf/all/forwarding", "1")
      }
      if hasWorldIPv6 {
        try route.add(Self.worldFarSide, to: Self.farSideInterface)
        try route.addNeighbour(Self.worldClient.host, mac: .client, on: Self.farSideInterface)
      }
    }
    guard hasWorldIPv6 else { return }
    try client.perform { try RouteSocket().add(Self.worldClient, to: Self.clientInterface) }
  }
}
