import FarSide
import Glibc
import Labs
import LinkConditions
import Resilience
import TextOutput
import VirtualLink

/// A lab that is up: its links and the servers of its far sides. The programs of its hosts are a `LabRun`.
final class LabSession {
  let lab: Lab
  let links: [LabLink]
  let keys: SessionKeys?
  private let ground: LabGround
  private let resolutions: [String: NameResolution]
  private let servers: [FarSideServers]
  /// The background traffic of networks, by the names of their lines.
  private let loads: [(line: String, load: LoadGenerator)]
  /// The devices of hosts, by the hosts' names.
  let devices: [String: DeviceFleet]
  private let isQuiet: Bool
  private var isEnded = false

  /// How many descriptors a line takes, and one for its namespaces.
  static let descriptorsOfLine = 48

  /// What the user wants besides what the file says.
  struct Wishes {
    var engine: EngineRequest?
    var seed: UInt64
    /// The paths of captures, by the names of lines.
    var captures: [String: String] = [:]
    var withoutKeys = false
    var isQuiet = false
    var findProfile: @Sendable (String) throws -> Profile
  }

  /// To be made on the main thread.
  init(_ lab: Lab, _ wishes: Wishes) throws {
    self.lab = lab
    isQuiet = wishes.isQuiet
    let decisions = try Self.decisions(lab, wishes)
    let ground = try LabGround(lab)
    self.ground = ground
    let keys = wishes.withoutKeys ? nil : SessionKeys(file: try? KeyLogFile())
    self.keys = keys
    let authority = try CertificateAuthority()
    servers = try lab.hosts.filter { $0.role == .farSide }.map {
      try Self.serve(ground.stations[$0.name], authority, keys)
    }
    let nameServer = lab.hosts.first { $0.role == .farSide }
    func resolution(for host: String?) -> NameResolution {
      // Without a far side nobody answers for other names, and the refusal comes at once.
      let address = nameServer.flatMap { ground.addresses(of: $0.name, for: host).first?.host }
      var resolution = NameResolution(nameserver: address ?? "127.0.0.1")
      resolution.knownHosts = ground.hostLines(for: host)
      if nameServer != nil { resolution.authority = TrustedAuthority(pem: authority.pem) }
      return resolution
    }
    resolutions = Dictionary(
      lab.hosts.map { ($0.name, resolution(for: $0.name)) }, uniquingKeysWith: { first, _ in first })
    var links: [LabLink] = []
    for (index, (line, topology)) in ground.wires.enumerated() {
      let decision = decisions[index]
      let setting = LabLink.Setting(
        engine: decision.kind, mayYield: decision.mayYield, keys: keys, findProfile: wishes.findProfile)
      links.append(
        try LabLink(
          try LinkName("\(lab.name)-\(line.name)"), on: topology, line.timeline,
          seed: RunSeed(wishes.seed &+ UInt64(index)), resolution: resolution(for: line.host),
          capture: wishes.captures[line.name], keyLog: index == 0 ? keys?.file : nil, setting))
    }
    self.links = links
    devices = try Self.devices(lab, ground, wishes, keys) { resolution(for: $0) }
    loads = try lab.networks.compactMap { network in
      guard let request = network.load, let index = lab.lines.firstIndex(where: { $0.kind == .network(network.name) })
      else { return nil }
      let load = try LoadGenerator(
        request, on: links[index].link.topology, profile: network.timeline.first, seed: wishes.seed &+ UInt64(index))
      return (network.name, load)
    }
  }

  /// The engine of each line.
  private static func decisions(_ lab: Lab, _ wishes: Wishes) throws -> [EngineDecision] {
    try lab.lines.map { line in
      do {
        var own: EngineDecision.Wishes = [.repeatable]
        if wishes.captures[line.name] != nil { own.insert(.fates) }
        return try EngineDecision.make(wishes.engine, for: line.timeline, wishes: own)
      } catch let error as LinkError {
        throw LinkError("\(line.name): \(error.message)", remedy: error.remedy)
      }
    }
  }

