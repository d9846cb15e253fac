import CLinux
import Glibc
public import LinkConditions
import Wire

/// Answers the requests that a link receives over its control socket. docs/control.md describes the protocol.
public struct LinkController: Sendable {
  private let name: LinkName
  /// The address that programs on the link are told.
  public let address: ControlAddress
  private let link: Link
  private let resolution: NameResolution
  private let started = EngineClock.now
  private let findProfile: @Sendable (String) throws -> Profile
  private let keyLog: KeyLogPlace?
  private let observer: any LinkObserver
  private let turns = LinkTurns()
  private let processes: ProcessTree?
  private let takeDown: (@Sendable () -> Void)?
  private let device: (@Sendable () -> DeviceFacts)?
  private let attached: String?
  private let becomeReady: @Sendable () -> Void

  /// - Parameters:
  ///   - findProfile: finds the profile that a `switch` request names.
  ///   - keyLog: the file to which programs on the link are asked to append the secrets of their TLS connections.
  ///   - observer: answers requests about packets.
  ///   - processes: the process tree for programs that run as long as the link.
  ///   - takeDown: ends the link, or nil if clients may not end it.
  ///   - device: what is known of the device whose link this is; nil if programs of this machine are on the link.
  ///   - attached: the interface at which the link is, for a link that is attached to one.
  ///   - becomeReady: called when a program says that it is ready.
  public init(
    name: LinkName, link: Link, resolution: NameResolution, findProfile: @escaping @Sendable (String) throws -> Profile,
    keyLog: KeyLogPlace? = nil, observer: any LinkObserver, processes: ProcessTree? = nil,
    takeDown: (@Sendable () -> Void)? = nil, device: (@Sendable () -> DeviceFacts)? = nil,
    attached: String? = nil, becomeReady: @escaping @Sendable () -> Void = {}
  ) {
    self.name = name
    address = .unique(name)
    self.link = link
    self.resolution = resolution
    self.findProfile = findProfile
    self.keyLog = keyLog
    self.observer = observer
    self.processes = processes
    self.takeDown = takeDown
    self.device = device
    self.attached = attached
    self.becomeReady = becomeReady
  }

  /// Answers one request.
  public func answer(_ line: String, from peer: ControlPeer) -> ControlReply {
    let words = line.split(separator: " ", maxSplits: 1)
    let word = words.first.map(String.init) ?? ""
    let argument = words.count > 1 ? String(words[1]) : ""
    do {
      if let reply = try answer(word, argument) { return reply }
      if let reply = try turn(word, argument, peer) { return reply }
      if let reply = try change(word, argument) {
        observer.note(line)
        return reply
      }
      if let request = try ObservationRequest(word, argument) { return try observer.answer(request, from: peer) }
      let known =
        ["status", "statistics", "phases"] + Self.changes + ObservationRequest.words + [
          "hold", "release", "ready", "enter", "down",
        ]
      return ControlReply(error: "unknown request; the requests are \(known.joined(separator: ", "))")
    } catch {
      return ControlReply(error: "\(error)")
    }
  }

  /// Answers the requests that do not change conditions, and `down`. Returns nil for other requests.
  private func answer(_ word: String, _ argument: String) throws -> ControlReply? {
    switch word {
    case "status": return try status()
    case "statistics": return try statistics()
    case "phases": return try phases(argument)
    case "enter": return try enter()
    case "down":
      guard let takeDown else { throw LinkError("this link ends with the program that runs on it") }
      takeDown()
      return ControlReply()
    case "ready":
      becomeReady()
      return ControlReply()
    default: return nil
    }
  }

  /// Answers `phases` and `phases from NUMBER`.
  private func phases(_ argument: String) throws -> ControlReply {
    let (phases, next) = link.history.phases(from: try ObservationRequest.place(argument, of: "phases") ?? 0)
    let values = phases.map { ("phase", "\(ControlReply.seconds($0.time)) \($0.profile), \($0.cause)") }
    return ControlReply(values + [("next", String(next))])
  }

