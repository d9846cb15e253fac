import CNetlink
import Wire

/// Leads ports of the client's own loopback interface across the link, to the host's.
///
/// Packets to 127.0.0.1 and ::1 get the address under which the relay knows the host's loopback interface, and the client's own
/// address as their source. The answers are translated back.
enum LoopbackRedirect {
  /// Makes rules, routes and settings in the client's namespace.
  static func make(for ports: LocalhostPorts, _ topology: LinkTopology) throws {
    let addresses = topology.addresses
    try topology.client.perform {
      // The answers arrive from outside for an address of the loopback interface, which the kernel would drop.
      try Sysctl.set("net/ipv4/conf/\(LinkTopology.clientInterface)/route_localnet", "1")
      guard Sysctl.read("net/ipv4/conf/\(LinkTopology.clientInterface)/route_localnet") == "1" else {
        throw LinkError(
          "--localhost cannot lead 127.0.0.1 across the link: /proc/sys is read-only here",
          remedy: "in a container, mount /proc/sys writable, or use the name \(HostName.text)")
      }
      // For ::1, the kernel accepts only a route by the very interface. The one by `lo` has a lower metric.
      try RouteSocket().addLocalNetwork(
        InterfaceAddress(IPv6Address.loopback, prefix: 128), on: LinkTopology.clientInterface, metric: 2048)
      do throws(NetlinkSocket.Refusal) {
        try table(ports, addresses).make()
      } catch {
        throw LinkError(
          "--localhost cannot lead 127.0.0.1 across the link: \(error.error("add an address translation").message)",
          remedy:
            "the kernel needs nf_tables with NAT (CONFIG_NFT_NAT, CONFIG_NFT_MASQ); or use the name \(HostName.text)")
      }
    }
  }

  static func table(_ ports: LocalhostPorts, _ addresses: LinkAddresses) -> PacketTable {
    var (out, back): ([PacketRule], [PacketRule]) = ([], [])
    for address in addresses.hostLoopback {
      let loopback: IPAddress = address.isIPv6 ? .v6(.loopback) : .v4(.loopback)
      for range in ports.ranges {
        for number in [6, 17] as [UInt8] {
          var rule = PacketRule()
          rule.match(destination: loopback)
          rule.match(transport: number)
          rule.match(destinationPorts: range)
          rule.translate(to: address.address)
          out.append(rule)
        }
      }
      var rule = PacketRule()
      rule.match(source: loopback)
      rule.match(egress: LinkTopology.clientInterface)
      rule.masquerade()
      back.append(rule)
    }
    var table = PacketTable("headwind")
    // The priorities "dstnat" and "srcnat" of nft(8).
    table.add("localhost", .nat, at: .output, priority: -100, out)
    table.add("own-address", .nat, at: .postrouting, priority: 100, back)
    return table
  }
}

extension LoopbackRedirect {
  /// Why this machine cannot lead loopback ports across a link, or nil.
  static func trouble() -> String? {
    do {
      return try NetworkNamespace().perform {
        do throws(NetlinkSocket.Refusal) {
          try table(LocalhostPorts("all") ?? LocalhostPorts(), LinkAddresses()).make()
          return nil
        } catch {
          return error.error("add an address translation").message
        }
      }
    } catch {
      return "\(error)"
    }
  }
}
