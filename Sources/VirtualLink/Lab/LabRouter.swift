internal import Synchronization
internal import Wire

/// The router of a network in a lab: a namespace that forwards packets, as routers do (it lowers the TTL by one).
///
///     host namespace     wire     router             wire     router of the internet
///               c0 ==== m0  m1 ==== h2        c0 ==== m0  m1 ==== n1
///
/// Every line is a `LinkTopology` of its own, with the interface `c0` at its client's side. Nothing is on a common
/// Ethernet, so nobody asks for neighbours: each end knows the other's hardware address.
public final class LabRouter: Sendable {
  /// The number of the network; 0 is the internet.
  public let number: UInt8
  /// Its network namespace.
  public let namespace: NetworkNamespace
  /// The router's own addresses: IPv4, IPv6.
  public let addresses: [InterfaceAddress]
  /// The network's addresses.
  private let networks: [InterfaceAddress]
  /// The number of the latest host.
  private let latest = Mutex<UInt8>(1)

  /// Creates a router without lines.
  public init(number: UInt8) throws {
    self.number = number
    networks = Self.pair(number, 0, prefixes: (24, 64))
    addresses = Self.pair(number, 1)
    namespace = try NetworkNamespace()
    let own = addresses
    try namespace.perform {
      try LinkTopology.quieten()
      try Self.forward()
      try Self.acceptAnyWay()
      let route = try RouteSocket()
      try route.bringUp("lo")
      for address in own { try route.add(address, to: "lo") }
    }
  }

  /// The addresses of a number in a network. IPv4 is private space (RFC 1918), IPv6 unique local (RFC 4193).
  private static func pair(_ network: UInt8, _ host: UInt8, prefixes: (Int, Int) = (32, 128)) -> [InterfaceAddress] {
    [
      InterfaceAddress(IPv4Address(10, 84, network, host), prefix: prefixes.0),
      InterfaceAddress(
        IPv6Address(high: 0xfd5b_8e1c_4d78_0000 | UInt64(network), low: UInt64(host)), prefix: prefixes.1),
    ]
  }

  /// Lets packets come in on another line than the one on which answers leave: a host with several lines is found on each.
  /// Namespaces begin with what this machine does.
  fileprivate static func acceptAnyWay() throws {
    for scope in ["all", "default"] { try Sysctl.set("net/ipv4/conf/\(scope)/rp_filter", "0") }
  }

  private static func forward() throws {
    try Sysctl.set("net/ipv4/ip_forward", "1")
    try Sysctl.set("net/ipv6/conf/all/forwarding", "1")
    guard Sysctl.read("net/ipv4/ip_forward") == "1", Sysctl.read("net/ipv6/conf/all/forwarding") == "1" else {
      throw LinkError(
        "a router of a lab cannot forward packets: /proc/sys is read-only, or the kernel has no IPv6",
        remedy:
          "in a container, mount /proc/sys writable (for example --privileged, or --security-opt systempaths=unconfined)"
      )
    }
  }

  /// Makes a line to a host, with an address of this network.
  /// - Parameters:
  ///   - interface: the host's end.
  ///   - isFirst: whether everything that has no route of its own leaves the host on this line.
  public func attach(_ host: LabStation, as interface: String, isFirst: Bool) throws -> LinkTopology {
    let number = latest.withLock { latest in
      latest += 1
      return latest
    }
    let (own, port) = (Self.pair(self.number, number), "h\(number)")
    let macs = MACAddress.labLine(network: self.number, number)
    let line = try LinkTopology(
      from: (host.namespace, interface, macs.client), to: (namespace, port, macs.router),
      addresses: LinkAddresses(client: own, farSide: addresses))
    let (gateways, networks) = (addresses, networks)
    try host.namespace.perform {
      let route = try RouteSocket()
      try route.connect(interface, to: gateways, at: macs.router) {
        for address in own { try route.add(address, to: interface) }
      }
      for (gateway, network) in zip(gateways, networks) {
        let reach = isFirst ? .anywhere(isIPv6: gateway.isIPv6) : network
        try route.addRoute(to: reach, via: gateway.host, on: interface)
      }
    }
    try namespace.perform { try RouteSocket().connect(port, to: own, at: macs.client) }
    host.add(own)
    return line
  }

