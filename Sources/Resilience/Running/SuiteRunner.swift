internal import FarSide
internal import Glibc
internal import VirtualLink

/// Runs scenarios in parallel. Each has its own link, so they share nothing.
public struct SuiteRunner {
  /// How often to look for clients that have ended, in milliseconds.
  private static let tick: CInt = 10

  private let settings: RunnerSettings
  /// Returns a signal that asks to stop: start no more scenarios and end those that run. It is called regularly.
  private let stopSignal: () -> Int32?

  public init(_ settings: RunnerSettings, stopSignal: @escaping () -> Int32? = { nil }) {
    self.settings = settings
    self.stopSignal = stopSignal
  }

  /// Runs all scenarios, and reports each event as it happens.
  /// - Returns: false if a signal ended it early.
  /// - Throws: `RunnerError` only if no scenario can be run at all. The problems of single scenarios are in their
  ///   verdicts.
  public func run(_ entries: [SuiteEntry], onEvent: (SuiteEvent) -> Void) throws(RunnerError) -> Bool {
    try makeCaptureDirectory()
    let locks = try CaptureLocks(directory: settings.captures, ids: entries.map(\.scenario.id))
    defer { withExtendedLifetime(locks) {} }
    let environment = Self.environment()
    // A program that lives on is made for the contract.
    let knowsContract = settings.persistent != nil ? true : try probeContract(entries, environment)
    var seats = PersistentSeats(settings, environment: environment)
    defer { seats.close() }
    var waiting = turns(of: entries)[...]
    // These are run again, alone.
    var postponed: [(SuiteEntry, turn: Int)] = []
    var repeats: [String: Int] = [:]
    var running: [ScenarioRun] = []
    while !waiting.isEmpty || !running.isEmpty || !postponed.isEmpty {
      if let signal = stopSignal() {
        end(running, signal)
        return false
      }
      if waiting.isEmpty, running.isEmpty, let next = postponed.popLast() { waiting = [next] }
      // Creating links and loading runtimes uses a core fully, and must not disturb scenarios that have begun.
      while running.count < max(settings.jobs, 1), running.count(where: \.isLoading) < settings.loading,
        let (entry, turn) = waiting.popFirst()
      {
        let obstacle = ClientOrder.obstacle(
          entry.scenario, settings.client, knowsContract: knowsContract, livesOn: settings.persistent != nil)
        if let obstacle {
          onEvent(.ended(unjudged(entry, turn, Verdict(.notApplicable, finding: obstacle))))
          continue
        }
        do {
          if let handover = settings.persistent {
            running.append(try seats.run(entry, turn: turn, handover))
          } else {
            running.append(
              try ScenarioRun(entry, turn: turn, settings, knowsContract: knowsContract, environment: environment))
          }
          onEvent(.started(entry.scenario.id, turn: turn))
        } catch {
          onEvent(.ended(unjudged(entry, turn, Verdict(.error, finding: error.description))))
        }
      }
      var outputs = running.compactMap(\.outputEvent)
      _ = poll(&outputs, nfds_t(outputs.count), Self.tick)
      // Ctrl-C in a terminal also reaches the running clients. Clients that it ends are not judged.
      if stopSignal() != nil { continue }
      running.removeAll { run in
        guard let result = run.advance() else { return false }
        // What kept the machine busy may be over.
        if run.wasStarved, repeats[run.key, default: 0] < settings.errorRepeats {
          repeats[run.key, default: 0] += 1
          postponed.append((run.entry, turn: run.turn))
          onEvent(.postponed(run.entry.scenario.id))
          return true
        }
        onEvent(.ended(result))
        return true
      }
    }
    return true
  }

