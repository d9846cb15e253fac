import Glibc
import Labs
import LinkConditions
import Resilience
import TextOutput
import VirtualLink

/// Runs the programs of a lab: in the order of their dependencies, until the lab ends.
struct LabRun: ~Copyable {
  /// When a lab ends, besides a signal.
  enum Ending: Equatable {
    /// When all programs that are no daemons have ended.
    case last
    /// When the first program has ended.
    case first
    /// When this host's program has ended.
    case host(String)
  }

  private enum State: Equatable {
    case waiting
    case running(since: ContinuousClock.Instant, isReady: Bool)
    case ended(ProgramEnd)
  }

  /// How long programs may take to end after they were asked to.
  private static let grace = Duration.seconds(10)
  /// How often to look whether a host is ready, in milliseconds.
  private static let tick: Int32 = 20

  private let session: LabSession
  private let hosts: [LabHost]
  private let ending: Ending
  private let directory: String
  private let isQuiet: Bool
  private let keyLog: KeyLogRequest?
  private var group: ProgramGroup
  private var output: LabOutput
  private var states: [State]
  private var trees: [ProcessTree?]
  /// How the lab ends, once that is known.
  private var outcome: ProgramEnd?
  /// The end of the first program that failed by itself.
  private var firstFailure: ProgramEnd?
  private var deadline: ContinuousClock.Instant?
  /// The last words of the servers that give devices their addresses, by hosts.
  private var serverWords: [Int: [UInt8]] = [:]

  /// - Parameter directory: where programs start.
  init(
    _ session: LabSession, signals: HeldSignals, until ending: Ending, in directory: String, isQuiet: Bool,
    _ paint: Paint
  ) throws {
    self.session = session
    self.ending = ending
    self.directory = directory
    self.isQuiet = isQuiet
    hosts = session.lab.hosts
    keyLog = try session.keys?.file.map { try KeyLogRequest($0.place) }
    group = ProgramGroup(
      signals: signals, alarms: session.links.map(\.link.alarm) + session.devices.values.map(\.ground.alarm))
    output = LabOutput(hosts: hosts.map(\.name), paint)
    states = hosts.map { _ in .waiting }
    trees = hosts.map { _ in nil }
  }

  /// Runs the lab to its end, and says how it ended.
  mutating func run() throws -> ProgramEnd {
    defer { for tree in trees { tree?.end() } }
    for (index, host) in hosts.enumerated() where !host.role.isCommand {
      if let server = session.addressServer(of: host) { try serveAddresses(index, server) }
      states[index] = .running(since: .now, isReady: true)
    }
    while true {
      for fleet in session.devices.values { try fleet.look() }
      if outcome == nil { try startWhatCan() }
      if outcome != nil, group.running.isEmpty { break }
      try enforceDeadline()
      guard let event = try group.next(within: isWatching ? Self.tick : -1) else { continue }
      try handle(event)
    }
    return outcome ?? .exited(0)
  }

  /// Whether something happens that no event tells of.
  private var isWatching: Bool {
    deadline != nil || !session.devices.isEmpty
      || zip(hosts, states).contains { host, state in
        if case .running(_, isReady: false) = state { host.readiness != nil } else { false }
      }
  }

  // MARK: - Starting

  private mutating func startWhatCan() throws {
    try lookForReadiness()
    for (index, host) in hosts.enumerated() where states[index] == .waiting {
      guard try host.dependencies.allSatisfy({ try isMet($0, for: host) }) else { continue }
      try start(index)
    }
  }

  private mutating func lookForReadiness() throws {
    for (index, host) in hosts.enumerated() {
      guard case .running(let start, isReady: false) = states[index], let readiness = host.readiness else { continue }
      if ListeningPorts.contain(readiness.port, in: try session.network(of: host)) {
        states[index] = .running(since: start, isReady: true)
      } else if start.duration(to: .now) > .nanoseconds(readiness.limit.nanoseconds) {
        throw LinkError(
          "\(host.name): nothing listens on port \(readiness.port) after \(readiness.limit.nanoseconds / 1_000_000_000) s",
          remedy: "see what it says above, or give it more time: ready: { port: \(readiness.port), within: 5 min }")
      }
    }
  }

