import ArgumentParser
import Captures
import Dissection
import Glibc
import Resilience
import TextOutput
import Wire
import VirtualLink

/// `headwind test`: puts a client through a suite and says what it did.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Puts an HTTP client through bad networks and judges by the wire what it did.",
    usage: "headwind test [SUITE.yaml ...] [OPTIONS] -- CLIENT [WORD ...]",
    discussion: """
      The client is any command. In its words {url} stands for what to get, {deadline} for how many seconds it has, {output} \
      for a file that the body may go to, {method} and {body} for what to send, {ca} for the certificate of the servers' authority; \
      HEADWIND_URL, HEADWIND_DEADLINE, HEADWIND_OUTPUT, HEADWIND_METHOD, HEADWIND_BODY, HEADWIND_CA, HEADWIND_SCENARIO and \
      HEADWIND_REQUESTS say the same and more. Status 0 \
      is success, 127 means "I do not do this one", anything else is an error.

      Ends with 0 if no MUST was broken (with --strict: and no SHOULD), 1 if one was, 4 if a scenario could not be run.
      """)

  @OptionGroup var selection: SuiteSelection

  @Flag(help: "List the scenarios, a line for each.")
  var list = false

  @Flag(help: "With --list: print JSON.")
  var json = false

  @Option(help: ArgumentHelp("Say all about one scenario.", valueName: "id"))
  var explain: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("What the client is given.", valueName: "seconds"))
  var deadline = 5

  @Option(help: ArgumentHelp("Where the captures go.", valueName: "directory"))
  var captures = "headwind-test"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many scenarios run side by side: by default eight a core, since most of them wait most of the time.",
      valueName: "count"))
  var jobs: Int?

  @Option(
    name: .customLong("repeat"), parsing: .unconditional,
    help: ArgumentHelp("How often each scenario is run.", valueName: "count"))
  var repeats = 1

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Repeats the fates of the links.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64?

  @OptionGroup var reports: ReportOptions
  @OptionGroup var color: ColorOption
  @OptionGroup var pager: PagerOption

  @Flag(help: "Fail where a SHOULD is broken, too.")
  var strict = false

  /// What follows `--` comes here: the parser has no second list of words beside the suite files.
  @Option(parsing: .remaining, help: ArgumentHelp("The client and its words; '--' says the same.", valueName: "word"))
  var client: [String] = []

  /// The command line's words, with `--` written as the option that it stands for.
  static func words(_ words: [String]) -> [String] {
    guard let end = words.firstIndex(of: "--") else { return words }
    return words[..<end] + ["--client"] + words[(end + 1)...]
  }

  func validate() throws {
    guard !json || list else { throw ValidationError("--json goes with --list; --report json writes the results.") }
    if !list && explain == nil && client.isEmpty {
      throw ValidationError("which client? headwind test -- curl -sS {url}")
    }
    guard (1...600).contains(deadline) else { throw ValidationError("--deadline \(deadline): 1 to 600 seconds.") }
    guard (1...64).contains(jobs ?? 1) else { throw ValidationError("--jobs \(jobs ?? 0): 1 to 64.") }
    guard (1...1000).contains(repeats) else { throw ValidationError("--repeat \(repeats): 1 to 1000.") }
  }

  /// How many scenarios run side by side.
  private var jobCount: Int { jobs ?? min(64, 8 * UsableCores.count) }

  func run() throws {
    if let explain {
      let lines = SuiteWords.lines(about: try selection.entry(explain))
      pager.begin()
      return try StandardOutput.show(lines.flatMap { TextTable.folded($0, to: Console.width) })
    }
    let entries = try selection.entries()
    if list {
      if json { return try StandardOutput.show(try SuiteWords.json(entries)) }
      pager.begin()
      return try StandardOutput.show(SuiteWords.table(entries).lines(width: Console.width))
    }
    let command = ClientCommand(client)
    guard command.isFound else {
      throw Failure(
        "\(client[0]): no such command, or not one that may be run",
        remedy: "install it, or give its path; chmod +x makes a file a command",
        status: ExitStatus.environment)
    }
    let suite = try judge(entries, command)
    let missing = entries.count * repeats - suite.scenarios.count
    let rest = suite.isComplete ? "" : "; interrupted, \(missing) more were not judged"
    Self.tell("\(suite.summary)\(rest)", reports.takesStandardOutput)
    try reports.write(suite, in: captures)
    if let status = Self.status(of: suite, strict: strict) { throw status }
  }

  /// To standard output, unless a report is all that may be there.
  private static func tell(_ line: PrintableText, _ isTaken: Bool) {
    if isTaken { Headwind.say(line) } else { StandardOutput.tell(line) }
  }

  /// What the command ends with, or nil for 0.
  static func status(of suite: SuiteReport, strict: Bool) -> ExitCode? {
    if !suite.isComplete { return ExitStatus.interrupted }
    if suite.counts["error"] != nil { return ExitStatus.environment }
    return suite.counts["fail"] != nil || (strict && suite.counts["warn"] != nil) ? ExitStatus.foundWrong : nil
  }

  private func judge(_ entries: [SuiteEntry], _ command: ClientCommand) throws -> SuiteReport {
    let seed = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
    do {
      try Surroundings.require(descriptors: 64 + 8 * jobCount, for: "a suite with \(jobCount) scenarios side by side")
    } catch {
      throw Failure(error, status: ExitStatus.environment)
    }
    let settings = RunnerSettings(
      executable: try Self.executable(), client: command, captures: captures, deadline: deadline, jobs: jobCount,
      repeats: repeats, seed: seed)
    let signals = RaisedSignals()
    let takesOutput = reports.takesStandardOutput
    let progress = SuiteProgress(
      entries, repeats: repeats, deadline: deadline, jobs: jobCount, takesOutput ? Paint(isOn: false) : color.paint
    ) { Self.tell($0, takesOutput) }
    defer { progress.end() }
    var scenarios: [ScenarioReport] = []
    let started = WallClock.now()
    do {
      let isComplete = try SuiteRunner(settings, stopSignal: signals.raised).run(entries) { event in
        progress.tell(event)
        if case .ended(let result) = event { scenarios.append(ScenarioReport(result, client: client)) }
      }
      return SuiteReport(
        client: client, started: Double(started.nanoseconds) / 1e9,
        duration: Double(WallClock.now().nanoseconds - started.nanoseconds) / 1e9,
        seed: seed, isComplete: isComplete,
        scenarios: Self.ordered(scenarios, as: entries))
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
  }

  /// In the order of the suite, and not in that of their ends.
  private static func ordered(_ scenarios: [ScenarioReport], as entries: [SuiteEntry]) -> [ScenarioReport] {
    let places = Dictionary(
      entries.enumerated().map { ($0.element.scenario.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return scenarios.sorted { (places[$0.id] ?? 0, $0.turn) < (places[$1.id] ?? 0, $1.turn) }
  }

  /// The path of this command, which the scenarios are run with.
  private static func executable() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw Failure("cannot find headwind's own executable in /proc", status: ExitStatus.environment)
    }
    defer { free(path) }
    return String(cString: path)
  }
}