  /// Starts with the longest scenarios, so that none of them is left for the end.
  private func turns(of entries: [SuiteEntry]) -> [(SuiteEntry, turn: Int)] {
    let turns = entries.flatMap { entry in (1...max(settings.repeats, 1)).map { (entry, turn: $0) } }
    let limit = { (entry: SuiteEntry) in entry.scenario.deadline ?? settings.deadline }
    return turns.enumerated().sorted { (-limit($0.element.0), $0.offset) < (-limit($1.element.0), $1.offset) }
      .map(\.element)
  }

  /// Runs a scenario that does not exist. A client that exits with 127 implements the contract.
  private func probeContract(_ entries: [SuiteEntry], _ environment: [String]) throws(RunnerError) -> Bool {
    let name = "contract.probe-\(UInt32.random(in: 0...UInt32.max))"
    let scenario = Scenario(
      id: name, requests: [AskedRequest(url: "http://search.example/search.json")], deadline: 2,
      trigger: .connectionAttempted, expectations: [])
    let order = RunFiles(directory: settings.captures, id: name, turn: 1)
    defer {
      order.removeTemporaries()
      unlink(order.capture)
    }
    let entry = SuiteEntry(scenario, nil)
    let run = try ScenarioRun(
      entry, turn: 1, settings, knowsContract: false, environment: environment)
    while stopSignal() == nil {
      if let result = run.advance() {
        // If the client cannot be started here, it cannot be started in any scenario.
        guard let outcome = result.outcome else {
          throw RunnerError(String(run.lastWords.trimmingPrefix("headwind: ")))
        }
        if !settings.client.helpers.isEmpty, let complaint = ContainerImage.complaint(in: outcome) {
          throw RunnerError("the container cannot be started: \(complaint)")
        }
        return outcome.status == Judge.unsupported
      }
      var outputs = [run.outputEvent].compactMap { $0 }
      _ = poll(&outputs, nfds_t(outputs.count), Self.tick)
    }
    return false
  }

  /// The result of a scenario in which the client was not started.
  private func unjudged(_ entry: SuiteEntry, _ turn: Int, _ verdict: Verdict) -> ScenarioResult {
    ScenarioResult(
      entry: entry, turn: turn, verdicts: [verdict], behaviour: "", capture: "",
      deadline: settings.deadline, outcome: nil)
  }

  /// Forwards a signal, and gives the running scenarios two seconds to end.
  private func end(_ running: [ScenarioRun], _ signal: Int32) {
    for run in running { run.end(with: signal) }
    var left = running
    for _ in 0..<200 where !left.isEmpty {
      usleep(10_000)
      left.removeAll { $0.advance() != nil }
    }
  }

  private func makeCaptureDirectory() throws(RunnerError) {
    guard mkdir(settings.captures, 0o777) != 0 else { return }
    if errno == EEXIST {
      let directory = open(settings.captures, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if directory >= 0 {
        close(directory)
        return
      }
    }
    throw RunnerError("cannot create the directory \(settings.captures): \(String(cString: strerror(errno)))")
  }

  /// This process's environment, with variables for the commands that create the links: the process whose end they
  /// follow, and the descriptor limit for clients, because this process has raised its own.
  private static func environment() -> [String] {
    var entries: [String] = []
    var next = environ
    while let entry = next.pointee {
      entries.append(String(cString: entry))
      next += 1
    }
    let own = [
      ParentProcess.variable: "\(getpid())", DescriptorLimit.variable: "\(DescriptorLimit.ofPrograms)",
    ]
    return entries.filter { own[String($0.prefix { $0 != "=" })] == nil } + own.map { "\($0.key)=\($0.value)" }
  }
}

/// An event while a suite runs.
public enum SuiteEvent: Sendable {
  /// The client was started in a scenario; `turn` is the number of the repetition, from 1.
  case started(String, turn: Int)
  /// The machine was too busy for the scenario's link, so that it waits for its turn again.
  case postponed(String)
  case ended(ScenarioResult)
}

/// Why a scenario could not be run. The client is never the cause.
public struct RunnerError: Error, CustomStringConvertible {
  public var description: String

  init(_ description: String) {
    self.description = description
  }
}