  /// Answers `hold` and `release`. Returns nil for other requests.
  private func turn(_ word: String, _ argument: String, _ peer: ControlPeer) throws -> ControlReply? {
    switch word {
    case "hold":
      let tail = RequestTail(argument)
      guard tail.text.isEmpty, tail.since == nil else { throw LinkError("'hold' takes 'within TIME' or nothing") }
      try turns.take(for: peer, within: tail.patience())
    case "release": turns.release(by: peer)
    default: return nil
    }
    return ControlReply()
  }

  private static let changes = ["switch", "then", "reset", "cut", "heal", "rebind", "link-down", "link-up"]

  /// Answers the requests that change conditions. Returns nil for other requests.
  private func change(_ word: String, _ argument: String) throws -> ControlReply? {
    switch word {
    case "switch": return try change(to: argument)
    case "then": try follow(argument)
    case "reset": try link.reset()
    case "cut": try link.cut()
    case "heal": try link.heal()
    case "rebind": try link.perform(.rebind)
    case "link-down", "link-up": try link.perform(.carrier(isUp: word == "link-up"))
    default: return nil
    }
    return ControlReply([("profile", link.profile.name)])
  }

  /// Answers `switch PROFILE` and `switch PROFILE queued TREATMENT`.
  private func change(to argument: String) throws -> ControlReply {
    var (name, treatment) = (argument, QueuedTreatment?.none)
    let words = argument.split(separator: " ")
    if words.count > 2, words[words.count - 2] == "queued" {
      treatment = QueuedTreatment(rawValue: String(words[words.count - 1]))
      guard treatment != nil else {
        throw LinkError("'queued \(words[words.count - 1])': write 'queued keep', 'queued rerate' or 'queued drop'")
      }
      name = words.dropLast(2).joined(separator: " ")
    }
    try link.change(to: findProfile(name), queued: treatment)
    return ControlReply([
      ("profile", link.profile.name), ("queued", (treatment ?? link.usualTreatment).rawValue),
    ])
  }

  private func follow(_ line: String) throws {
    do {
      let clause = try TimelineClause(parsing: line)
      try link.follow(clause, clause.event == nil ? try findProfile(clause.profileName) : nil)
    } catch let problem as TimelineClause.Problem {
      throw LinkError("\(problem.message) (at character \(problem.column))")
    }
  }

  private func status() throws -> ControlReply {
    let statistics = try link.statistics()
    let addresses = link.topology.addresses
    let device = device?()
    let clients = device.map { $0.addresses.map(\.description) } ?? addresses.client.map(\.host)
    var troubles: [(name: String, value: String)] = []
    if let shortfall = statistics.shortfall() { troubles.append(("machine-too-busy", shortfall)) }
    if let trouble = observer.captureTrouble { troubles.append(("capture-trouble", trouble)) }
    troubles += observer.inspectionLines.map { ("inspection", $0) }
    return ControlReply(
      [
        ("name", name.text), ("profile", link.profile.name), ("state", link.isCut ? "cut" : "up"),
        ("kind", link.kind.rawValue), ("engine", link.engineKind.rawValue), ("seed", String(link.seed.value)),
        ("uplink-seed", String(link.seed.uplink)), ("downlink-seed", String(link.seed.downlink)),
        ("age", String((EngineClock.now - started).nanoseconds / 1_000_000_000)), ("process", String(getpid())),
        ("client", clients.joined(separator: " ")),
        ("far-side", addresses.farSide.map(\.host).joined(separator: " ")),
        ("uplink-packets", String(statistics.uplink.left)), ("downlink-packets", String(statistics.downlink.left)),
      ] + (device?.lines ?? [])
        + (attached.map { [("attached", $0)] } ?? []) + disciplines(statistics) + troubles + pending)
  }

