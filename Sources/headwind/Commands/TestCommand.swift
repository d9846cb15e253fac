import ArgumentParser
import Glibc
import Resilience

/// `headwind test`: puts a client through the standard suite and says what it did.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Puts an HTTP client through bad networks and judges by the wire what it did.",
    discussion: """
      The client is any command. In its words {url} stands for what to get and {deadline} for how many seconds it has;
      HEADWIND_URL, HEADWIND_DEADLINE and HEADWIND_SCENARIO say the same. Status 0 is success, 127 means "I do not do
      this one", anything else is an error.

      Ends with 0 if no MUST was broken, 1 if one was, 4 if a scenario could not be run.
      """)

  @Flag(help: "List the scenarios, each with why it is asked.")
  var list = false

  @Option(help: ArgumentHelp("Only the scenarios whose name matches, * standing for anything.", valueName: "glob"))
  var only: String?

  @Option(help: ArgumentHelp("What the client is given.", valueName: "seconds"))
  var deadline = 5

  @Option(help: ArgumentHelp("Where the captures go.", valueName: "directory"))
  var captures = "headwind-test"

  @Option(help: ArgumentHelp("How many scenarios run side by side.", valueName: "count"))
  var jobs = 4

  @Argument(parsing: .postTerminator, help: "The client and its words, after --.")
  var client: [String] = []

  func validate() throws {
    if !list && client.isEmpty { throw ValidationError("which client? headwind test -- curl -sS {url}") }
    guard (1...600).contains(deadline) else { throw ValidationError("--deadline is 1 to 600 seconds") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64") }
  }

  func run() throws {
    let scenarios = StandardSuite.scenarios.filter { scenario in only.map { fnmatch($0, scenario.id, 0) == 0 } ?? true }
    guard !scenarios.isEmpty else {
      throw Failure(
        "no scenario matches \(only ?? "")", remedy: "headwind test --list names them", status: ExitStatus.usage)
    }
    if list { return scenarios.forEach(Self.describe) }
    let command = ClientCommand(client)
    guard command.isFound else {
      throw Failure(
        "\(client[0]): command not found", remedy: "install it, or give its path",
        status: ExitStatus.environment)
    }
    let report = try judge(scenarios, command)
    print(report.summary)
    if report.hasError { throw ExitStatus.environment }
    if report.hasFailure { throw ExitStatus.foundWrong }
  }

  private func judge(_ scenarios: [Scenario], _ command: ClientCommand) throws -> TerminalReport {
    let runner = SuiteRunner(
      RunnerSettings(
        executable: "/proc/self/exe", client: command, captures: captures, deadline: deadline, jobs: jobs))
    var report = TerminalReport()
    do {
      try runner.run(scenarios) { result in
        for line in report.lines(for: result) { print(line) }
      }
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
    return report
  }

  private static func describe(_ scenario: Scenario) {
    print("\(scenario.id): \(scenario.summary)")
    print("    \(scenario.rationale)")
  }
}