  /// Makes this network's line to the internet.
  public func join(_ internet: LabRouter) throws -> LinkTopology {
    let macs = MACAddress.labLine(network: number, 1)
    let (interface, port) = (LinkTopology.clientInterface, "n\(number)")
    let line = try LinkTopology(
      from: (namespace, interface, macs.client), to: (internet.namespace, port, macs.router),
      addresses: LinkAddresses(client: addresses, farSide: internet.addresses))
    let (here, there, networks) = (addresses, internet.addresses, networks)
    try namespace.perform {
      let route = try RouteSocket()
      try route.connect(interface, to: there, at: macs.router)
      for gateway in there {
        try route.addRoute(to: .anywhere(isIPv6: gateway.isIPv6), via: gateway.host, on: interface)
      }
    }
    try internet.namespace.perform {
      let route = try RouteSocket()
      try route.connect(port, to: here, at: macs.client)
      for (gateway, network) in zip(here, networks) { try route.addRoute(to: network, via: gateway.host, on: port) }
    }
    return line
  }
}

/// A host of a lab: a namespace, and the addresses that it has on its networks.
public final class LabStation: Sendable {
  /// Its network namespace.
  public let namespace: NetworkNamespace
  private let known = Mutex<[[InterfaceAddress]]>([])

  /// Makes the namespace, with forwarding.
  public init() throws {
    namespace = try NetworkNamespace()
    try namespace.perform {
      try LinkTopology.quieten()
      // A host with two lines is no router, whatever the host that Headwind runs on is.
      try Sysctl.set("net/ipv4/ip_forward", "0")
      try Sysctl.set("net/ipv6/conf/all/forwarding", "0")
      try LabRouter.acceptAnyWay()
      try RouteSocket().bringUp("lo")
    }
  }

  /// Its addresses, for each line to a network in the order in which they were made.
  public var addresses: [[InterfaceAddress]] { known.withLock { $0 } }

  fileprivate func add(_ addresses: [InterfaceAddress]) {
    known.withLock { $0.append(addresses) }
  }

  /// Makes a line to another host that carries what the two send to each other. Both must have an address.
  /// - Parameters:
  ///   - number: of the path.
  ///   - interface: the name of the end here.
  ///   - other: the name of the end there.
  public func join(
    _ host: LabStation, number: UInt8, as interface: String, and other: String
  ) throws -> LinkTopology {
    let macs = MACAddress.labLine(network: 0xFF, number)
    let (here, there) = (addresses, host.addresses)
    let line = try LinkTopology(
      from: (namespace, interface, macs.client), to: (host.namespace, other, macs.router),
      addresses: LinkAddresses(client: here.first ?? [], farSide: there.first ?? []))
    for (station, name, mac, own, far) in [
      (self, interface, macs.router, here, there), (host, other, macs.client, there, here),
    ] {
      try station.namespace.perform {
        try RouteSocket().connect(name, to: far.flatMap { $0 }, at: mac, from: own.first ?? [])
      }
    }
    return line
  }
}

extension RouteSocket {
  /// Brings an end of a line up, and leads to the addresses at the other end.
  /// - Parameters:
  ///   - mac: the other end's hardware address.
  ///   - sources: the addresses that packets to there carry, if not the interface's own.
  ///   - prepare: what comes between the two.
  fileprivate func connect(
    _ interface: String, to addresses: [InterfaceAddress], at mac: MACAddress, from sources: [InterfaceAddress] = [],
    _ prepare: () throws -> Void = {}
  ) throws {
    try bringUp(interface, asksNeighbours: false, isMulticast: false)
    try prepare()
    for address in addresses {
      let source = sources.first { $0.isIPv6 == address.isIPv6 }
      try addRoute(to: address, via: nil, on: interface, from: source?.host)
      try addNeighbour(address.host, mac: mac, on: interface)
    }
  }
}

extension MACAddress {
  /// The hardware addresses of a line's two ends, locally administered.
  fileprivate static func labLine(network: UInt8, _ number: UInt8) -> (client: MACAddress, router: MACAddress) {
    let place = UInt64(network) << 8 | UInt64(number)
    return (MACAddress(rawValue: 0x0200_00c1_0000 | place), MACAddress(rawValue: 0x0200_0051_0000 | place))
  }
}
