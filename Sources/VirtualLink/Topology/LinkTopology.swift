import Glibc
import Wire

/// The namespaces and interfaces of a link, without the engine that carries frames between them.
///
///     client namespace    wire namespace    far-side namespace
///                 c0 ===== m0        m1 ===== s0
///
/// All of it disappears when this object is gone and no process or socket is left in the namespaces. The MTU is 1500
/// bytes. Checksums and segmentation can be offloaded (the engine reads `virtio_net_hdr`).
public struct LinkTopology: Sendable {
  /// The interface that the program under test sees.
  public static let clientInterface = "c0"
  /// The near end of the wire: frames that arrive here are uplink.
  public static let wireUplinkInterface = "m0"
  /// The far end of the wire: frames that arrive here are downlink.
  public static let wireDownlinkInterface = "m1"
  /// The far side's interface.
  public static let farSideInterface = "s0"

  /// The namespace of the program under test.
  public let client: NetworkNamespace
  /// The namespace of the engine.
  public let wire: NetworkNamespace
  /// The namespace of the servers.
  public let farSide: NetworkNamespace
  /// The addresses of both ends.
  public let addresses: LinkAddresses
  /// The names of the two ends' interfaces: `c0` and `s0`, except in labs.
  let ends: (client: String, farSide: String)

  /// Creates the namespaces, both pairs of interfaces, addresses and routes. The addresses are usable at once.
  ///
  /// Neighbour entries are static, so no ARP or neighbour discovery crosses the link. So a profile affects only the
  /// program's own packets, and heavy loss does not break address resolution.
  public init(addresses: LinkAddresses = LinkAddresses()) throws {
    self.addresses = addresses
    ends = (Self.clientInterface, Self.farSideInterface)
    client = try NetworkNamespace()
    wire = try NetworkNamespace()
    farSide = try NetworkNamespace()
    for end in [client, farSide] { try end.perform { try Self.quieten() } }
    let (client, farSide) = (client, farSide)
    try Self.furnish(
      wire, from: (client, Self.clientInterface, .client), to: (farSide, Self.farSideInterface, .farSide))
    try client.perform {
      let route = try RouteSocket()
      try Self.configure(
        Self.clientInterface, with: addresses.client, neighbours: addresses.farSide, at: .farSide, isMulticast: true,
        route)
      for gateway in addresses.farSide {
        try route.addRoute(to: .anywhere(isIPv6: gateway.isIPv6), via: gateway.host, on: Self.clientInterface)
      }
    }
    try farSide.perform {
      // The far side of a connected link forwards packets, and a router would report its multicast groups on the
      // link.
      try Self.configure(
        Self.farSideInterface, with: addresses.farSide, neighbours: addresses.client, at: .client, isMulticast: false,
        RouteSocket())
    }
  }

  /// One end of a wire: a namespace, an interface that is to be created in it, and its hardware address.
  typealias End = (namespace: NetworkNamespace, interface: String, mac: MACAddress)

  /// Creates a wire between namespaces that exist, with both pairs of interfaces. The ends are down, and have no
  /// addresses.
  init(from client: End, to farSide: End, addresses: LinkAddresses) throws {
    self.addresses = addresses
    self.client = client.namespace
    self.farSide = farSide.namespace
    ends = (client.interface, farSide.interface)
    wire = try NetworkNamespace()
    try Self.furnish(wire, from: client, to: farSide)
  }

  private static func furnish(_ wire: NetworkNamespace, from client: End, to farSide: End) throws {
    try wire.perform {
      for scope in ["all", "default"] { try Sysctl.set("net/ipv6/conf/\(scope)/disable_ipv6", "1") }
      let route = try RouteSocket()
      try route.addVeth(
        wireUplinkInterface, mac: .wireUplink, peer: client.interface, peerMAC: client.mac, in: client.namespace)
      try route.addVeth(
        wireDownlinkInterface, mac: .wireDownlink, peer: farSide.interface, peerMAC: farSide.mac, in: farSide.namespace)
      try route.bringUp(wireUplinkInterface)
      try route.bringUp(wireDownlinkInterface)
    }
    for end in [client, farSide] {
      try end.namespace.perform { try PacketSocket.splitLargeDatagrams(of: end.interface) }
    }
  }

  private static func configure(
    _ name: String, with addresses: [InterfaceAddress], neighbours: [InterfaceAddress], at mac: MACAddress,
    isMulticast: Bool,
    _ route: RouteSocket
  ) throws {
    try route.bringUp("lo")
    try route.bringUp(name, asksNeighbours: false, isMulticast: isMulticast)
    for address in addresses { try route.add(address, to: name) }
    for neighbour in neighbours { try route.addNeighbour(neighbour.host, mac: mac, on: name) }
  }

  /// Keeps a namespace from sending packets of its own: no duplicate address detection, router solicitations or
  /// redirects.
  static func quieten() throws {
    for scope in ["all", "default"] {
      try Sysctl.set("net/ipv6/conf/\(scope)/accept_dad", "0")
      try Sysctl.set("net/ipv6/conf/\(scope)/accept_ra", "0")
      try Sysctl.set("net/ipv6/conf/\(scope)/router_solicitations", "0")
      try Sysctl.set("net/ipv4/conf/\(scope)/send_redirects", "0")
    }
    // Let the user's own group send pings without a capability. In a user namespace, there is no other group.
    try Sysctl.set("net/ipv4/ping_group_range", "\(getegid()) \(getegid())")
  }
}
