import CLinux
import CNetlink
import Glibc
import Wire

/// A wire between an interface that something else has made and that interface's network.
///
///     namespace of the interface                        wire namespace
///     program -> eth0 -- egress  -> hw7c ============== m0
///                eth0 <- tc filter of hw7x <- hw7c         engine
///     network -> eth0 -- ingress -> hw7f ============== m1
///                eth0 -> network        <- hw7f
///
/// Nothing is moved or configured: a table of nf_tables forwards the interface's frames to the wire's ends, and what leaves the
/// wire back to the interface, with a mark that lets it pass. The kernel removes the table with our socket, and the wire's ends with our
/// namespace. So whatever ends this process, frames go straight again at once.
///
/// A frame that is to come in at the interface needs a mark in this namespace first, which only nf_tables can set, and then an ingress
/// redirection, which only `tc` can do, in this order: it leaves by `hw7x`, whose egress filter redirects it.
///
/// ARP, neighbour and router discovery and group reports are not diverted: no conditions apply to them on any link.
public final class Attachment: Sendable {
  /// The names of the interfaces that the attachment adds, by the number of the one that it is at.
  private struct Names: Sendable {
    let client: String
    let farSide: String
    let inward: String

    init(_ index: Int32) {
      (client, farSide, inward) = ("hw\(index)c", "hw\(index)f", "hw\(index)x")
    }

    var all: [String] { [client, farSide, inward] }
  }

  /// The chains at the interface.
  private enum Chain {
    static let out = "out"
    static let into = "in"
  }

  /// The wire. Its client is the interface's host, its far side the network.
  public let topology: LinkTopology
  public let interface: String
  /// Raised when the interface, or an end of the wire, is gone.
  public let alarm: Alarm
  private let names: Names
  private let table: PacketTable
  private let mark: UInt32
  private let matches: [PeerMatch]
  private let ends: (client: Int32, farSide: Int32)
  private let socket: NetlinkSocket
  private let bell: Descriptor

  /// The outer end of the way back in.
  private static let inwardPeer = "m2"

  /// Makes the wire. Nothing crosses it yet.
  /// - Parameters:
  ///   - interface: nil for the interface of the default route.
  ///   - only: the frames to divert; empty for all.
  public init(at interface: String?, of target: AttachTarget, only matches: [PeerMatch]) throws {
    let (network, place) = (target.network, target.description)
    let facts = try network.perform { try InterfaceFacts(interface, of: place) }
    let names = Names(facts.index)
    try network.perform {
      guard if_nametoindex(names.client) == 0 else {
        throw LinkError(
          "a link is already attached to \(facts.name) of \(place)", remedy: "'headwind link list' lists the links")
      }
    }
    let topology = try LinkTopology(
      from: (network, names.client, facts.mac), to: (network, names.farSide, .farSide),
      addresses: LinkAddresses(client: facts.addresses, farSide: []))
    try topology.wire.perform {
      let route = try RouteSocket()
      try route.addVeth(
        Self.inwardPeer, mac: .wireUplink, peer: names.inward, peerMAC: .wireDownlink, in: network)
      try route.bringUp(Self.inwardPeer)
      try Self.setMTU(
        facts.mtu, on: [LinkTopology.wireUplinkInterface, LinkTopology.wireDownlinkInterface, Self.inwardPeer])
    }
    let mark = UInt32.random(in: 1 ... .max)
    let (table, socket, ends) = try network.perform {
      try Self.bringUp(names, facts.mtu)
      let ends = (
        client: try InterfaceControl.index(of: names.client), farSide: try InterfaceControl.index(of: names.farSide)
      )
      try Self.leadInward(from: names.inward, to: facts.index)
      let table = Self.table(facts, names, mark, inward: try InterfaceControl.index(of: names.inward))
      let socket = try NetlinkSocket(NETLINK_NETFILTER)
      do throws(NetlinkSocket.Refusal) {
        try table.make(on: socket)
      } catch {
        throw Self.refusal(error, facts.name)
      }
      return (table, socket, ends)
    }
    let raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    let (bell, alarm) = (Descriptor(owning: raw), try Alarm())
    let watch = try network.perform { try WireWatch(interfaces: [facts.name] + names.all) }
    try OwnThread.start {
      while true {
        switch watch.wait(for: bell, until: nil) {
        case .rung: return
        case .gone(let name): return alarm.raise("the interface \(name) of \(place) is gone")
        case .timeout: continue
        }
      }
    }
    (self.interface, self.topology, self.names, self.table, self.mark) = (facts.name, topology, names, table, mark)
    (self.socket, self.ends, self.matches, self.bell, self.alarm) = (socket, ends, matches, bell, alarm)
  }

