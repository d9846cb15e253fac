import CNetlink
import Glibc
import Wire

/// Leads frames to a wire and back by a table of nf_tables, which the kernel removes with our socket, however this process ends.
///
///     program -> eth0 -- egress  -> client end
///                eth0 <- tc filter of the way in <- client end
///     network -> eth0 -- ingress -> far end
///                eth0 -> network            <- far end
///
/// A frame that is to come in at the interface needs a mark first, which only nf_tables can set where `tc` has no act_skbedit, and then an
/// ingress redirection, which only `tc` can do, in this order: it leaves by an interface of ours whose egress filter redirects it.
final class TableDiversion: FrameDiversion {
  /// The chains at the interface.
  private enum Chain {
    static let out = "out"
    static let into = "in"
  }

  private let place: DivertedInterface
  private let network: NetworkNamespace
  private let wayIn: String
  private let table: PacketTable
  private let socket: NetlinkSocket

  /// The outer end of the way in.
  private static let wayInPeer = "m2"

  /// - Parameters:
  ///   - wayIn: the name of the interface to add for what comes in.
  ///   - wire: where its other end is.
  init(_ place: DivertedInterface, by wayIn: String, in network: NetworkNamespace, wire: NetworkNamespace) throws {
    try wire.perform {
      let route = try RouteSocket()
      try route.addVeth(Self.wayInPeer, mac: .wireUplink, peer: wayIn, peerMAC: .wireDownlink, in: network)
      try route.bringUp(Self.wayInPeer)
      try InterfaceControl.setMTU(place.facts.mtu, on: [Self.wayInPeer])
    }
    (self.place, self.network, self.wayIn) = (place, network, wayIn)
    do {
      (table, socket) = try network.perform {
        try InterfaceControl.bringUpSilently([wayIn], mtu: place.facts.mtu)
        let inward = try InterfaceControl.index(of: wayIn)
        try Self.lead(inward, wayIn, to: place.facts.index)
        let table = Self.table(place, inward: inward)
        let socket = try NetlinkSocket(NETLINK_NETFILTER)
        do throws(NetlinkSocket.Refusal) {
          try table.make(on: socket)
        } catch {
          throw error.error("lead the frames of \(place.facts.name) over a link")
        }
        return (table, socket)
      }
    } catch {
      try? network.perform { try RouteSocket().remove(wayIn) }
      throw error
    }
  }

  func divert() throws(LinkError) {
    let matches = place.matches
    try set(
      out: Self.diversions(matches, toPeer: true, to: place.client.index),
      in: Self.diversions(matches, toPeer: false, to: place.farSide.index),
      "lead the frames of \(place.facts.name) over a link")
  }

  func release() throws(LinkError) {
    try set(out: [], in: [], "let the frames of \(place.facts.name) go straight again")
  }

  func remove() {
    try? table.remove(on: socket)
    try? network.perform { [wayIn] in try RouteSocket().remove(wayIn) }
  }

  private func set(out: [PacketRule], in: [PacketRule], _ action: String) throws(LinkError) {
    let passing = Self.passing(place.mark)
    try NetlinkSocket.attempt(action) { () throws(NetlinkSocket.Refusal) in
      try table.set([(Chain.out, [passing] + out), (Chain.into, [passing] + `in`)], on: socket)
    }
  }

  /// The table without any diversion.
  private static func table(_ place: DivertedInterface, inward: Int32) -> PacketTable {
    let (facts, mark) = (place.facts, place.mark)
    var table = PacketTable("headwind-\(facts.index)", family: .netdev, isOwned: true)
    table.add("from-network", at: .ingress, of: place.client.name, [marking(mark, inward)])
    table.add("from-host", at: .ingress, of: place.farSide.name, [marking(mark, facts.index)])
    table.add(Chain.out, at: .egress, of: facts.name, [passing(mark)])
    table.add(Chain.into, at: .ingress, of: facts.name, [passing(mark)])
    return table
  }

  private static func marking(_ mark: UInt32, _ next: Int32) -> PacketRule {
    var rule = PacketRule()
    rule.mark(mark)
    rule.forward(to: next)
    return rule
  }

  /// Lets pass what comes from the wire, without our mark.
  private static func passing(_ mark: UInt32) -> PacketRule {
    var rule = PacketRule()
    rule.match(mark: mark)
    rule.mark(0)
    rule.end(.accept)
    return rule
  }

  private static func diversions(_ matches: [PeerMatch], toPeer: Bool, to end: Int32) -> [PacketRule] {
    let whole: [PacketRule] = [UInt16(0x0800), 0x86DD].map { number in
      var rule = PacketRule()
      rule.match(ethernetType: number)
      return rule
    }
    let chosen = matches.isEmpty ? whole : matches.map { $0.rule(toPeer: toPeer) }
    return announcements
      + chosen.map { rule in
        var rule = rule
        rule.forward(to: end)
        return rule
      }
  }

  /// Lets group reports (IGMP; MLD, types 130 to 132 and 143), router and neighbour discovery (types 133 to 137) go straight.
  private static let announcements: [PacketRule] = {
    var groups = PacketRule()
    groups.match(ethernetType: 0x0800)
    groups.match(transport: 2)
    groups.end(.accept)
    let types: [[(PacketRule.Comparison, UInt8)]] = [[(.atLeast, 130), (.atMost, 137)], [(.equal, 143)]]
    return [groups]
      + types.map { comparisons in
        var rule = PacketRule()
        rule.match(ethernetType: 0x86DD)
        rule.match(transport: 58)
        for (comparison, type) in comparisons { rule.match(.transport, offset: 0, comparison, [type]) }
        rule.end(.accept)
        return rule
      }
  }()

  /// Lets everything that goes out of an interface come in at another one.
  private static func lead(_ interface: Int32, _ name: String, to other: Int32) throws {
    let control = TrafficControl(socket: try NetlinkSocket(), interface: interface)
    try NetlinkSocket.attempt("redirect the frames of \(name) (this needs clsact, cls_u32 and act_mirred)") {
      () throws(NetlinkSocket.Refusal) in
      try control.put("clsact", .clsact, at: .ingress, .create)
      try control.redirectAll(at: .clsactEgress, preference: 1, to: other, arriving: true)
    }
  }
}
