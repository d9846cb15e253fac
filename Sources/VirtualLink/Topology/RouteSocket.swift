import CNetlink
import Glibc
import Wire

/// A socket to configure interfaces, addresses and routes (rtnetlink(7)) of the namespace in which it was opened. Use
/// it on one thread at a time.
final class RouteSocket {
  private let socket: OpaquePointer

  init() throws {
    guard let socket = nl_socket_alloc() else { throw LinkError("no memory for a netlink socket") }
    self.socket = socket
    let status = nl_connect(socket, NETLINK_ROUTE)
    guard status >= 0 else {
      nl_socket_free(socket)
      throw Self.error("open a netlink socket", status)
    }
  }

  deinit {
    nl_socket_free(socket)
  }

  /// Creates a pair of virtual Ethernet interfaces, with one end here and the other in another namespace (veth(4)).
  func addVeth(_ name: String, mac: MACAddress, peer: String, peerMAC: MACAddress, in namespace: NetworkNamespace)
    throws
  {
    guard let link = rtnl_link_veth_alloc() else { throw LinkError("no memory for an interface") }
    defer { rtnl_link_put(link) }
    guard let other = rtnl_link_veth_get_peer(link) else { throw LinkError("no memory for an interface") }
    defer { rtnl_link_put(other) }
    rtnl_link_set_name(link, name)
    rtnl_link_set_name(other, peer)
    try withNetlinkAddress(mac.description, family: AF_LLC) { rtnl_link_set_addr(link, $0) }
    try withNetlinkAddress(peerMAC.description, family: AF_LLC) { rtnl_link_set_addr(other, $0) }
    rtnl_link_set_ns_fd(other, namespace.descriptor.raw)
    try check(rtnl_link_add(socket, link, NLM_F_CREATE | NLM_F_EXCL), "create the interfaces \(name) and \(peer)")
  }

  /// The index of an interface.
  func index(of name: String) throws -> Int32 {
    let index = if_nametoindex(name)
    guard index > 0 else { throw LinkError("find the interface \(name)", errno: errno) }
    return Int32(bitPattern: index)
  }

  /// Brings an interface up.
  /// - Parameters:
  ///   - asksNeighbours: whether the interface uses ARP and neighbour discovery. If not, it does not join the
  ///     multicast groups that they need, and so sends no reports about them.
  ///   - isMulticast: whether the kernel may join multicast groups on it. A router joins the all-routers groups and
  ///     reports that on the link (RFC 4291 section 2.8, RFC 3810).
  func bringUp(_ name: String, asksNeighbours: Bool = true, isMulticast: Bool = true) throws {
    guard let link = rtnl_link_alloc(), let change = rtnl_link_alloc() else {
      throw LinkError("no memory for an interface")
    }
    defer {
      rtnl_link_put(link)
      rtnl_link_put(change)
    }
    rtnl_link_set_ifindex(link, try index(of: name))
    rtnl_link_set_flags(change, UInt32(asksNeighbours ? IFF_UP : IFF_UP | IFF_NOARP))
    if !isMulticast { rtnl_link_unset_flags(change, UInt32(IFF_MULTICAST)) }
    try check(rtnl_link_change(socket, link, change, 0), "bring \(name) up")
  }

  /// Removes an interface together with its peer.
  func remove(_ name: String) throws {
    guard let link = rtnl_link_alloc() else { throw LinkError("no memory for an interface") }
    defer { rtnl_link_put(link) }
    rtnl_link_set_name(link, name)
    try check(rtnl_link_delete(socket, link), "remove the interface \(name)")
  }

  /// Adds an address to an interface without duplicate address detection, because no other host is on the link.
  func add(_ address: InterfaceAddress, to name: String) throws {
    guard let entry = rtnl_addr_alloc() else { throw LinkError("no memory for an address") }
    defer { rtnl_addr_put(entry) }
    rtnl_addr_set_ifindex(entry, try index(of: name))
    try withNetlinkAddress(address.description) { rtnl_addr_set_local(entry, $0) }
    if address.isIPv6 { rtnl_addr_set_flags(entry, UInt32(IFA_F_NODAD)) }
    try check(rtnl_addr_add(socket, entry, 0), "give \(name) the address \(address)")
    // Even without duplicate address detection, the kernel makes an IPv6 address local later, in a worker thread
    // (`addrconf_dad_work`). On a busy machine, the first packet can arrive earlier and would be dropped silently. So
    // a local route is added here. It belongs to the interface and disappears with it.
    if address.isIPv6 { try addLocalNetwork(InterfaceAddress(address.address, prefix: 128), on: name) }
  }

  /// Adds a route to a network through a gateway, or straight out of the interface.
  /// - Parameter source: the address that packets on this route carry, or nil for the interface's.
  func addRoute(to network: InterfaceAddress, via gateway: String?, on name: String, from source: String? = nil) throws
  {
    guard let route = rtnl_route_alloc(), let hop = rtnl_route_nh_alloc() else {
      throw LinkError("no memory for a route")
    }
    defer { rtnl_route_put(route) }
    let isIPv6 = network.isIPv6
    rtnl_route_nh_set_ifindex(hop, try index(of: name))
    rtnl_route_set_family(route, UInt8(isIPv6 ? AF_INET6 : AF_INET))
    try withNetlinkAddress(network.description) { rtnl_route_set_dst(route, $0) }
    rtnl_route_set_scope(route, UInt8(gateway == nil && !isIPv6 ? RT_SCOPE_LINK.rawValue : RT_SCOPE_UNIVERSE.rawValue))
    if let gateway { try withNetlinkAddress(gateway) { rtnl_route_nh_set_gateway(hop, $0) } }
    if let source { try withNetlinkAddress(source) { rtnl_route_set_pref_src(route, $0) } }
    // From here on, the route owns the next hop.
    rtnl_route_add_nexthop(route, hop)
    try check(rtnl_route_add(socket, route, NLM_F_CREATE | NLM_F_EXCL), "add a route to \(network) on \(name)")
  }

