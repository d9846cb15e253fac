import Glibc

/// The path from the far side of a connected link to the networks that the host reaches.
///
/// For root, on a host that forwards packets, this is a veth pair to the host with an nftables masquerade rule, which
/// is fastest. Otherwise it is the ``Relay``, which uses ordinary sockets and needs no privileges on the host. The masquerade's
/// helper process runs in a process tree of its own, which the program on the link can neither see nor reach.
/// Headwind does not turn on forwarding itself, because that setting affects the whole host and could outlive
/// Headwind.
enum WayOut: Sendable {
  /// The relay takes only what goes to the host's loopback interface; nil if this kernel cannot do that.
  case host(HostUplink, Relay?)
  case relay(Relay)

  /// - Parameters:
  ///   - isRootless: whether the link is in a user namespace of its own.
  ///   - access: what the link asks of the host.
  ///   - onFailure: called if the way out breaks before it is closed.
  init(
    topology: LinkTopology, number: ConnectedNumber, isRootless: Bool, access: HostAccess,
    onFailure: @escaping @Sendable (LinkError) -> Void
  ) throws {
    if !access.localhost.isEmpty { try LoopbackRedirect.make(for: access.localhost, topology) }
    if !isRootless, !access.usesRelay, Sysctl.read("net/ipv4/ip_forward") == "1" {
      let uplink = try HostUplink(
        topology: topology, number: number, reachesLinkLocal: access.reachesLinkLocal, helpers: try ProcessTree(),
        onFailure: onFailure)
      // A chain on the forward hook can drop what the host forwards.
      if !uplink.isBlocked {
        let relay = Result { try Relay(topology, isWayOut: false, handler: nil) }
        self = .host(uplink, access.localhost.isEmpty ? try? relay.get() : try relay.get())
        return
      }
      uplink.close()
    }
    self = .relay(
      try Relay(
        topology, isWayOut: true, reachesLinkLocal: access.reachesLinkLocal, handler: access.handler,
        interface: access.interface))
  }

  /// Ends the helper processes, and removes everything from the host.
  func close() {
    relay?.close()
    if case .host(let uplink, _) = self { uplink.close() }
  }

  /// The relay, if there is one.
  var relay: Relay? {
    switch self {
    case .host(_, let relay): relay
    case .relay(let relay): relay
    }
  }

  /// The method in one word.
  var name: String {
    switch self {
    case .host: "masquerade"
    case .relay: "relay"
    }
  }
}

/// What a connected link asks of the host.
public struct HostAccess: Sendable {
  /// Whether the link uses the relay even where root's masquerade would do.
  public var usesRelay: Bool
  /// Gets the connections that the relay has made; nil to pass their bytes on unchanged.
  public var handler: (any ConnectionHandler)?
  /// The ports of the client's loopback interface that lead to the host's, across the link.
  public var localhost: LocalhostPorts
  /// The only interface of the host that the link uses; nil for whatever the host's routes say.
  public var interface: String?
  /// True if the link leads to link-local addresses and to a cloud's metadata.
  public var reachesLinkLocal: Bool

  /// - Parameters:
  ///   - usesRelay: a handler implies it, because there are connections only on the relay. So does an interface, to
  ///     which the relay can bind its sockets.
  public init(
    usesRelay: Bool = false, handler: (any ConnectionHandler)? = nil, localhost: LocalhostPorts = LocalhostPorts(),
    interface: String? = nil, reachesLinkLocal: Bool = false
  ) {
    self.reachesLinkLocal = reachesLinkLocal
    self.usesRelay = usesRelay || handler != nil || interface != nil
    self.interface = interface
    self.handler = handler
    self.localhost = localhost
  }
}

/// Turns on packet forwarding in a namespace.
enum Forwarding {
  /// Lets the calling thread's network namespace forward packets between its interfaces.
  static func turnOn() throws {
    try Sysctl.set("net/ipv4/ip_forward", "1")
    try Sysctl.set("net/ipv6/conf/all/forwarding", "1")
    guard Sysctl.read("net/ipv4/ip_forward") == "1" else {
      throw LinkError(
        "the far side cannot forward packets: /proc/sys is read-only here",
        remedy: "in a container, mount /proc/sys writable, or use --private")
    }
  }
}
