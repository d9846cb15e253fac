import Glibc
import Wire

/// A veth pair between the far side and the host, and an nftables table on the host that masquerades the client.
///
/// The kernel removes the pair together with the far side's namespace. The table is owned by the netlink socket of an
/// `nft` process that runs as long as the link (`flags owner`, Linux 5.12), and the kernel removes it when that
/// socket closes. All addresses, routes and neighbour entries belong to the pair.
final class HostUplink: Sendable {
  private static let farInterface = "h0"
  private let host: NetworkNamespace
  private let interface: String
  private let table: OwnedTable
  private let watch: HelperWatch
  /// Whether another table of the host drops forwarded packets, so that nothing could get through.
  let isBlocked: Bool

  init(
    topology: LinkTopology, number: ConnectedNumber, reachesLinkLocal: Bool, helpers: ProcessTree,
    onFailure: @escaping @Sendable (LinkError) -> Void
  ) throws {
    host = try NetworkNamespace.current()
    interface = number.interface
    let hasIPv6 = Self.hostHasIPv6
    let (near, far) = Self.addresses(number.value, hasIPv6: hasIPv6)
    let (interface, farSide, addresses) = (interface, topology.farSide, topology.addresses)
    let forwardsIPv6 = hasIPv6 && Sysctl.read("net/ipv6/conf/all/forwarding") == "1"
    try host.perform {
      let route = try RouteSocket()
      Self.clear(interface, route)
      try route.addVeth(
        interface, mac: .hostUplink, peer: Self.farInterface, peerMAC: .farUplink, in: farSide)
      try route.bringUp(interface)
      for address in near { try route.add(address, to: interface) }
      for address in far { try route.addNeighbour(address.host, mac: .farUplink, on: interface) }
    }
    try farSide.perform {
      let route = try RouteSocket()
      try route.bringUp(Self.farInterface)
      for address in far { try route.add(address, to: Self.farInterface) }
      for address in near { try route.addNeighbour(address.host, mac: .hostUplink, on: Self.farInterface) }
      for gateway in near where forwardsIPv6 || !gateway.isIPv6 {
        try route.addRoute(
          to: .anywhere(isIPv6: gateway.isIPv6), via: gateway.host, on: Self.farInterface)
      }
      if !reachesLinkLocal {
        for network in LinkLocalNetworks.all where hasIPv6 || !network.isIPv6 { try route.addUnreachable(network) }
      }
      try Forwarding.turnOn()
    }
    try host.perform {
      let route = try RouteSocket()
      for (network, gateway) in zip(addresses.networks, far) {
        try route.addRoute(to: network, via: gateway.host, on: interface)
      }
    }
    let networks = addresses.networks
    table = try OwnedTable(
      // The name is random, because the table of a killed link can still exist for a moment.
      name: "headwind_\(number.value)_" + String(UInt32.random(in: 0 ... .max), radix: 16),
      masquerade: [
        "ip saddr \(networks[0]) oifname != \"\(interface)\" masquerade",
        "ip6 saddr \(networks[1]) oifname != \"\(interface)\" masquerade",
      ],
      // A link leads to what the host reaches, and not to what is on another link.
      forward: [("ip", ConnectedNumber.networks.ipv4), ("ip6", ConnectedNumber.networks.ipv6)].map {
        "iifname \"\(interface)\" oifname \"hw*\" \($0) daddr { \($1) } reject with icmpx host-unreachable"
      }, helpers: helpers)
    isBlocked = table.otherTablesDropForwarded
    watch = try HelperWatch(
      process: table.owner, name: "nft", interface: Self.farInterface, in: farSide, onFailure: onFailure)
  }

  /// Removes the pair at once, because the kernel's own cleanup can take a moment.
  func close() {
    let interface = interface
    watch.close()
    table.close()
    // If it is already gone, there is nothing left to do.
    try? host.perform { try RouteSocket().remove(interface) }
  }

  /// Removes the interface that a killed link of the same number left behind. The kernel would remove it too, but
  /// later.
  private static func clear(_ interface: String, _ route: RouteSocket) {
    for _ in 0..<500 where if_nametoindex(interface) != 0 {
      try? route.remove(interface)
      if if_nametoindex(interface) != 0 { usleep(10_000) }
    }
  }

  /// Whether new interfaces of the host may have IPv6 addresses.
  private static var hostHasIPv6: Bool {
    ["all", "default"].allSatisfy { Sysctl.read("net/ipv6/conf/\($0)/disable_ipv6") == "0" }
  }

  /// The addresses of the host's end and of the far side's end.
  private static func addresses(_ number: UInt8, hasIPv6: Bool) -> (near: [InterfaceAddress], far: [InterfaceAddress]) {
    func pair(_ host: UInt8) -> [InterfaceAddress] {
      [
        InterfaceAddress(IPv4Address(10, 84, number, host), prefix: 30),
        InterfaceAddress(IPv6Address(high: 0xfd5b_8e1c_4d78_0000 | UInt64(number), low: UInt64(host)), prefix: 64),
      ]
    }
    let (near, far) = (pair(1), pair(2))
    return hasIPv6 ? (near, far) : ([near[0]], [far[0]])
  }
}
