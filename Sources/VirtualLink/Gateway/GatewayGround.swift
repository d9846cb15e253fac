import CLinux
import Glibc
import Synchronization
public import Wire

/// The router that devices at an interface of the host meet: a namespace with an address in their network, and the
/// switch that leads each device there by a link of its own.
///
///     host          wire namespace                        router's namespace
///     eth1 == switch == c1 [link 1] s1 == switch == m1 ==== s0
///                    == c2 [link 2] s2 ==
///
/// The host's interface is neither moved nor configured: a packet socket on it is all that the host has of the gateway. With
/// this process everything disappears.
public final class GatewayGround: Sendable {
  /// Where the traffic of devices goes.
  public enum Way: Hashable, Sendable {
    /// To servers in the router's namespace.
    case privateLink
    /// To what the host reaches: only by this interface, or where its routes lead if there is none.
    case connected(interface: String?)
  }

  /// The numbers of the addresses that DHCP gives to devices.
  public static let leases = 50...249

  /// The host's interface.
  public let interface: String
  /// What carries the devices' frames.
  public let devices: DeviceSwitch
  /// Raised when the gateway can no longer work.
  public let alarm: Alarm
  private let topology: LinkTopology
  private let wayOut: WayOut?
  /// Held as long as the gateway exists; nil on a private one.
  private let number: ConnectedNumber?
  private let latest = Mutex(0)

  /// - Parameter interface: of the calling thread's network namespace.
  public convenience init(at interface: String, way: Way) throws {
    try Self.check(interface, way)
    let router = try NetworkNamespace()
    try router.perform {
      try LinkTopology.quieten()
      try RouteSocket().bringUp("lo")
    }
    try self.init(at: interface, router: router, way)
  }

  /// Makes a host of a lab the router: the devices reach what it reaches, and have its addresses there.
  public convenience init(at interface: String, behind station: LabStation) throws {
    try Self.check(interface, .privateLink)
    try self.init(at: interface, router: station.namespace, .privateLink)
    try router.perform { [routerInterface] in try Self.leadOn(from: routerInterface) }
  }

  private init(at interface: String, router: NetworkNamespace, _ way: Way) throws {
    self.interface = interface
    let host = try PacketSocket(interface: interface)
    let number = way == .privateLink ? nil : try ConnectedNumber()
    self.number = number
    var addresses = LinkAddresses(number: number?.value ?? 0)
    // A device is somebody else's machine: the host's own loopback interface is not for it.
    addresses.hostLoopback = []
    let client = try NetworkNamespace()
    try client.perform { try LinkTopology.quieten() }
    let topology = try LinkTopology(
      from: (client, LinkTopology.clientInterface, .client), to: (router, LinkTopology.farSideInterface, .farSide),
      addresses: addresses)
    self.topology = topology
    try client.perform {
      try RouteSocket().bringUp(LinkTopology.clientInterface, asksNeighbours: false, isMulticast: false)
    }
    let own = addresses.farSide
    try router.perform {
      let route = try RouteSocket()
      try route.bringUp(LinkTopology.farSideInterface)
      for address in own { try route.add(address, to: LinkTopology.farSideInterface) }
    }
    let alarm = try Alarm()
    self.alarm = alarm
    let inner = try topology.wire.perform { try PacketSocket(interface: LinkTopology.wireDownlinkInterface) }
    devices = try DeviceSwitch(devices: host, router: inner, own: .farSide) { alarm.raise($0) }
    switch (way, number) {
    case (.connected(let uplink), let number?):
      wayOut = try WayOut(
        topology: topology, number: number, isRootless: false, access: HostAccess(interface: uplink)
      ) { alarm.raise($0.message) }
    default: wayOut = nil
    }
  }

  deinit {
    close()
  }

  /// Lets the calling thread's network namespace forward what comes from an interface, with addresses of its own.
  private static func leadOn(from interface: String) throws {
    try Forwarding.turnOn()
    var back = PacketRule()
    back.match(egress: interface)
    back.end(.accept)
    var out = PacketRule()
    out.masquerade()
    var table = PacketTable("headwind-devices")
    table.add("out", .nat, at: .postrouting, priority: 100, [back, out])
    do throws(NetlinkSocket.Refusal) {
      try table.make()
    } catch {
      var refusal = error.error("give devices the addresses of a host of the lab")
      refusal.remedy = "the kernel needs nf_tables with masquerading (CONFIG_NFT_MASQ)"
      throw refusal
    }
  }

  /// Whether devices may be served there.
  private static func check(_ interface: String, _ way: Way) throws {
    let state = hw_packet_is_ready(interface)
    guard state >= 0 else { throw LinkError("use the interface \(interface)", errno: -state) }
    guard state == 1 else {
      throw LinkError(
        "\(interface) is down, or no Ethernet interface", remedy: "bring it up: ip link set \(interface) up")
    }
    // Whoever else is on that network would get addresses from us.
    guard !HostRoutes.ipv4.contains(where: { $0.interface == interface && $0.mask == 0 }) else {
      throw LinkError(
        "\(interface) is this machine's own way to its network, where another router serves",
        remedy: "give the interface at which the devices are")
    }
    guard case .connected(let uplink?) = way else { return }
    guard uplink != interface else { throw LinkError("the devices and the uplink are both at \(interface)") }
    guard if_nametoindex(uplink) > 0 else { throw LinkError("use the interface \(uplink)", errno: errno) }
  }

  /// Ends the way out and the switch. The interface stays as it is.
  public func close() {
    devices.close()
    wayOut?.close()
  }

  /// Where servers for the devices belong.
  public var router: NetworkNamespace { topology.farSide }

  /// The router's addresses, which are the devices' gateways.
  public var addresses: LinkAddresses { topology.addresses }

  /// The router's interface.
  public var routerInterface: String { LinkTopology.farSideInterface }

  /// How the traffic of devices gets out: `masquerade` or `relay`; nil if it does not.
  public var wayOutName: String? { wayOut?.name }

  /// Makes the wire of a device, without an engine. Frames cross it once the device is led there.
  public func makeWire() throws -> LinkTopology {
    let number = latest.withLock { latest in
      latest += 1
      return latest
    }
    let place = UInt64(number)
    let ends = (client: "c\(number)", router: "s\(number)")
    let wire = try LinkTopology(
      from: (topology.wire, ends.client, MACAddress(rawValue: 0x0200_00c2_0000 | place)),
      to: (topology.wire, ends.router, MACAddress(rawValue: 0x0200_0052_0000 | place)), addresses: addresses)
    try topology.wire.perform {
      let route = try RouteSocket()
      for end in [ends.client, ends.router] { try route.bringUp(end, asksNeighbours: false, isMulticast: false) }
    }
    return wire
  }

  /// Leads a device's frames over its link.
  public func lead(_ mac: MACAddress, over wire: LinkTopology) throws {
    let lane = try topology.wire.perform {
      let device = try PacketSocket(interface: wire.ends.client)
      try device.showWhatIsSent()
      return DeviceSwitch.Lane(device: device, router: try PacketSocket(interface: wire.ends.farSide))
    }
    devices.add(mac, lane)
  }
}
