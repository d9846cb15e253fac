/// The path from the far side of a connected link to the networks that the host reaches.
///
/// For root, on a host that forwards packets, this is a veth pair to the host with an nftables masquerade rule, which
/// is fastest. Otherwise it is `pasta`, which translates to ordinary sockets and needs no privileges on the host. The
/// helper processes run in a process tree of their own, which the program on the link can neither see nor reach.
/// Headwind does not turn on forwarding itself, because that setting affects the whole host and could outlive
/// Headwind.
enum WayOut: Sendable {
  case host(HostUplink)
  case pasta(PastaUplink)

  /// - Parameters:
  ///   - isRootless: whether the link is in a user namespace of its own.
  ///   - onFailure: called if the way out breaks before it is closed.
  init(
    topology: LinkTopology, number: ConnectedNumber, isRootless: Bool,
    onFailure: @escaping @Sendable (LinkError) -> Void
  ) throws {
    let refusal: String
    if isRootless {
      refusal = "this user is not allowed to change the host's network"
    } else if Sysctl.read("net/ipv4/ip_forward") != "1" {
      refusal = "the host does not forward packets (net.ipv4.ip_forward is 0)"
    } else {
      let uplink = try HostUplink(
        topology: topology, number: number, helpers: try ProcessTree(), onFailure: onFailure)
      if !uplink.isBlocked {
        self = .host(uplink)
        return
      }
      uplink.close()
      refusal = "a firewall of the host drops forwarded packets (an nftables chain on the forward hook)"
    }
    guard PastaUplink.isInstalled else {
      throw LinkError(
        "\(refusal), and pasta, the alternative, is not installed",
        remedy: "apt-get install passt" + (isRootless ? "" : ", or as root: sysctl net.ipv4.ip_forward=1"))
    }
    self = .pasta(
      try PastaUplink(
        topology: topology, isRootless: isRootless, helpers: try ProcessTree(), onFailure: onFailure))
  }

  /// Ends the helper processes, and removes everything from the host.
  func close() {
    switch self {
    case .host(let uplink): uplink.close()
    case .pasta(let uplink): uplink.close()
    }
  }

  /// The method in one word.
  var name: String {
    switch self {
    case .host: "masquerade"
    case .pasta: "pasta"
    }
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
