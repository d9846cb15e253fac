/// What leads from the far side of a connected link to where the host leads.
///
/// Where this process is root on a host that forwards packets, that is a veth pair to the host and an nftables masquerade
/// rule: the fastest way. Elsewhere it is `pasta`, which translates to ordinary sockets of the host and needs nothing of
/// it. What runs for the link is in a process tree of its own, which the program on the link neither sees nor reaches.
/// Headwind does not turn forwarding on: a setting of the whole host could outlive it.
enum WayOut: Sendable {
  case host(HostUplink)
  case pasta(PastaUplink)

  /// - Parameters:
  ///   - isRootless: whether the link is in a user namespace of its own.
  ///   - onFailure: called if it goes before it is closed.
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

  /// Ends what runs for it, and removes what is on the host.
  func close() {
    switch self {
    case .host(let uplink): uplink.close()
    case .pasta(let uplink): uplink.close()
    }
  }

  /// How it goes, in a word.
  var name: String {
    switch self {
    case .host: "masquerade"
    case .pasta: "pasta"
    }
  }
}
