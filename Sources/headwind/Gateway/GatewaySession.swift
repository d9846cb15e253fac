import FarSide
import Glibc
import LinkConditions
import Resilience
import TextOutput
import VirtualLink
import Wire

/// A gateway that is up: the router, its servers, and a link for each device that has joined.
///
/// To be used on the main thread.
final class GatewaySession {
  /// How many descriptors a device takes.
  static let descriptorsOfDevice = 32
  static let mostDevices = GatewayGround.leases.count
  /// How often to look for new devices and names, in milliseconds.
  private static let tick: Int32 = 50

  /// What the user wants.
  struct Wishes {
    var interface: String
    var way: GatewayGround.Way
    var timeline: Timeline
    var engine: EngineRequest?
    var seed: UInt64
    var isQuiet: Bool
    var findProfile: @Sendable (String) throws -> Profile
  }

  private let wishes: Wishes
  private let ground: GatewayGround
  private let decision: EngineDecision
  private let keys: SessionKeys?
  private let servers: FarSideServers?
  private let relays: [NameRelay]
  private let resolution: NameResolution
  private let addressServer: AddressServer
  private var devices: [MACAddress: DeviceLink] = [:]
  private var leases: [AddressServer.Lease] = []
  private var hasRefused = false

  init(_ wishes: Wishes) throws {
    self.wishes = wishes
    decision = try EngineDecision.make(wishes.engine, for: wishes.timeline, wishes: [.repeatable])
    let ground = try GatewayGround(at: wishes.interface, way: wishes.way)
    self.ground = ground
    addressServer = try AddressServer()
    let addresses = ground.addresses
    var resolution = NameResolution(nameserver: addresses.gateway4)
    switch wishes.way {
    case .privateLink:
      let keys = SessionKeys(file: nil)
      let plan = FarSidePlan()
      let authority = try CertificateAuthority()
      let sockets = try ground.router.perform { try FarSideSockets.open(for: plan) }
      servers = try FarSideServers.start(
        on: sockets, addresses: FarSideAddresses(ipv4: addresses.gateway4, ipv6: addresses.gateway6), plan: plan,
        authority: authority, log: nil, noteSecrets: keys.taker, ownAddresses: { _ in nil })
      resolution.authority = TrustedAuthority(pem: authority.pem)
      (self.keys, relays) = (keys, [])
    case .connected:
      let host = HostResolver.current()
      relays = try [addresses.gateway4, addresses.gateway6].map {
        try NameRelay(on: $0, in: ground.router, asking: host)
      }
      (keys, servers) = (nil, nil)
    }
    self.resolution = resolution
  }

  /// A line that describes the gateway.
  private var description: String {
    let way =
      switch wishes.way {
      case .privateLink: "private"
      case .connected(let uplink): "connected by \(ground.wayOutName ?? "?")\(uplink.map { " on \($0)" } ?? "")"
      }
    return "gateway for devices at \(wishes.interface): \(way), \(ground.addresses.gateway4), "
      + "\(ground.addresses.gateway6), \(wishes.timeline.first.name), \(decision.description), seed \(wishes.seed)"
  }

  /// Serves devices until a signal, or until the time is over.
  func run(_ signals: HeldSignals, for time: Duration?) throws {
    let tree = try ProcessTree()
    defer { tree.end() }
    var group = ProgramGroup(signals: signals, alarms: [ground.alarm])
    do {
      try group.start(0, addressServer.command(for: ground), on: ground.router, in: tree, files: [])
    } catch let error as ProgramError where error.kind == .notFound {
      throw LinkError(
        "dnsmasq, which gives devices their addresses, is not installed",
        remedy: "on Debian and Ubuntu: apt-get install dnsmasq-base; on Fedora: dnf install dnsmasq")
    }
    say(description)
    let end = time.map { ContinuousClock.now.advanced(by: $0) }
    var words: [UInt8] = []
    while end.map({ ContinuousClock.now < $0 }) ?? true {
      switch try group.next(within: Self.tick) {
      case .signal: return
      case .failed(let reason): throw LinkError("the gateway has ended: \(reason)")
      case .output(_, _, let bytes): words = (words + bytes).suffix(1000)
      case .ended:
        let reason = String(decoding: words, as: UTF8.self).split(separator: "\n").last.map { ": \($0)" } ?? ""
        throw LinkError("dnsmasq, which gives devices their addresses, has ended\(reason)")
      case nil: break
      }
      try admit()
      try readLeases()
      dropFailed()
    }
  }

  /// Gives new devices a link.
  private func admit() throws {
    for mac in ground.devices.newcomers {
      guard devices.count < Self.mostDevices else {
        ground.devices.refuse(mac)
        if !hasRefused { say("more than \(Self.mostDevices) devices: the gateway ignores further ones") }
        hasRefused = true
        continue
      }
      let wire = try ground.makeWire()
      let (interface, known) = (wishes.interface, ground.devices)
      let device = try DeviceLink(
        mac, on: wire, wishes.timeline, seed: RunSeed(wishes.seed &+ UInt64(devices.count)), resolution: resolution,
        facts: { DeviceFacts(mac: mac, gateway: interface, addresses: known.addresses(of: mac)) },
        LabLink.Setting(
          engine: decision.kind, mayYield: decision.mayYield, keys: keys, findProfile: wishes.findProfile))
      try ground.lead(mac, over: wire)
      devices[mac] = device
      say("\(device.name.text) has joined")
      // It may be one that has a lease already.
      leases = []
    }
  }

  /// Calls devices by the names that they give with DHCP.
  private func readLeases() throws {
    let now = addressServer.leases()
    guard now != leases else { return }
    leases = now
    for lease in now {
      guard let device = devices[lease.mac] else { continue }
      if let address = IPAddress(lease.address) { ground.devices.note(address, of: lease.mac) }
      guard let name = lease.name else { continue }
      let former = device.name.text
      if try device.rename(to: name) { say("\(former) is \(device.name.text), \(lease.address)") }
    }
  }

  /// A link that failed takes only its device with it.
  private func dropFailed() {
    for (mac, device) in devices {
      guard let reason = device.link.alarm.reason else { continue }
      ground.devices.refuse(mac)
      devices[mac] = nil
      device.end(isQuiet: wishes.isQuiet)
      Headwind.say("headwind: the link of \(device.name.text) is down: \(reason)")
    }
  }

  private func say(_ text: String) {
    if !wishes.isQuiet { Headwind.say("headwind: \(text)") }
  }

  /// Ends everything. The interface is as it was: nothing of it was changed.
  func end() {
    ground.close()
    for device in devices.values { device.end(isQuiet: wishes.isQuiet) }
    servers?.stop()
  }
}