  deinit {
    eventfd_write(bell.raw, 1)
  }

  /// Leads the interface's frames over the wire, in both directions at once. An engine has to run by then.
  public func divert() throws {
    try setRules(
      out: Self.diversions(matches, toPeer: true, to: ends.client),
      in: Self.diversions(matches, toPeer: false, to: ends.farSide), "lead the frames of \(interface) over a link")
  }

  /// Lets the interface's frames go straight again, in both directions at once. What is on the wire still arrives.
  public func release() throws {
    try setRules(out: [], in: [], "let the frames of \(interface) go straight again")
  }

  /// Removes everything. Nothing is on the wire any more.
  public func remove() {
    eventfd_write(bell.raw, 1)
    try? table.remove(on: socket)
    try? topology.client.perform { [names] in
      let route = try RouteSocket()
      for name in names.all { try? route.remove(name) }
    }
  }

  private func setRules(out: [PacketRule], in: [PacketRule], _ action: String) throws(LinkError) {
    let passing = Self.passing(mark)
    try NetlinkSocket.attempt(action) { () throws(NetlinkSocket.Refusal) in
      try table.set([(Chain.out, [passing] + out), (Chain.into, [passing] + `in`)], on: socket)
    }
  }

  // MARK: - Rules

  /// The table without any diversion.
  private static func table(_ facts: InterfaceFacts, _ names: Names, _ mark: UInt32, inward: Int32) -> PacketTable {
    var table = PacketTable("headwind-\(facts.index)", family: .netdev, isOwned: true)
    table.add("from-network", at: .ingress, of: names.client, [marking(mark, inward)])
    table.add("from-host", at: .ingress, of: names.farSide, [marking(mark, facts.index)])
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

  private static func refusal(_ refusal: NetlinkSocket.Refusal, _ interface: String) -> LinkError {
    var error = refusal.error("lead the frames of \(interface) over a link")
    if [ENOENT, EOPNOTSUPP, EPROTONOSUPPORT, EINVAL].contains(refusal.code) {
      error.remedy =
        "the kernel needs nf_tables with egress hooks, 'fwd' and table owners (Linux 5.17; CONFIG_NETFILTER_EGRESS, CONFIG_NFT_FWD_NETDEV)"
    }
    return error
  }

  // MARK: - Interfaces

  private static func setMTU(_ bytes: UInt32, on names: [String]) throws {
    let control = InterfaceControl(socket: try NetlinkSocket())
    for name in names {
      let index = try InterfaceControl.index(of: name)
      try NetlinkSocket.attempt("set the MTU of \(name)") { () throws(NetlinkSocket.Refusal) in
        try control.setMTU(bytes, on: index)
      }
    }
  }

  /// Brings the wire's ends up. They send nothing of their own.
  private static func bringUp(_ names: Names, _ mtu: UInt32) throws {
    try setMTU(mtu, on: names.all)
    let route = try RouteSocket()
    for name in names.all {
      try Sysctl.set("net/ipv6/conf/\(name)/disable_ipv6", "1")
      try route.bringUp(name, asksNeighbours: false, isMulticast: false)
    }
    let control = InterfaceControl(socket: try NetlinkSocket())
    for name in names.all { try control.waitUntilOperational(InterfaceControl.index(of: name)) }
  }

  /// Lets everything that goes out of an interface come in at another one.
  private static func leadInward(from name: String, to interface: Int32) throws {
    let control = TrafficControl(socket: try NetlinkSocket(), interface: try InterfaceControl.index(of: name))
    try NetlinkSocket.attempt("redirect the frames of \(name) (this needs clsact, cls_u32 and act_mirred)") {
      () throws(NetlinkSocket.Refusal) in
      try control.put("clsact", .clsact, at: .ingress, .create)
      try control.redirectAll(at: .clsactEgress, preference: 1, to: interface, arriving: true)
    }
  }
}
