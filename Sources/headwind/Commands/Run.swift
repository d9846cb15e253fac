import ArgumentParser
import Dissection
import Glibc
import LinkConditions
import Resilience
import TextOutput
import VirtualLink

/// `headwind run`: runs a command on a conditioned link.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a command on its own link, under bad network conditions.",
    discussion: """
      The command uses the terminal, the files and the environment of headwind, and receives its signals.

      Exit status: that of the command; 125 if headwind itself fails, 126 if the command cannot be executed, 127 if it is not \
      found.
      """)

  @OptionGroup var options: LinkOptions
  @OptionGroup var keys: KeyLogRequestOption

  @Flag(
    name: .customLong("console"),
    help: "Print an address of a page that shows the packets and changes the link, while the command runs.")
  var opensConsole = false

  @Flag(name: .customLong("keep-console"), help: "Like --console, but the page stays until Ctrl-C.")
  var keepsConsole = false

  @Flag(
    name: .customLong("strict-link"),
    help: "End with 125 if this machine was too busy for the link to do what its profile says.")
  var isStrict = false

  @Option(
    help: ArgumentHelp(
      "Fill the link with background traffic: a share of its bandwidth, such as '80 %', '80 % bulk', '50 % web down'.",
      valueName: "share"), transform: Self.loadRequest)
  var load: LoadRequest?

  @Option(
    name: .customLong("late-by-ms"),
    help: ArgumentHelp("How late one packet in a hundred may leave the link, in milliseconds.", visibility: .hidden))
  var tolerance: Int64?

  @Option(
    name: .customLong("start-up"),
    help: ArgumentHelp(
      "With --scenario: how long the timeline waits for the program's first packet, in seconds.", visibility: .hidden))
  var startUp = RunnerSettings.usualStartUp

  @Option(
    name: .customLong("begin-with"),
    help: ArgumentHelp("With --scenario: the timeline begins when this file appears.", visibility: .hidden))
  var beginning: String?

  @Option(
    name: .customLong("ready-by"),
    help: ArgumentHelp("Create this file when the program says that it is ready.", visibility: .hidden))
  var readiness: String?

  @Argument(parsing: .postTerminator, help: ArgumentHelp("The command, after '--'.", valueName: "command"))
  var command: [String] = []

  private static func loadRequest(_ text: String) throws -> LoadRequest {
    guard let load = LoadRequest(parsing: text) else {
      throw ValidationError("--load \(text): write a share such as '80 %', optionally with bulk or web, and up or down")
    }
    return load
  }

  func validate() throws {
    guard load == nil || options.scenario == nil else {
      throw ValidationError("--load would begin a scenario before the program does: omit --scenario")
    }
    guard !command.isEmpty else { throw ValidationError("give a command to run after '--'") }
    guard keys.ways.isEmpty || !options.withoutKeys else {
      throw ValidationError("--no-keys collects no secrets: omit --keys")
    }
  }

  func run() throws {
    do {
      ProgramSession.end(as: try runProgram())
    } catch {
      throw Failure(error, status: ExitStatus.ownFailure)
    }
  }

  private func runProgram() throws -> ProgramEnd {
    try Surroundings.require(descriptors: LinkSession.descriptors, for: "a link")
    guard ParentProcess.bind() else { ProgramSession.end(as: .killed(SIGKILL)) }
    let signals = try HeldSignals()
    var options = options
    let name = try LinkName(hasConsole ? "run-\(getpid())" : "run")
    let console = try startConsole(name, &options)
    let isRootless = try Privilege.obtain()
    let session = try LinkSession(options, isRootless: isRootless)
    defer {
      session.end()
      console?.end()
    }
    if let tolerance { session.tolerance = .milliseconds(tolerance) }
    let request = try keys.request(session.keys?.file?.place)
    let address = ControlAddress(name)
    // The console finds the link where standing links are found; others need it inside of the link alone.
    let reservation = hasConsole ? try ControlServer.reserve(address) : nil
    let program = try ProgramSession(
      signals: signals, network: session.link.topology.client, removing: reservation?.file, and: session.keys?.file)
    let controller = LinkController(
      name: name, link: session.link, resolution: session.resolution, findProfile: session.finder(options.finder()),
      keyLog: session.keys?.file?.place, observer: session.observer, becomeReady: MarkFile.maker(of: readiness))
    let server = try Self.controlServer(address, reservation, controller, session)
    defer { server.close() }
    if !options.quiet { Headwind.say("headwind: \(session.description)") }
    try session.holdTimeline(seconds: startUp, until: beginning)
    let generator = try load.map {
      try LoadGenerator(
        $0, on: session.link.topology, profile: session.link.profile, seed: session.link.seed.value)
    }
    let end = try program.run(
      command, resolution: session.resolution, control: controller.address.description,
      keyLog: request, alarm: session.link.alarm)
    session.sayIfUnused()
    if let achievements = generator?.stop(), !options.quiet { LoadWords.say(achievements) }
    server.close()
    // The program's success must not hide that its capture is incomplete. A run on a strict link that fell short says nothing of
    // the program, however it ended.
    let isComplete = session.end()
    if isStrict, let shortfall = session.shortfall {
      throw LinkError(
        "\(ShortfallWords.start)\(shortfall)",
        remedy: "run it again on a machine with less to do, or as root, so that the link is scheduled first")
    }
    return isComplete || end != .exited(0) ? end : .exited(ExitStatus.ownFailure.rawValue)
  }

  private var hasConsole: Bool { opensConsole || keepsConsole }

  /// Starts the console, and has the link's packets written to the file that it reads.
  private func startConsole(_ name: LinkName, _ options: inout LinkOptions) throws -> RunConsole? {
    guard hasConsole else { return nil }
    let console = try RunConsole.start(name, target: options.capture, keeps: keepsConsole)
    options.capture = console.path
    return console
  }

  private static func controlServer(
    _ address: ControlAddress, _ reservation: ControlServer.Reservation?, _ controller: LinkController,
    _ session: LinkSession
  ) throws -> ControlServer {
    let namespaces = [session.link.topology.client]
    guard let reservation else {
      return try ControlServer(address, and: controller.address, in: namespaces) { controller.answer($0, from: $1) }
    }
    return try ControlServer(reservation, and: controller.address, in: namespaces) { controller.answer($0, from: $1) }
  }
}
