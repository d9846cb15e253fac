import ArgumentParser
import Captures
import Dissection
import Glibc
import Resilience
import TextOutput
import VirtualLink
import Wire

/// `headwind test`: runs a client through a suite and judges its behaviour.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run an HTTP client on bad networks, and judge its behaviour by the packets.",
    usage: "headwind test [SUITE.yaml ...] [OPTIONS] -- CLIENT [WORD ...]",
    discussion: """
      The client is any command. Headwind replaces these placeholders in its arguments: {url} by the URL to request, {deadline} by \
      the deadline in seconds, {output} by the path of a file for the body, {method} and {body} by the method and the body file \
      to send, {ca} by the CA certificate of the servers. The environment variables HEADWIND_URL, HEADWIND_DEADLINE, \
      HEADWIND_OUTPUT, HEADWIND_METHOD, HEADWIND_BODY, HEADWIND_CA, HEADWIND_SCENARIO and HEADWIND_REQUESTS hold the same values \
      and more. The client exits with 0 for success, 127 for a scenario that it does not support, and any other status for an \
      error.

      Exit status: 0 if no MUST was violated (with --strict: and no SHOULD), 1 if one was, 4 if a scenario could not be run.
      """)

  @OptionGroup var selection: SuiteSelection

  @Flag(help: "List the scenarios, one per line.")
  var list = false

  @Flag(help: "With --list: print JSON.")
  var json = false

  @Option(help: ArgumentHelp("Explain one scenario in full.", valueName: "id"))
  var explain: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The deadline for the client.", valueName: "seconds"))
  var deadline = 5

  @Option(help: ArgumentHelp("Write captures to this directory.", valueName: "directory"))
  var captures = "headwind-test"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of scenarios that run in parallel. Default: eight per core, because most scenarios mostly wait.",
      valueName: "count"))
  var jobs: Int?

  @Option(
    name: .customLong("repeat"), parsing: .unconditional,
    help: ArgumentHelp("Run each scenario this many times.", valueName: "count"))
  var repeats = 1

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The seed of the links' random decisions.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64?

  @OptionGroup var reports: ReportOptions
  @OptionGroup var color: ColorOption
  @OptionGroup var pager: PagerOption

  @Flag(help: "Also fail if a SHOULD is violated.")
  var strict = false

  /// The words after `--`. The parser supports only one list of positional arguments, which is that of the suite
  /// files.
  @Option(
    parsing: .remaining, help: ArgumentHelp("The client and its arguments; '--' does the same.", valueName: "word"))
  var client: [String] = []

  /// The words of the command line, with `--` replaced by the option `--client`.
  static func words(_ words: [String]) -> [String] {
    guard let end = words.firstIndex(of: "--") else { return words }
    return words[..<end] + ["--client"] + words[(end + 1)...]
  }

  func validate() throws {
    guard !json || list else { throw ValidationError("--json needs --list; to write the results, use --report json.") }
    if !list && explain == nil && client.isEmpty {
      throw ValidationError("give the client after '--': headwind test -- curl -sS {url}")
    }
    guard (1...600).contains(deadline) else {
      throw ValidationError("--deadline \(deadline): must be from 1 to 600 seconds.")
    }
    guard (1...64).contains(jobs ?? 1) else { throw ValidationError("--jobs \(jobs ?? 0): must be from 1 to 64.") }
    guard (1...1000).contains(repeats) else { throw ValidationError("--repeat \(repeats): must be from 1 to 1000.") }
  }

  /// How many scenarios run in parallel.
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
        "\(client[0]): command not found or not executable",
        remedy: "install it, give its path, or make the file executable with chmod +x",
        status: ExitStatus.environment)
    }
    let suite = try judge(entries, command)
    let missing = entries.count * repeats - suite.scenarios.count
    let rest = suite.isComplete ? "" : "; interrupted, \(missing) more were not judged"
    Self.tell("\(suite.summary)\(rest)", reports.takesStandardOutput)
    try reports.write(suite, in: captures)
    if let status = Self.status(of: suite, strict: strict) { throw status }
  }

  /// Prints to standard output, or to standard error if a report is written to standard output.
  private static func tell(_ line: PrintableText, _ isTaken: Bool) {
    if isTaken { Headwind.say(line) } else { StandardOutput.tell(line) }
  }

  /// The exit status, or nil for 0.
  static func status(of suite: SuiteReport, strict: Bool) -> ExitCode? {
    if !suite.isComplete { return ExitStatus.interrupted }
    if suite.counts["error"] != nil { return ExitStatus.environment }
    return suite.counts["fail"] != nil || (strict && suite.counts["warn"] != nil) ? ExitStatus.foundWrong : nil
  }

  private func judge(_ entries: [SuiteEntry], _ command: ClientCommand) throws -> SuiteReport {
    let seed = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
    do {
      try Surroundings.require(descriptors: 64 + 8 * jobCount, for: "a suite with \(jobCount) parallel scenarios")
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

  /// Sorts the reports in the order of the suite, because they finish in another order.
  private static func ordered(_ scenarios: [ScenarioReport], as entries: [SuiteEntry]) -> [ScenarioReport] {
    let places = Dictionary(
      entries.enumerated().map { ($0.element.scenario.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return scenarios.sorted { (places[$0.id] ?? 0, $0.turn) < (places[$1.id] ?? 0, $1.turn) }
  }

  /// The path of this executable, which runs the scenarios.
  private static func executable() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw Failure("cannot find headwind's own executable in /proc", status: ExitStatus.environment)
    }
    defer { free(path) }
    return String(cString: path)
  }
}
