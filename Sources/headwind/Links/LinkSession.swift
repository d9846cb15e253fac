import Captures
import FarSide
import Glibc
import LinkConditions
import Resilience
import TextOutput
import VirtualLink

/// A link together with the far side's servers, a capture, and name resolution.
final class LinkSession {
  /// The least number of descriptors that a link needs: about 60 for itself, and one for each connection to its
  /// servers.
  static let descriptors = 128

  let link: Link
  let resolution: NameResolution
  /// A line for the user that describes the link.
  let description: String
  /// The secrets of the TLS connections on the link; nil if they are not to be collected.
  let keys: SessionKeys?
  private let servers: FarSideServers?
  private let relay: NameRelay?
  /// Reads the TLS connections of a connected link; nil unless that was asked for.
  private let inspection: LinkInspection?
  private let recorder: CaptureRecorder?
  /// The notes of the servers, for whoever judges the program.
  private let serverLog: FarSideLog?
  /// Connections of the program to its own loopback interface that were refused.
  private let refusals: LoopbackRefusals?
  /// Leads ports of the host to the program; nil if none are published.
  private let publisher: Publisher?
  /// Answers requests about the link's packets.
  let observer: WireObserver
  private let ownAddresses = OwnAddresses()
  private let isQuiet: Bool
  private let pressure = ProcessorPressure()
  /// What the link did otherwise than its profile says; known when the session has ended.
  private(set) var shortfall: String?
  /// How late one departure in a hundred may be.
  var tolerance = Lateness.tolerance
  private var isEnded = false
  /// What of a scenario's timeline begins with the program's first packet; nil if nothing does.
  private let held: HeldTimeline.Rest?
  private let hold = TimelineHold()
  /// What stays when the session ends; nil if nothing does.
  private let ground: LinkGround?
  /// Kept as long as the link is.
  private let unreachable: UnreachableHosts?