  /// The devices of hosts. Their own links are clean: their host's line has the conditions.
  private static func devices(
    _ lab: Lab, _ ground: LabGround, _ wishes: Wishes, _ keys: SessionKeys?, _ resolution: (String) -> NameResolution
  ) throws -> [String: DeviceFleet] {
    let clean = Timeline(first: .clean)
    var fleets: [String: DeviceFleet] = [:]
    for host in lab.hosts {
      guard case .devices(let interface) = host.role, let station = ground.stations[host.name] else { continue }
      let decision = try EngineDecision.make(wishes.engine, for: clean, wishes: [.repeatable])
      fleets[host.name] = try DeviceFleet(
        DeviceFleet.Wishes(
          timeline: clean, seed: wishes.seed &+ UInt64(lab.lines.count), resolution: resolution(host.name),
          isQuiet: wishes.isQuiet,
          setting: LabLink.Setting(
            engine: decision.kind, mayYield: decision.mayYield, keys: keys, findProfile: wishes.findProfile)),
        on: try GatewayGround(at: interface, behind: station))
    }
    return fleets
  }

  /// What gives a host's devices their addresses, and answers their questions for names.
  func addressServer(of host: LabHost) -> ProgramCommand? {
    guard let fleet = devices[host.name] else { return nil }
    let others = lab.hosts.filter { $0.name != host.name }.map { other in
      (name: other.name, addresses: ground.addresses(of: other.name, for: host.name).map(\.host))
    }
    let farSide = lab.hosts.first { $0.role == .farSide }
    let server = farSide.flatMap { ground.addresses(of: $0.name, for: host.name).first?.host }
    return fleet.addressServer.command(
      for: fleet.ground, names: AddressServer.Names(hosts: others, others: server))
  }

  private static func serve(
    _ station: LabStation?, _ authority: CertificateAuthority, _ keys: SessionKeys?
  ) throws -> FarSideServers {
    guard let station, let own = station.addresses.first else { throw LinkError("the far side has no address") }
    let plan = FarSidePlan()
    let sockets = try station.namespace.perform { try FarSideSockets.open(for: plan) }
    return try FarSideServers.start(
      on: sockets,
      addresses: FarSideAddresses(ipv4: own.first { !$0.isIPv6 }?.host, ipv6: own.first { $0.isIPv6 }?.host),
      plan: plan,
      authority: authority, log: nil, noteSecrets: keys?.taker, ownAddresses: { _ in nil })
  }

  /// Where a host's program runs.
  func network(of host: LabHost) throws -> NetworkNamespace {
    guard let station = ground.stations[host.name] else { throw LinkError("there is no host \(host.name)") }
    return station.namespace
  }

  /// How a host's program resolves names.
  func resolution(of host: LabHost) -> NameResolution {
    resolutions[host.name] ?? NameResolution(nameserver: "127.0.0.1")
  }

  /// The address of the control socket of a host's first line.
  func control(of host: LabHost) throws -> ControlAddress {
    let name = try LinkName("\(lab.name)-\(host.name)")
    return links.first { $0.name == name }?.control ?? ControlAddress(name)
  }

  /// Ends all links. May be called more than once.
  /// - Returns: whether all captures are complete.
  @discardableResult
  func end() -> Bool {
    guard !isEnded else { return true }
    isEnded = true
    for (line, load) in loads {
      let achievements = load.stop()
      if !isQuiet { LoadWords.say(achievements, on: "\(lab.name)-\(line)") }
    }
    for fleet in devices.values { fleet.end() }
    let isComplete = links.reduce(true) { $1.end(isQuiet: isQuiet) && $0 }
    for server in servers { server.stop() }
    keys?.file?.remove()
    return isComplete
  }
}

extension LabLine {
  /// The host at its client's side; nil if that is a router.
  fileprivate var host: String? {
    switch kind {
    case .access(let host, _): host
    case .path(let from, _): from
    case .network: nil
    }
  }
}