  /// Adds a route whose packets are dropped silently (ip-route(8)).
  func addBlackhole(to network: InterfaceAddress) throws {
    try addRoute(RTN_BLACKHOLE, to: network)
  }

  /// Adds a route whose packets are answered with "host unreachable" (ip-route(8)).
  func addUnreachable(_ network: InterfaceAddress) throws {
    try addRoute(RTN_UNREACHABLE, to: network)
  }

  private func addRoute(_ type: Int, to network: InterfaceAddress) throws {
    guard let route = rtnl_route_alloc() else { throw LinkError("no memory for a route") }
    defer { rtnl_route_put(route) }
    rtnl_route_set_family(route, UInt8(network.isIPv6 ? AF_INET6 : AF_INET))
    rtnl_route_set_type(route, UInt8(type))
    rtnl_route_set_scope(route, UInt8(RT_SCOPE_UNIVERSE.rawValue))
    try withNetlinkAddress(network.description) { rtnl_route_set_dst(route, $0) }
    try check(rtnl_route_add(socket, route, NLM_F_CREATE | NLM_F_EXCL), "add a route to \(network)")
  }

  /// Makes all addresses of a network local to this host, as long as the interface exists. Replaces an existing route
  /// for that network.
  /// - Parameters:
  ///   - table: the routing table; by default the one that is asked first.
  ///   - metric: among routes to the same network, the one with the least is taken.
  func addLocalNetwork(
    _ network: InterfaceAddress, on name: String = "lo", table: UInt32 = UInt32(RT_TABLE_LOCAL.rawValue),
    metric: UInt32? = nil
  ) throws {
    guard let route = rtnl_route_alloc(), let hop = rtnl_route_nh_alloc() else {
      throw LinkError("no memory for a route")
    }
    defer { rtnl_route_put(route) }
    rtnl_route_nh_set_ifindex(hop, try index(of: name))
    rtnl_route_set_family(route, UInt8(network.isIPv6 ? AF_INET6 : AF_INET))
    try withNetlinkAddress(network.description) { rtnl_route_set_dst(route, $0) }
    rtnl_route_set_scope(route, UInt8(network.isIPv6 ? RT_SCOPE_UNIVERSE.rawValue : RT_SCOPE_HOST.rawValue))
    rtnl_route_set_type(route, UInt8(RTN_LOCAL))
    rtnl_route_set_table(route, table)
    if let metric { rtnl_route_set_priority(route, metric) }
    // From here on, the route owns the next hop.
    rtnl_route_add_nexthop(route, hop)
    try check(rtnl_route_add(socket, route, NLM_F_CREATE | NLM_F_REPLACE), "make \(network) local")
  }

  /// Routes marked packets by a table of their own (ip-rule(8)).
  func addRule(mark: UInt32, table: UInt32, isIPv6: Bool) throws {
    guard let rule = rtnl_rule_alloc() else { throw LinkError("no memory for a routing rule") }
    defer { rtnl_rule_put(rule) }
    rtnl_rule_set_family(rule, isIPv6 ? AF_INET6 : AF_INET)
    rtnl_rule_set_mark(rule, mark)
    rtnl_rule_set_mask(rule, .max)
    rtnl_rule_set_table(rule, table)
    rtnl_rule_set_action(rule, UInt8(FR_ACT_TO_TBL))
    try check(rtnl_rule_add(socket, rule, NLM_F_CREATE | NLM_F_EXCL), "add a routing rule")
  }

  /// Adds a permanent neighbour entry with a hardware address.
  func addNeighbour(_ host: String, mac: MACAddress, on name: String) throws {
    guard let neighbour = rtnl_neigh_alloc() else { throw LinkError("no memory for a neighbour") }
    defer { rtnl_neigh_put(neighbour) }
    rtnl_neigh_set_ifindex(neighbour, try index(of: name))
    try withNetlinkAddress(host) { rtnl_neigh_set_dst(neighbour, $0) }
    rtnl_neigh_set_state(neighbour, NUD_PERMANENT)
    try withNetlinkAddress(mac.description, family: AF_LLC) { rtnl_neigh_set_lladdr(neighbour, $0) }
    try check(rtnl_neigh_add(socket, neighbour, NLM_F_CREATE | NLM_F_REPLACE), "add the neighbour \(host) on \(name)")
  }

  private func check(_ status: Int32, _ action: String) throws {
    guard status < 0 else { return }
    throw Self.error(action, status)
  }

  /// libnl has its own error numbers and messages.
  private static func error(_ action: String, _ status: Int32) -> LinkError {
    LinkError("cannot \(action): \(String(cString: nl_geterror(status)))")
  }
}

/// Passes libnl's form of an address to a closure. A callee that stores it must take its own reference.
/// - Parameter text: an address of any family, with or without a prefix length.
func withNetlinkAddress(_ text: String, family: Int32 = AF_UNSPEC, _ body: (OpaquePointer) -> Void) throws {
  var address: OpaquePointer?
  guard nl_addr_parse(text, family, &address) == 0, let address else {
    throw LinkError("\(text) is not an address")
  }
  defer { nl_addr_put(address) }
  body(address)
}
