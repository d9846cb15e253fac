import FarSide
import Glibc
import LinkConditions
import Resilience
import TextOutput
import VirtualLink

/// A gateway that is up: the router, its servers, and a link for each device that has joined.
///
/// To be used on the main thread.
final class GatewaySession {
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
  private let fleet: DeviceFleet
  private let servers: FarSideServers?
  private let relays: [NameRelay]

  init(_ wishes: Wishes) throws {
    self.wishes = wishes
    decision = try EngineDecision.make(wishes.engine, for: wishes.timeline, wishes: [.repeatable])
    let ground = try GatewayGround(at: wishes.interface, way: wishes.way)
    self.ground = ground
    let addresses = ground.addresses
    var resolution = NameResolution(nameserver: addresses.gateway4)
    let keys = wishes.way == .privateLink ? SessionKeys(file: nil) : nil
    switch wishes.way {
    case .privateLink:
      let plan = FarSidePlan()
      let authority = try CertificateAuthority()
      let sockets = try ground.router.perform { try FarSideSockets.open(for: plan) }
      servers = try FarSideServers.start(
        on: sockets, addresses: FarSideAddresses(ipv4: addresses.gateway4, ipv6: addresses.gateway6), plan: plan,
        authority: authority, log: nil, noteSecrets: keys?.taker, ownAddresses: { _ in nil })
      resolution.authority = TrustedAuthority(pem: authority.pem)
      relays = []
    case .connected:
      let host = HostResolver.current()
      relays = try [addresses.gateway4, addresses.gateway6].map {
        try NameRelay(on: $0, in: ground.router, asking: host)
      }
      servers = nil
    }
    fleet = try DeviceFleet(
      DeviceFleet.Wishes(
        timeline: wishes.timeline, seed: wishes.seed, resolution: resolution, isQuiet: wishes.isQuiet,
        setting: LabLink.Setting(
          engine: decision.kind, mayYield: decision.mayYield, keys: keys, findProfile: wishes.findProfile)),
      on: ground)
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
      try group.start(0, fleet.addressServer.command(for: ground), on: ground.router, in: tree, files: [])
    } catch let error as ProgramError where error.kind == .notFound {
      throw DeviceFleet.lacksServer
    }
    say(description)
    let end = time.map { ContinuousClock.now.advanced(by: $0) }
    var words: [UInt8] = []
    while end.map({ ContinuousClock.now < $0 }) ?? true {
      switch try group.next(within: Self.tick) {
      case .signal: return
      case .failed(let reason): throw LinkError("the gateway has ended: \(reason)")
      case .output(_, _, let bytes): words = (words + bytes).suffix(1000)
      case .ended: throw DeviceFleet.hasEnded(words)
      case nil: break
      }
      try fleet.look()
    }
  }

  private func say(_ text: String) {
    if !wishes.isQuiet { Headwind.say("headwind: \(text)") }
  }

  /// Ends everything. The interface is as it was: nothing of it was changed.
  func end() {
    fleet.end()
    servers?.stop()
  }
}
