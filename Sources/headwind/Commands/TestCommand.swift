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
      HEADWIND_OUTPUT, HEADWIND_METHOD, HEADWIND_BODY, HEADWIND_CA, HEADWIND_SCENARIO, HEADWIND_REQUESTS and HEADWIND_AUTH hold \
      the same values and more. The client exits with 0 for success, 127 for a scenario that it does not support, and any other \
      status for an error.

      Exit status: 0 if the gate is passed, 1 if the client broke a MUST (with --gate strict: or a SHOULD), 4 if a scenario could \
      not be judged: its machine was too busy, or (except with --gate lenient) it was inconclusive.
      """)

  @OptionGroup var selection: SuiteSelection

  @Flag(help: "List the scenarios, one per line.")
  var list = false

  @Flag(help: "With --list, --clients or --bisect: print lines of JSON.")
  var json = false

  @Option(help: ArgumentHelp("Explain one scenario in full.", valueName: "id"), completion: Candidates.scenarios)
  var explain: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The deadline for the client.", valueName: "seconds"))
  var deadline = 5

  @Option(
    name: .customLong("start-up"), parsing: .unconditional,
    help: ArgumentHelp(
      "How long the client may take to start, until its first packet. The deadline counts from that packet.",
      valueName: "seconds"))
  var startUp = RunnerSettings.usualStartUp

  @Option(
    help: ArgumentHelp(
      "How the client says that it is ready, from which its time counts: packet (its first packet), line:TEXT or line:/REGEX/ (a line of its output), file or file:PATH (a file that appears), call (the request 'ready' on the control socket).",
      valueName: "sign"),
    transform: Self.readySign)
  var ready = ReadySign.packet

  @Option(
    help: ArgumentHelp(
      "Start the client once and let it serve many scenarios, which it is told by lines of JSON on its standard input (lines), or by POST requests to a port of its own (http://127.0.0.1:8080/run).",
      valueName: "way"),
    transform: Self.handover)
  var persistent: Handover?

  @Option(
    help: ArgumentHelp(
      "Run the client in containers of this image, with podman; the words after '--' are its command.",
      valueName: "image"))
  var container: String?

  @Option(help: ArgumentHelp("Write captures to this directory.", valueName: "directory"), completion: .directory)
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
    name: .customLong("repeat-errors"), parsing: .unconditional,
    help: ArgumentHelp(
      "How often to try a scenario again, alone, if this machine was too busy for a verdict.", valueName: "count"))
  var errorRepeats = 2

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The seed of the links' random decisions.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64?

  @Option(
    name: .customLong("client-version"),
    help: ArgumentHelp("What reports call the client's version.", valueName: "text"))
  var clientVersion: String?

  @OptionGroup var reports: ReportOptions
  @OptionGroup var color: ColorOption
  @OptionGroup var pager: PagerOption

  @OptionGroup var gate: GateOption

  @OptionGroup var adapters: AdapterOptions
  @OptionGroup var watching: WatchOptions
  @OptionGroup var bisecting: BisectOptions

  /// The words after `--`. The parser supports only one list of positional arguments, which is that of the suite
  /// files.
  @Option(
    name: .customLong("command"), parsing: .remaining,
    help: ArgumentHelp("The client and its arguments; '--' does the same.", valueName: "word"))
  var client: [String] = []

  /// The words of the command line, with `--` replaced by the option `--command`, and `watch` by `--watch`.
  static func words(_ words: [String]) -> [String] {
    var words = words
    if words.count > 1, words[1] == "watch" { words[1] = "--watch" }
    return afterDashes(words)
  }

  /// The words of a command line, with `--` replaced by the option `--command`.
  static func afterDashes(_ words: [String]) -> [String] {
    guard let end = words.firstIndex(of: "--") else { return words }
    return words[..<end] + ["--command"] + words[(end + 1)...]
  }

  private static func readySign(_ text: String) throws -> ReadySign {
    do {
      return try ReadySign(text)
    } catch {
      throw ValidationError(error.description)
    }
  }

  private static func handover(_ text: String) throws -> Handover {
    do {
      return try Handover(text)
    } catch {
      throw ValidationError(error.description)
    }
  }

  func validate() throws {
    guard !json || list || adapters.isList || bisecting.quantity != nil else {
      throw ValidationError(
        "--json needs --list, --clients or --bisect; to write the results of a suite, use --report json.")
    }
    let isTold = !client.isEmpty || container != nil
    if !list && explain == nil && !adapters.isList && isTold == (adapters.name != nil) {
      throw ValidationError(
        isTold
          ? "--client names a ready-made client: omit it, or the command after '--' and --container"
          : "give the client after '--': headwind test -- curl -sS {url}; or --client NAME (--clients lists them)")
    }
    guard bisecting.quantity == nil || (!watching.isOn && reports.report.isEmpty) else {
      throw ValidationError("--bisect runs once and reports with --json: omit --watch and --report")
    }
    try ClientWords(client).validate(for: "headwind test")
    if let quantity = bisecting.quantity, (1...600).contains(deadline) {
      _ = try bisecting.scale(quantity, deadline: deadline)
    }
    guard (1...600).contains(deadline) else {
      throw ValidationError("--deadline \(deadline): must be from 1 to 600 seconds.")
    }
    guard (1...600).contains(startUp) else {
      throw ValidationError("--start-up \(startUp): must be from 1 to 600 seconds.")
    }
    guard (1...64).contains(jobs ?? 1) else { throw ValidationError("--jobs \(jobs ?? 0): must be from 1 to 64.") }
    guard (1...1000).contains(repeats) else { throw ValidationError("--repeat \(repeats): must be from 1 to 1000.") }
    guard (0...100).contains(errorRepeats) else {
      throw ValidationError("--repeat-errors \(errorRepeats): must be from 0 to 100.")
    }
  }

  /// How many scenarios run in parallel.
  private var jobCount: Int { jobs ?? min(64, 8 * UsableCores.count) }

  func run() throws {
    if let explain {
      let lines = SuiteWords.lines(about: try selection.entry(explain))
      pager.begin()
      return try StandardOutput.show(lines.flatMap { TextTable.folded($0, to: Console.width) })
    }
    if adapters.isList {
      if json { return try StandardOutput.show(try AdapterOptions.json()) }
      return try StandardOutput.show(try AdapterOptions.table().lines(width: Console.width, color.paint))
    }
    let share = try selection.share(deadline: deadline)
    let entries = share.entries
    if list {
      if json { return try StandardOutput.show(try SuiteWords.json(entries)) }
      pager.begin()
      return try StandardOutput.show(SuiteWords.table(entries).lines(width: Console.width))
    }
    let command = try clientCommand()
    try command.requireFound()
    defer { container.map { ContainerImage($0).removeContainers() } }
    let signals = RaisedSignals()
    if let quantity = bisecting.quantity { return try bisect(quantity, command, signals) }
    if watching.isOn { return try watch(share, command, signals) }
    let suite = try judge(entries, of: share, command, signals.raised)
    try tellAndWrite(suite, entries)
    if let status = gate.status(of: suite) { throw status }
  }

  private func tellAndWrite(_ suite: SuiteReport, _ entries: [SuiteEntry]) throws {
    let missing = entries.count * repeats - suite.scenarios.count
    let rest = suite.isComplete ? "" : "; interrupted, \(missing) more were not judged"
    Self.tell("\(suite.summary)\(rest)", reports.takesStandardOutput)
    try reports.write(suite, in: captures)
  }

  /// Runs the suite again and again, until a signal ends it.
  private func watch(_ share: SuiteShare, _ command: ClientCommand, _ signals: RaisedSignals) throws {
    let entries = share.entries
    let ignored = [captures] + reports.report.compactMap(\.path)
    var watch = SuiteWatch(
      entries: entries, files: watching.watch(client: command.words, suites: selection.files, ignored: ignored),
      signals: signals
    ) { batch, stopSignal in
      try judge(batch, of: share, command, stopSignal)
    } finish: { suite in
      try tellAndWrite(suite, entries)
    }
    try watch.run()
  }

  /// Looks for the threshold of a condition.
  private func bisect(_ quantity: BisectQuantity, _ command: ClientCommand, _ signals: RaisedSignals) throws {
    let scale = try bisecting.scale(quantity, deadline: deadline)
    let settings = try settings(command, repeats: max(repeats, quantity.usualRepeats))
    let entries =
      if selection.only.isEmpty, selection.files.isEmpty {
        [try Bisection.usualEntry(in: captures)]
      } else {
        try selection.entries()
      }
    let printsJSON = json
    let bisection = Bisection(
      scale: scale, settings: settings, isStrict: gate.gate == .strict, tell: { Self.tell($0, printsJSON) },
      stopSignal: signals.raised)
    let report = try bisection.report(entries, deadline: deadline)
    if json { StandardOutput.tell(try JSONText.line(of: report)) }
    if !report.isComplete { throw ExitStatus.interrupted }
  }

  /// Prints to standard output, or to standard error if a report is written to standard output.
  private static func tell(_ line: PrintableText, _ isTaken: Bool) {
    if isTaken { Headwind.say(line) } else { StandardOutput.tell(line) }
  }

  /// What is started in each scenario.
  private func clientCommand() throws -> ClientCommand {
    guard let container else { return ClientCommand(try adapters.name.map(adapters.words) ?? client) }
    guard ContainerImage.hasEngine else {
      throw Failure(
        "--container needs \(ContainerImage.engine), which is not installed",
        remedy: "install it: docker does not do, because its daemon starts containers outside of the link",
        status: ExitStatus.environment)
    }
    // The paths that the contract names are the same inside.
    return ContainerImage(container).command(running: client, captures: absolutePath(captures))
  }

  /// The words of the command line that say what the client is, and how it is told what to do.
  private var clientWords: [String] {
    var words = ready == .packet ? [] : ["--ready", ready.description]
    if startUp != RunnerSettings.usualStartUp { words += ["--start-up", String(startUp)] }
    if let persistent { words += ["--persistent", persistent.description] }
    if let container { words += ["--container", container] }
    if let name = adapters.name { words += ["--client", name] }
    return client.isEmpty ? words : words + ["--"] + client
  }

  /// How to run scenarios with a client.
  private func settings(_ command: ClientCommand, repeats: Int) throws -> RunnerSettings {
    do {
      try Surroundings.require(descriptors: 64 + 8 * jobCount, for: "a suite with \(jobCount) parallel scenarios")
    } catch {
      throw Failure(error, status: ExitStatus.environment)
    }
    var settings = RunnerSettings(
      executable: try Self.executable(), client: command,
      captures: container == nil ? captures : absolutePath(captures), deadline: deadline, startUp: startUp,
      jobs: jobCount, repeats: repeats, errorRepeats: errorRepeats,
      seed: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    settings.ready = ready
    settings.persistent = persistent
    return settings
  }

  /// Runs scenarios until they end or the function returns a signal.
  private func judge(
    _ entries: [SuiteEntry], of share: SuiteShare, _ command: ClientCommand, _ stopSignal: @escaping () -> Int32?
  ) throws -> SuiteReport {
    let outline = outline(of: share)
    var settings = try settings(command, repeats: repeats)
    // Shards that are given no seed have the same one.
    if seed == nil, share.shard != nil { settings.seed = outline.usualSeed }
    let client = command.words
    let takesOutput = reports.takesStandardOutput
    let progress = SuiteProgress(
      entries, repeats: repeats, deadline: deadline, jobs: jobCount, takesOutput ? Paint(isOn: false) : color.paint
    ) { Self.tell($0, takesOutput) }
    defer { progress.end() }
    var scenarios: [ScenarioReport] = []
    let started = WallClock.now()
    do {
      let isComplete = try SuiteRunner(settings, stopSignal: stopSignal).run(entries) { event in
        progress.tell(event)
        if case .ended(let result) = event { scenarios.append(ScenarioReport(result, client: clientWords)) }
      }
      var suite = SuiteReport(
        client: client, started: Double(started.nanoseconds) / 1e9,
        duration: Double(WallClock.now().nanoseconds - started.nanoseconds) / 1e9,
        seed: settings.seed, isComplete: isComplete,
        scenarios: Self.ordered(scenarios, as: entries))
      suite.clientVersion = clientVersion
      suite.shard = share.part
      suite.outline = outline
      return suite
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
  }

  /// What the whole run consists of.
  private func outline(of share: SuiteShare) -> SuiteOutline {
    var words = selection.words + ["--deadline", String(deadline)]
    if repeats > 1 { words += ["--repeat", String(repeats)] }
    if let clientVersion { words += ["--client-version", clientVersion] }
    return SuiteOutline(
      scenarios: share.whole.map(\.scenario.id), shards: share.division?.shards, repeats: repeats, deadline: deadline,
      digest: share.digest, arguments: words, clientWords: clientWords)
  }

  /// Sorts the reports in the order of the suite, because they finish in another order.
  private static func ordered(_ scenarios: [ScenarioReport], as entries: [SuiteEntry]) -> [ScenarioReport] {
    let places = Dictionary(
      entries.enumerated().map { ($0.element.scenario.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return scenarios.sorted { (places[$0.id] ?? 0, $0.turn) < (places[$1.id] ?? 0, $1.turn) }
  }

  /// The path of this executable, which runs the scenarios.
  static func executable() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw Failure("cannot find headwind's own executable in /proc", status: ExitStatus.environment)
    }
    defer { free(path) }
    return String(cString: path)
  }
}