  private func isMet(_ dependency: LabHost.Dependency, for host: LabHost) throws -> Bool {
    guard let index = hosts.firstIndex(where: { $0.name == dependency.host }) else { return true }
    switch (dependency.state, states[index]) {
    case (_, .waiting): return false
    case (.started, _): return true
    case (.ready, .running(_, let isReady)): return isReady || hosts[index].readiness == nil
    case (.ended, .running): return false
    case (.ended, .ended(.exited(0))): return true
    case (.ready, .ended(.exited(0))) where hosts[index].readiness == nil: return true
    case (.ready, .ended(let end)), (.ended, .ended(let end)):
      throw LinkError("\(host.name) cannot start: \(dependency.host), which it depends on, \(Self.words(end))")
    }
  }

  private mutating func start(_ index: Int) throws {
    let host = hosts[index]
    guard case .command(let words) = host.role else { return }
    let resolution = session.resolution(of: host)
    var command = ProgramSession.command(
      words, resolution, try session.control(of: host).description, keyLog: keyLog)
    for variable in host.environment { command.set(variable.name, variable.value) }
    command.set("HEADWIND_HOST", host.name)
    command.directory = host.workingDirectory.map { $0.hasPrefix("/") ? $0 : "\(directory)/\($0)" } ?? directory
    let network = try session.network(of: host)
    let tree = try ProcessTree(network: network)
    trees[index] = tree
    do {
      try group.start(
        index, command, on: network, in: tree, files: resolution.files(for: command) + (keyLog?.files ?? []))
    } catch var error as ProgramError {
      error.message = "\(host.name): \(error.message)"
      throw error
    }
    states[index] = .running(since: .now, isReady: false)
  }

  /// Starts what gives a host's devices their addresses.
  private mutating func serveAddresses(_ index: Int, _ server: ProgramCommand) throws {
    let tree = try ProcessTree()
    trees[index] = tree
    serverWords[index] = []
    do {
      try group.start(index, server, on: session.network(of: hosts[index]), in: tree, files: [])
    } catch let error as ProgramError where error.kind == .notFound {
      throw DeviceFleet.lacksServer
    }
  }

  // MARK: - Events

  private mutating func handle(_ event: ProgramGroup.Event) throws {
    switch event {
    case .output(let member, _, let bytes) where serverWords[member] != nil:
      serverWords[member] = ((serverWords[member] ?? []) + bytes).suffix(1000)
    case .ended(let member, _) where serverWords[member] != nil:
      if outcome == nil { throw DeviceFleet.hasEnded(serverWords[member] ?? []) }
    case .output(let member, let isError, let bytes): output.add(bytes, of: member, isError: isError)
    case .ended(let member, let end): hasEnded(member, end)
    case .failed(let reason): throw LinkError("a link of the lab is down: \(reason)")
    case .signal(let number, let isFromTerminal):
      if deadline != nil {
        group.send(SIGKILL)
      } else {
        outcome = .killed(number)
        askToEnd(with: isFromTerminal ? nil : number)
      }
    }
  }

  private mutating func hasEnded(_ member: Int, _ end: ProgramEnd) {
    output.finish(member)
    states[member] = .ended(end)
    guard outcome == nil else { return }
    if !isQuiet { Headwind.say("headwind: \(hosts[member].name) \(Self.words(end))") }
    if end != .exited(0) { firstFailure = firstFailure ?? end }
    let isOver =
      switch ending {
      case .first: true
      case .host(let name): hosts[member].name == name
      case .last:
        zip(hosts, states).allSatisfy { host, state in
          if case .ended = state { true } else { host.isDaemon || !host.role.isCommand }
        }
      }
    guard isOver else { return }
    outcome = ending == .last ? firstFailure ?? .exited(0) : end
    askToEnd(with: SIGTERM)
  }

  private mutating func askToEnd(with signal: Int32?) {
    if let signal { group.send(signal) }
    deadline = .now + Self.grace
  }

  private mutating func enforceDeadline() throws {
    guard let deadline, ContinuousClock.now > deadline else { return }
    group.send(SIGKILL)
    self.deadline = .now + Self.grace
  }

  private static func words(_ end: ProgramEnd) -> String {
    switch end {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was killed by signal \(signal)"
    }
  }
}
