import ArgumentParser
import Captures
import Dissection
import LinkConditions
import Resilience
import TextOutput
import VirtualLink

/// The options that make a link, of `run` and `link up`.
struct LinkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The conditions: a profile or a timeline, by name or as a file, or in braces.", valueName: "name"))
  var profile: String?

  @Option(
    name: .customLong("then"),
    help: ArgumentHelp(
      "What follows: \"Edge after 2 s\", \"Black Hole when response-started\", \"rebind when request\". May be given again.",
      valueName: "clause"))
  var then: [String] = []

  @Option(
    help: ArgumentHelp(
      "The link and the far side of a scenario of 'headwind test': its id, or FILE#ID.", valueName: "scenario"))
  var scenario: String?

  @OptionGroup var profiles: ProfileOptions

  @Option(help: "What carries the packets: auto, userspace or netem (the kernel's).")
  var engine = EngineRequest.auto

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Repeats a run's fates, packet for packet.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Writes the packets that the client sends and gets to a pcapng file, with what became of each.",
      valueName: "file"))
  var capture: String?

  @Option(
    help: ArgumentHelp(
      "Which end of the link --capture writes: client (the default), server, or both, which has each packet twice.",
      valueName: "side"))
  var captureSide: CaptureSide?

  @Option(
    name: .customLong("server-log"),
    help: ArgumentHelp(
      "Writes what the servers of a private link see to a file, a line of JSON for each event.", valueName: "file"))
  var serverLog: String?

  @Flag(
    name: .customLong("process"), help: "With --capture: note the program and process behind each packet beside it.")
  var notesProcesses = false

  @Flag(help: "Lead the link to Headwind's own servers (the default), or to what this host reaches.")
  var kind = LinkKindFlag.private

  @Flag(name: .shortAndLong, help: "Say nothing but what went wrong.")
  var quiet = false

  /// The profile to begin with and what follows it.
  func timeline(of scenario: Scenario?) throws -> Timeline {
    try profiles.choice.timeline(first: scenario.map(\.profile) ?? profile, then: scenario?.timeline ?? then)
  }

  /// The scenario that was asked for, or nil.
  func chosenScenario() throws -> Scenario? {
    try scenario.map { try SuiteChoice.scenario(ScenarioReference($0)) }
  }

  /// Finds the profiles that are asked for while the link is up; relative paths are those of the directory that we are in.
  func finder() -> @Sendable (String) throws -> Profile {
    let choice = ProfileChoice(directory: profiles.directory.map(absolutePath), kind: .regular)
    return { name in
      do {
        return try choice.find(name, for: "a link that is up")
      } catch let failure as Failure {
        throw LinkError(failure.message.text, remedy: failure.remedy?.text)
      }
    }
  }

  /// Which engine it is to be, and why.
  func engineDecision(for timeline: Timeline) throws -> EngineDecision {
    var wishes: EngineDecision.Wishes = []
    if capture != nil { wishes.insert(.fates) }
    if seed != nil { wishes.insert(.repeatable) }
    return try EngineDecision.make(engine, for: timeline, wishes: wishes)
  }

  func validate() throws {
    guard kind == .private || serverLog == nil else {
      throw ValidationError("--server-log is of Headwind's own servers: it needs --private")
    }
    guard capture != nil || !notesProcesses else { throw ValidationError("--process goes with --capture FILE") }
    guard capture != nil || captureSide == nil else {
      throw ValidationError("--capture-side goes with --capture FILE")
    }
    if scenario != nil {
      guard profile == nil, then.isEmpty else {
        throw ValidationError("a scenario brings its own conditions: leave --profile and --then out")
      }
      guard kind == .private else { throw ValidationError("a scenario brings its own far side: it needs --private") }
    }
    guard capture != "-" else { throw ValidationError("standard output is the program's: give --capture a file") }
  }
}

/// `--private` and `--connected`.
enum LinkKindFlag: EnumerableFlag {
  case `private`
  case connected

  var kind: LinkKind { self == .private ? .privateLink : .connected }
}
