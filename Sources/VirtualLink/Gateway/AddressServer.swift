import Glibc
public import Wire

/// dnsmasq, as what gives devices addresses: DHCP for IPv4, router advertisements for IPv6 (SLAAC). It names the router as
/// the name server.
///
/// It keeps its leases in memory, so there is no file to remove.
public struct AddressServer: Sendable {
  /// A lease of DHCP.
  public struct Lease: Hashable, Sendable {
    /// The hardware address of the device.
    public var mac: MACAddress
    /// The address that it got.
    public var address: String
    /// The host name that the device has asked for; nil if it has none.
    public var name: String?

    /// An address for a device.
    public init(mac: MACAddress, address: String, name: String?) {
      self.mac = mac
      self.address = address
      self.name = name
    }
  }

  /// The names that it answers, where nothing else serves names on the router.
  public struct Names: Sendable {
    /// The addresses of hosts, by name.
    public var hosts: [(name: String, addresses: [String])]
    /// The address of a name server to ask for all other names; nil if there is none.
    public var others: String?

    /// Names of hosts, and who knows the others.
    public init(hosts: [(name: String, addresses: [String])], others: String?) {
      self.hosts = hosts
      self.others = others
    }

    var options: [String] {
      ["--port=53", "--no-resolv", "--no-hosts"]
        + hosts.map { "--host-record=" + ([$0.name] + $0.addresses).joined(separator: ",") }
        + (others.map { ["--server=\($0)"] } ?? ["--address=/#/"])
    }
  }

  private let file: Descriptor

  /// Prepares the server. Nothing runs yet.
  public init() throws {
    file = try Descriptor.memoryFile("leases")
  }

  /// What to run in the router's namespace.
  /// - Parameter names: nil where something else answers on port 53 of the router.
  public func command(for ground: GatewayGround, names: Names? = nil) -> ProgramCommand {
    let addresses = ground.addresses
    let prefix = addresses.gateway4.split(separator: ".").prefix(3).joined(separator: ".")
    let leases = GatewayGround.leases
    var command = ProgramCommand(
      [
        "dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null", "--log-facility=-", "--quiet-dhcp", "--quiet-ra",
        "--user=root", "--group=root", "--pid-file=", "--interface=\(ground.routerInterface)",
        "--except-interface=lo", "--bind-interfaces", "--dhcp-authoritative", "--no-ping",
        "--dhcp-leasefile=/proc/\(getpid())/fd/\(file.raw)",
        "--dhcp-range=\(prefix).\(leases.lowerBound),\(prefix).\(leases.upperBound),255.255.255.0,10m",
        "--dhcp-option=option:router,\(addresses.gateway4)", "--dhcp-option=option:dns-server,\(addresses.gateway4)",
        "--enable-ra", "--dhcp-range=\(addresses.networks[1].host),ra-stateless,64,10m",
        "--dhcp-option=option6:dns-server,[\(addresses.gateway6)]",
      ] + (names?.options ?? ["--port=0"]))
    command.set("PATH", (command.variable("PATH") ?? "") + ":/usr/sbin:/sbin")
    return command
  }

  /// The leases by now.
  public func leases() -> [Lease] {
    // The path is that of the memory itself, so the place at which another process writes does not matter.
    Self.leases(in: Sysctl.readFile("/proc/self/fd/\(file.raw)") ?? "")
  }

  /// Reads dnsmasq's file of leases: the end, the hardware address, the IP address, the name or `*`, the client's identifier.
  static func leases(in text: String) -> [Lease] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count >= 4, let mac = MACAddress(String(words[1])) else { return nil }
      return Lease(mac: mac, address: String(words[2]), name: words[3] == "*" ? nil : String(words[3]))
    }
  }
}
