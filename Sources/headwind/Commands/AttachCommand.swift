import ArgumentParser
import LinkConditions
import TextOutput
import VirtualLink

/// `headwind attach`: a link between what already runs and its network.
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Put a link between a running container, or a namespace, and its network while the command runs.",
    discussion: """
      Addresses, routes, neighbours and connections of the interface stay. Frames take the link from one moment to the next, and go straight \
      again when the command ends: by Ctrl-C or another signal, at the end of --for, by 'headwind link down', with the container, and \
      by kill -9. Uplink is what the container sends. It needs root, or a container of your own that is rootless.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Attach to the network of this process.", valueName: "pid"))
  var pid: Int32?

  @Option(
    help: ArgumentHelp("Attach to this network namespace: a name under /run/netns, or a file.", valueName: "name"),
    completion: Candidates.namespaces)
  var netns: String?

  @Option(
    help: ArgumentHelp(
      "Attach to this container of podman, docker or systemd-nspawn: a name or an identifier.", valueName: "name"))
  var container: String?

  @Option(
    help: ArgumentHelp(
      "The interface there. By default, the one of its default route.", valueName: "interface"))
  var interface: String?

  @Option(
    help: ArgumentHelp(
      "Take only this traffic: 10.0.0.5, 10.0.0.0/24, db.internal:5432, [2001:db8::1]:443, 'port 5432', 'tcp port 443', tcp, udp. Can be repeated.",
      valueName: "peer"), transform: Self.selector)
  var only: [PeerSelector] = []

  @Option(
    help: ArgumentHelp(
      "The conditions: the name of a profile or a timeline, a file, or a profile in braces.", valueName: "name"),
    completion: Candidates.profiles)
  var profile: String?

  @Option(
    name: .customLong("then"),
    help: ArgumentHelp(
      "Change the conditions later: \"Edge after 2 s\", \"Black Hole when response-started\". Can be repeated.",
      valueName: "clause"))
  var then: [String] = []

  @OptionGroup var profiles: ProfileOptions

  @Option(help: "The engine that carries the packets: userspace (the default), netem (the kernel's) or auto.")
  var engine: EngineRequest?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The seed of the random decisions.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Write the packets that the container sends and receives to a pcapng file, with the fate of each.",
      valueName: "file"), completion: .file())
  var capture: String?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("End after this time: 10m, 30s, \"2 h\".", valueName: "time"))
  var time: String?

  @Option(
    help: ArgumentHelp(
      "The name of the link. By default, that of the container or namespace, or pid-NUMBER.", valueName: "name"))
  var name: String?

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  private static func selector(_ text: String) throws -> PeerSelector {
    do {
      return try PeerSelector(text)
    } catch {
      throw ValidationError("--only: \(error)")
    }
  }

  func validate() throws {
    guard [pid != nil, netns != nil, container != nil].filter({ $0 }).count == 1 else {
      throw ValidationError("give one of --pid, --netns and --container")
    }
    guard pid ?? 1 > 0 else { throw ValidationError("--pid \(pid ?? 0): a process ID must be at least 1.") }
    guard capture != "-" else { throw ValidationError("give --capture a file") }
  }

  func run() throws {
    do {
      try attach()
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
  }

  private func attach() throws {
    let time = try time.map { try duration($0) }
    let timeline = try profiles.choice.timeline(first: profile, then: then)
    try Surroundings.require(descriptors: LinkSession.descriptors, for: "a link")
    let target = try target()
    let peers = PeerNames(ofProcess: target.process)
    let only = try only.flatMap { try $0.matches { try peers.addresses(of: $0) } }
    let name = try LinkName(word: name ?? usualName)
    let finder = profiles.finder()
    let capture = capture.map(absolutePath)
    let signals = try HeldSignals()
    // The kernel can tell users apart before this process enters a user namespace, and its files are this user's.
    guard let reservation = try ControlServer.reserve(ControlAddress(name)) else {
      throw LinkError("the link '\(name)' is already up", remedy: "give this one another name with --name")
    }
    if let weakness = reservation.weakness { Headwind.say("headwind: \(weakness)") }
    defer { reservation.file?.remove() }
    try target.enterUnlessPrivileged()
    let session = try AttachSession(
      AttachSession.Wishes(
        name: name, interface: interface, only: only, timeline: timeline,
        decision: EngineDecision.make(
          engine, for: timeline, wishes: capture == nil ? [.repeatable] : [.fates, .repeatable]),
        seed: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)), capture: capture, isQuiet: quiet,
        findProfile: finder), at: target, reservation)
    try session.run(signals, for: time)
  }

  private func target() throws -> AttachTarget {
    if let container {
      return try AttachTarget(process: ContainerFinder.process(of: container), as: "container \(container)")
    }
    if let pid { return try AttachTarget(process: pid) }
    return try AttachTarget(named: netns ?? "")
  }

  private var usualName: String {
    if let container { return String(container.prefix(32)) }
    if let netns { return String(netns.split(separator: "/").last ?? "netns") }
    return "pid-\(pid ?? 0)"
  }

  private func duration(_ text: String) throws -> Duration {
    do {
      return .nanoseconds(try LeaseTime.duration(text).nanoseconds)
    } catch {
      throw Failure("--for \(text): \(error.words)", remedy: "write 30s, 10m or \"2 h\"", status: ExitStatus.usage)
    }
  }
}