  /// Creates the link and everything on it.
  /// - Parameters:
  ///   - isRootless: whether this process is in a user namespace of its own.
  ///   - ground: what exists already, for a private link; nil to make everything anew.
  init(_ options: LinkOptions, isRootless: Bool, on ground: LinkGround? = nil) throws {
    self.ground = ground
    isQuiet = options.quiet
    let scenario = try options.chosenScenario()
    let timeline = try options.timeline(of: scenario)
    let engine = try options.engineDecision(for: timeline)
    // The clocks of a scenario count from the client's first packet. Elsewhere, a timeline begins with the link.
    let parts = scenario.map { _ in HeldTimeline(timeline) }
    held = parts?.rest
    let profile = ([timeline.first] + timeline.phases.map(\.profile)).map(\.name).joined(separator: " then ")
    let seed = RunSeed(options.seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    let kind = options.kind.kind
    let keys = options.withoutKeys ? nil : SessionKeys(file: try? KeyLogFile())
    self.keys = keys
    recorder = try options.capture.map {
      try CaptureRecorder(
        path: $0, side: options.captureSide ?? .client,
        comment: "headwind: \(profile), \(engine.description), seed \(seed.value)", keys: keys)
    }
    inspection = try options.inspects ? LinkInspection(keys) : nil
    link = try Link(
      kind: kind, timeline: parts?.before ?? timeline, seed: seed, engine: engine.kind, mayYield: engine.mayYield,
      tap: recorder?.queue,
      insight: keys.map { LinkInsight($0) }, isRootless: isRootless,
      access: HostAccess(
        handler: inspection, localhost: options.localhost ?? LocalhostPorts(),
        reachesLinkLocal: options.reachesLinkLocal),
      on: ground?.topology)
    publisher = try options.published.isEmpty ? nil : Publisher(options.published, on: link.topology)
    refusals = options.quiet ? nil : try? LoopbackRefusals(on: link)
    observer = WireObserver(link, recorder: recorder, keys: keys, inspection: inspection)
    if options.notesProcesses {
      recorder?.noteProcesses(by: try link.topology.client.perform { try ProcessFinder() })
    }
    // Whoever gives a seed may want to give it to tc, too, which has one for each direction.
    let directions = options.seed == nil ? "" : " (for tc: uplink \(seed.uplink), downlink \(seed.downlink))"
    let way = link.wayOutName.map { " by \($0)" } ?? ""
    let published = options.published.map { "; \($0)" }.joined()
    description =
      "\(kind.rawValue) link\(way), \(profile), \(engine.description), seed \(seed.value)\(directions)\(published)"
    ownAddresses.add(timeline.profiles)
    serverLog = try options.serverLog.map { try FarSideLog(path: $0) }
    var resolution: NameResolution
    (resolution, servers, relay) = try Self.farSide(
      of: link, scenario?.farSide ?? .service, serverLog, keys, ownAddresses, ground)
    if let inspection { resolution.authority = inspection.authority }
    if let domain = scenario?.searchDomain { resolution.options.append("search \(domain)") }
    resolution.variables = scenario?.proxyVariables ?? []
    self.resolution = resolution
    let topology = link.topology
    unreachable =
      try ground == nil
      ? scenario.flatMap {
        try topology.setScenery(hasUnreachable: $0.needsUnreachable, hasWorldIPv6: $0.needsWorldIPv6)
      } : nil
  }

  /// Finds profiles with `find`, and assigns addresses to the hosts that their selections name.
  func finder(_ find: @escaping @Sendable (String) throws -> Profile) -> @Sendable (String) throws -> Profile {
    { [ownAddresses] name in
      let profile = try find(name)
      ownAddresses.add([profile])
      return profile
    }
  }

  /// Starts the servers of the far side.
  private static func farSide(
    of link: Link, _ plan: FarSidePlan, _ log: FarSideLog?, _ keys: SessionKeys?,
    _ ownAddresses: OwnAddresses, _ ground: LinkGround?
  ) throws -> (NameResolution, FarSideServers?, NameRelay?) {
    let addresses = link.topology.addresses
    if link.kind == .connected {
      let host = HostResolver.current()
      let relay = try NameRelay(
        on: addresses.gateway4, in: link.topology.farSide, asking: host,
        naming: link.reachesHostLoopback ? addresses : nil)
      return (NameResolution(nameserver: addresses.gateway4, following: host), nil, relay)
    }
    if ground == nil { try link.topology.addOwnAddresses() }
    let authority = try ground?.authority ?? CertificateAuthority()
    let sockets = try link.topology.farSide.perform { try FarSideSockets.open(for: plan) }
    let servers = try FarSideServers.start(
      on: sockets, addresses: FarSideAddresses(ipv4: addresses.gateway4, ipv6: addresses.gateway6), plan: plan,
      authority: authority, log: log, noteSecrets: keys?.taker, ownAddresses: ownAddresses.addresses)
    var resolution = NameResolution(nameserver: addresses.gateway4)
    resolution.authority = TrustedAuthority(pem: authority.pem)
    return (resolution, servers, nil)
  }

  /// Lets the timeline of a scenario begin with the first packet of the program that runs next, or after this time.
  /// - Parameter file: if there is one, the timeline begins when this file appears instead.
  func holdTimeline(seconds: Int, until file: String? = nil) throws {
    guard let held else { return }
    if let file {
      return hold.begin(held, of: link, atTheLatestAfter: .seconds(seconds)) { MarkFile.exists(file) }
    }
    let use = try link.topology.client.perform { NetworkUse() }
    hold.begin(held, of: link, atTheLatestAfter: .seconds(seconds)) { use.hasBegun }
  }

  /// Ends everything, and reports what could not be recorded. May be called more than once.
  /// - Returns: true if the capture and the servers' log are complete, or if there are none.
  @discardableResult
  func end() -> Bool {
    guard !isEnded else { return true }
    isEnded = true
    hold.end()
    if ground != nil { try? link.perform(.carrier(isUp: true)) }
    publisher?.close()
    if recorder != nil { settle() }
    sayWhatIsOnTheHost()
    let statistics = link.stop()
    judge(statistics)
    observer.end()
    if let ground { ground.disconnect { servers?.stop() } } else { servers?.stop() }
    inspection?.end(isQuiet: isQuiet)
    keys?.file?.remove()
    let logTrouble = serverLog?.finish()
    if let logTrouble { Headwind.say("\(RecordingWords.line)\(logTrouble)") }
    guard let recorder else { return logTrouble == nil }
    let summary = recorder.finish(remarks: statistics.punctuality)
    if !isQuiet { SecretWords.say(hasKeys: summary.hasKeys, missing: summary.connectionsWithoutKeys) }
    for line in summary.troubles { Headwind.say("\(RecordingWords.line)\(line)") }
    return summary.failure == nil && logTrouble == nil
  }

  /// Says so if the machine was too busy for the link to do what its profile says.
  private func judge(_ statistics: LinkStatistics) {
    shortfall = statistics.shortfall(beyond: tolerance)
    guard let shortfall, !isQuiet else { return }
    let pressure = pressure.share.map { "; tasks waited for a processor \(Int($0 * 100)) % of the time" } ?? ""
    Headwind.say(
      "headwind: the link was not what its profile says, because this machine was too busy: \(shortfall)\(pressure)")
  }

  /// Says so if the program looked on its own loopback interface for what is on the host's, or if the relay fell short.
  private func sayWhatIsOnTheHost() {
    guard !isQuiet else { return }
    for port in refusals?.portsOfTheHost() ?? [] {
      let way =
        switch link.kind {
        case .privateLink: "--connected --localhost \(port)"
        case .connected where link.reachesHostLoopback: "--localhost \(port) or \(HostName.text)"
        case .connected, .attached: "--localhost \(port)"
        }
      Headwind.say("headwind: nothing listens on 127.0.0.1:\(port) inside the link; the host does: use \(way)")
    }
    for port in publisher?.loopbackOnly ?? [] {
      Headwind.say(
        "headwind: port \(port) is published, but inside the link only 127.0.0.1:\(port) listens: let the server listen on 0.0.0.0"
      )
    }
    if link.relayShortages > 0 {
      Headwind.say(
        "headwind: \(link.relayShortages) connections of the link failed because Headwind was out of descriptors: raise the limit (ulimit -n)"
      )
    }
  }

  /// Says so if nothing has crossed the link: then no condition was at work, and the program's success means nothing.
  func sayIfUnused() {
    guard !isQuiet, let statistics = try? link.statistics(), statistics.uplink.entered == 0,
      statistics.downlink.entered == 0
    else { return }
    let reason =
      LoopbackTraffic.packets(in: link.topology.client) > 0
      ? "the program talked only to its own loopback interface (localhost), which has no conditions; "
        + "lead a port of this host to it with --publish, or to this host's servers with --connected --localhost"
      : "the program sent nothing; tests may have come from a cache of results (go test: add -count=1), "
        + "or a daemon outside of the link did the work"
    Headwind.say("headwind: nothing crossed the link: \(reason)")
  }

  /// Waits for the packets that the end of the program causes (the kernel closes its connections), so that the
  /// capture contains them. It waits until nothing has crossed for 30 ms and nothing is queued, but at most for a
  /// second.
  private func settle() {
    var still = 0
    var last = LinkStatistics()
    for _ in 0..<200 where still < 6 {
      guard let now = try? link.statistics() else { return }
      let isStill = now == last && now.uplink.queued + now.downlink.queued == 0
      still = isStill ? still + 1 : 0
      last = now
      usleep(5_000)
    }
  }
}