  /// For each direction whose queue has a discipline, what it has done.
  private func disciplines(_ statistics: LinkStatistics) -> [(name: String, value: String)] {
    let (profile, counts) = (link.profile, statistics)
    return [("uplink", profile.uplink, counts.uplink), ("downlink", profile.downlink, counts.downlink)]
      .filter { $0.1.discipline != .fifo }
      .map { name, conditions, counts in
        let dropped = counts.droppedByDiscipline + counts.droppedByQueue + counts.droppedByKernel
        return ("\(name)-queue", "\(conditions.discipline.name), \(dropped) dropped, \(counts.marked) marked")
      }
  }

  /// The pending phases, one line each.
  private var pending: [(name: String, value: String)] {
    link.progress.pending.map { phase in
      let subject = phase.event.map { "\($0)" } ?? phase.profile.name
      return ("next", "\(subject) \(phase.trigger)")
    }
  }

  private func statistics() throws -> ControlReply {
    let statistics = try link.statistics()
    func lines(_ name: String, _ direction: DirectionStatistics) -> [(name: String, value: String)] {
      [
        ("\(name)-entered-packets", String(direction.entered)),
        ("\(name)-entered-bytes", String(direction.enteredBytes)),
        ("\(name)-left-packets", String(direction.left)), ("\(name)-left-bytes", String(direction.leftBytes)),
        ("\(name)-lost-packets", String(direction.droppedByLoss)),
        ("\(name)-queue-drops", String(direction.droppedByQueue)),
        ("\(name)-aqm-drops", String(direction.droppedByDiscipline)),
        ("\(name)-switch-drops", String(direction.droppedBySwitch)),
        ("\(name)-list-drops", String(direction.droppedByList)), ("\(name)-mtu-drops", String(direction.droppedByMTU)),
        ("\(name)-kernel-drops", String(direction.droppedByKernel)),
        ("\(name)-rebind-drops", String(direction.droppedByRebinding)),
        ("\(name)-reset-drops", String(direction.droppedByReset)),
        ("\(name)-memory-drops", String(direction.droppedByMemory)),
        ("\(name)-send-drops", String(direction.droppedBySend)), ("\(name)-overruns", String(direction.overruns)),
        ("\(name)-duplicated-packets", String(direction.duplicated)),
        ("\(name)-corrupted-packets", String(direction.corrupted)),
        ("\(name)-marked-packets", String(direction.marked)), ("\(name)-made-packets", String(direction.made)),
        ("\(name)-queued", String(direction.queued)),
        ("\(name)-late-p50-us", String(direction.lateness.percentile(0.5).nanoseconds / 1_000)),
        ("\(name)-late-p99-us", String(direction.lateness.percentile(0.99).nanoseconds / 1_000)),
        ("\(name)-late-worst-us", String(direction.lateness.worst.nanoseconds / 1_000)),
      ]
    }
    return ControlReply(lines("uplink", statistics.uplink) + lines("downlink", statistics.downlink))
  }

  private func enter() throws -> ControlReply {
    let user = hw_open_user_namespace()
    guard user >= 0 else { throw LinkError("open the user namespace of this thread", errno: errno) }
    var values: [(name: String, value: String)] = [
      ("nameserver", resolution.nameserver), ("control", address.description),
    ]
    if resolution.knowsAllNames { values.append(("hosts", "own")) }
    values += resolution.options.map { ("resolver", $0) }
    values += resolution.knownHosts.map { ("known-host", $0) }
    values.append(("interface", link.topology.ends.client))
    if let keyLog { values += [("key-log", keyLog.path), ("key-log-library", keyLog.library)] }
    values += resolution.authority.map { [($0.isBesideHosts ? "further-authority" : "authority", $0.line)] } ?? []
    return ControlReply(
      values,
      descriptors: [link.topology.client.descriptor, Descriptor(owning: user)]
        + (processes.map { [$0.namespace] } ?? []))
  }
}
