import ArgumentParser
import Captures
import Dissection
import Glibc
import Herd
import Resilience
import TextOutput
import VirtualLink

/// The options of `headwind herd` for learning what a client does.
struct MeasuringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Keep what was learned of the client in this file.", valueName: "conduct.json"),
    completion: .file())
  var save: String?

  @Option(
    name: .customLong("repeat"), parsing: .unconditional,
    help: ArgumentHelp("How often the client is run against each state of the service.", valueName: "count"))
  var repeats = 10

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The deadline that the client is told, in seconds. It is watched for twice as long and three seconds.",
      valueName: "seconds"))
  var deadline = 30

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many runs go on side by side. Default: eight per core.", valueName: "count"))
  var jobs: Int?

  @Flag(help: "The service uses TLS: the client is given an https URL.")
  var tls = false

  @Option(
    help: ArgumentHelp("Write the captures of the runs to this directory.", valueName: "directory"),
    completion: .directory)
  var captures = "headwind-herd"

  func validate() throws {
    guard (1...1000).contains(repeats) else { throw ValidationError("--repeat \(repeats): must be from 1 to 1000.") }
    guard (1...600).contains(deadline) else {
      throw ValidationError("--deadline \(deadline): must be from 1 to 600 seconds.")
    }
    guard (1...64).contains(jobs ?? 1) else { throw ValidationError("--jobs \(jobs ?? 0): must be from 1 to 64.") }
  }

  /// Runs the client against a service in each state, and learns what it does.
  func measure(_ client: [String], isQuiet: Bool) throws -> ClientConduct {
    let command = ClientCommand(client)
    try command.requireFound()
    let entries = try entries()
    if !isQuiet {
      Headwind.say(
        "headwind: learning what \(client[0]) does: \(entries.count * repeats) runs, each of up to \(2 * deadline + 3) s"
      )
    }
    do {
      return try run(entries, try settings(command), client)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)", remedy: "the captures are in \(captures)", status: ExitStatus.environment)
    }
  }

  /// Writes the scenarios where `headwind run` reads them, and returns them.
  private func entries() throws -> [SuiteEntry] {
    let path = "\(captures)/herd.yaml"
    mkdir(captures, 0o777)
    try ReportOptions.write(ConductScenarios.suite(isSecure: tls), to: path)
    return try SuiteChoice.entries(files: [path])
  }

  private func settings(_ command: ClientCommand) throws -> RunnerSettings {
    let jobs = jobs ?? min(64, 8 * UsableCores.count)
    try Surroundings.require(descriptors: 64 + 8 * jobs, for: "\(jobs) runs side by side")
    return RunnerSettings(
      executable: try TestCommand.executable(), client: command, captures: captures, deadline: deadline, jobs: jobs,
      repeats: repeats, seed: 1)
  }

  private func run(_ entries: [SuiteEntry], _ settings: RunnerSettings, _ client: [String]) throws -> ClientConduct {
    let signals = RaisedSignals()
    var collection = ConductCollection()
    var trouble: RunnerError?
    let isComplete = try SuiteRunner(settings, stopSignal: signals.raised).run(entries) { event in
      guard case .ended(let result) = event else { return }
      do throws(RunnerError) {
        try collection.add(result)
      } catch {
        trouble = trouble ?? error
      }
    }
    if let trouble { throw trouble }
    guard isComplete else { throw ExitStatus.interrupted }
    return collection.conduct(client: client, deadline: deadline)
  }
}
