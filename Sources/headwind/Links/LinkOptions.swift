public import ArgumentParser
import Captures
import Dissection
import LinkConditions
import Resilience
import TextOutput
public import VirtualLink

/// The options of `run` and `link up` that define a link.
struct LinkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The conditions: the name of a profile or a timeline, a file, or a profile in braces.", valueName: "name"),
    completion: Candidates.profiles)
  var profile: String?

  @Option(
    name: .customLong("then"),
    help: ArgumentHelp(
      "Change the conditions later: \"Edge after 2 s\", \"Black Hole when response-started\", \"rebind when request\". Can be repeated.",
      valueName: "clause"))
  var then: [String] = []

  @Option(
    help: ArgumentHelp(
      "Use the link and the far side of a scenario of 'headwind test': its ID, or FILE#ID. --profile and --then replace its conditions.",
      valueName: "scenario"), completion: Candidates.scenarios)
  var scenario: String?

  @OptionGroup var profiles: ProfileOptions

  @Option(help: "The engine that carries the packets: auto, userspace or netem (the kernel's).")
  var engine = EngineRequest.auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed of the random decisions; the same seed repeats a run packet for packet.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Write the packets that the client sends and receives to a pcapng file, with the fate of each.",
      valueName: "file"), completion: .file())
  var capture: String?

  @Option(
    help: ArgumentHelp(
      "The end of the link that --capture writes: client, server, or both (each packet twice). (default: client)",
      valueName: "side"))
  var captureSide: CaptureSide?

  @Option(
    name: .customLong("server-log"),
    help: ArgumentHelp(
      "Write the events at the servers of a private link to a file, one line of JSON per event.", valueName: "file"),
    completion: .file())
  var serverLog: String?

  @Flag(
    name: .customLong("no-keys"),
    help: "Do not collect the secrets of TLS connections, which make captures readable in the clear.")
  var withoutKeys = false

  @Flag(
    name: .customLong("process"), help: "With --capture: record the program and process behind each packet.")
  var notesProcesses = false

  @Flag(help: "Connect the link to Headwind's own servers, or to the networks that this host reaches.")
  var kind = LinkKindFlag.private

  @Option(
    name: .customLong("localhost"),
    help: ArgumentHelp(
      "With --connected: lead these ports of localhost across the link to this host's: 8080, 3000,8000-8010, or all.",
      valueName: "ports"), transform: Self.localhostPorts)
  var localhost: LocalhostPorts?

  @Flag(
    name: .customLong("reach-link-local"),
    help: ArgumentHelp(
      "With --connected: lead to link-local addresses and to a cloud's metadata (169.254.169.254), which the link refuses otherwise."
    ))
  var reachesLinkLocal = false

  @Option(
    name: .customLong("publish"),
    help: ArgumentHelp(
      "Lead a TCP port of this host across the link to the program: 8080, 8080:80, 0.0.0.0:8080:80. Can be repeated.",
      valueName: "port"), transform: Self.publishedPort)
  var published: [PublishedPort] = []

  @Flag(
    name: .customLong("inspect"),
    help: ArgumentHelp(
      "With --connected: read the TLS connections of any program, which sees certificates of an authority that it trusts for this link."
    ))
  var inspects = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  /// The first profile and the phases that follow.
  func timeline(of scenario: Scenario?) throws -> Timeline {
    try profiles.choice.timeline(
      first: profile ?? scenario?.profile, then: then.isEmpty ? scenario?.timeline ?? [] : then)
  }

  /// The scenario that the user chose, or nil.
  func chosenScenario() throws -> Scenario? {
    try scenario.map { try SuiteChoice.scenario(ScenarioReference($0)) }
  }

  /// Finds profiles by name while the link is up. Relative paths refer to the current working directory.
  func finder() -> @Sendable (String) throws -> Profile { profiles.finder() }

  /// The engine for the link, and the reason.
  func engineDecision(for timeline: Timeline) throws -> EngineDecision {
    var wishes: EngineDecision.Wishes = []
    if capture != nil { wishes.insert(.fates) }
    if seed != nil { wishes.insert(.repeatable) }
    return try EngineDecision.make(engine, for: timeline, wishes: wishes)
  }

  private static func localhostPorts(_ text: String) throws -> LocalhostPorts {
    guard let ports = LocalhostPorts(text) else {
      throw ValidationError("'\(text)' names no ports: give a port, a list such as 3000,8000-8010, or all")
    }
    return ports
  }

  private static func publishedPort(_ text: String) throws -> PublishedPort {
    guard let port = PublishedPort(text) else {
      throw ValidationError("write PORT, HOST-PORT:PORT or ADDRESS:HOST-PORT:PORT")
    }
    return port
  }

  func validate() throws {
    guard kind == .connected || localhost == nil else {
      throw ValidationError("--localhost leads to this host and needs --connected")
    }
    guard kind == .connected || !reachesLinkLocal else {
      throw ValidationError("--reach-link-local leads to what the host reaches and needs --connected")
    }
    guard kind == .connected || !inspects else {
      throw ValidationError("--inspect reads connections to real servers and needs --connected")
    }
    guard !inspects || !withoutKeys else {
      throw ValidationError("--inspect collects the secrets of TLS connections: omit --no-keys")
    }
    guard kind == .private || serverLog == nil else {
      throw ValidationError("--server-log logs Headwind's own servers and needs --private")
    }
    guard capture != nil || !notesProcesses else { throw ValidationError("--process needs --capture FILE") }
    guard capture != nil || captureSide == nil else {
      throw ValidationError("--capture-side needs --capture FILE")
    }
    if scenario != nil {
      guard kind == .private else { throw ValidationError("a scenario has its own far side and needs --private") }
    }
    guard capture != "-" else { throw ValidationError("the program uses standard output: give --capture a file") }
  }
}

/// `--private` and `--connected`.
enum LinkKindFlag: EnumerableFlag {
  case `private`
  case connected

  var kind: LinkKind { self == .private ? .privateLink : .connected }
}

extension EngineRequest: ExpressibleByArgument {}
