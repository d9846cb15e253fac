import CNetlink
import Wire

/// The rules of the far side's namespace that hand the client's packets to the relay's sockets.
///
/// The kernel drops a connection request that has crossed the link (the relay's tap sees it first). When the relay lets the request
/// pass, it comes again from another hardware address. TCP and UDP packets are diverted to the transparent sockets (tproxy) and
/// marked, and marked packets are routed to this host, whatever their destination.
enum RelayRules {
  private static let mark: UInt32 = 1
  private static let table: UInt32 = 100

  /// Makes rules and routes in the calling thread's network namespace.
  static func make(for scope: RelayScope) throws {
    let route = try RouteSocket()
    for isIPv6 in [false, true] {
      try route.addLocalNetwork(.anywhere(isIPv6: isIPv6), table: table)
      try route.addRule(mark: mark, table: table, isIPv6: isIPv6)
    }
    do throws(NetlinkSocket.Refusal) {
      try packetTable(for: scope).make()
    } catch {
      throw LinkError(
        "this kernel cannot divert a connected link's packets to Headwind: \(error.error("add a tproxy rule").message)",
        remedy: remedy)
    }
  }

  /// How to get what the relay needs from the kernel.
  static let remedy =
    "the kernel needs nf_tables with tproxy (CONFIG_NF_TABLES_INET, CONFIG_NFT_TPROXY); as root: modprobe nft_tproxy; or use --private"

  static func packetTable(for scope: RelayScope) -> PacketTable {
    var table = PacketTable("headwind")
    var rules = [elsewhere()]
    // What the far side answers itself.
    rules += (scope.gateways.map(\.address) + RelayScope.serversOfAddresses).map { address in
      var rule = PacketRule()
      rule.match(destination: address)
      rule.end(.accept)
      return rule
    }
    if scope.isWayOut {
      rules += Self.rules { _ in }
    } else {
      for address in scope.hostLoopback { rules += Self.rules { $0.match(destination: address.address) } }
    }
    // The priority "mangle" of nft(8): before routing.
    table.add("relay", .filter, at: .prerouting, priority: -150, rules)
    return table
  }

  /// Accepts what does not come over the link.
  private static func elsewhere() -> PacketRule {
    var rule = PacketRule()
    rule.match(ingress: LinkTopology.farSideInterface, .different)
    rule.end(.accept)
    return rule
  }

  /// The rules for the packets that `match` selects.
  private static func rules(_ match: (inout PacketRule) -> Void) -> [PacketRule] {
    var relay: [UInt8] = []
    MACAddress.relay.append(to: &relay)
    var hold = PacketRule()
    match(&hold)
    hold.match(transport: 6)
    // FIN, SYN, RST and ACK: only SYN.
    hold.match(.transport, offset: 13, mask: [0x17], .equal, [0x02])
    hold.match(.link, offset: 6, .different, relay)
    hold.end(.drop)
    let divert = ([6, 17] as [UInt8]).map { number in
      var rule = PacketRule()
      match(&rule)
      rule.match(transport: number)
      rule.mark(mark)
      rule.divert(to: RelaySockets.port)
      rule.end(.accept)
      return rule
    }
    var (echo4, echo6, error4, error6) = (PacketRule(), PacketRule(), PacketRule(), PacketRule())
    // The relay's tap sees echo requests.
    match(&echo4)
    echo4.match(transport: 1)
    echo4.match(.transport, offset: 0, .equal, [8])
    echo4.end(.drop)
    match(&echo6)
    echo6.match(transport: 58)
    echo6.match(.transport, offset: 0, .equal, [128])
    echo6.end(.drop)
    // Errors concern the sockets that speak for a destination: "fragmentation needed", for example.
    match(&error4)
    error4.match(transport: 1)
    error4.mark(mark)
    match(&error6)
    error6.match(transport: 58)
    error6.match(.transport, offset: 0, .atMost, [127])
    error6.mark(mark)
    return [hold] + divert + [echo4, echo6, error4, error6]
  }
}
