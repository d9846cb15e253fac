internal import Glibc
internal import VirtualLink
internal import Wire

/// A running scenario. It starts `headwind run` with the client's host on its own link, waits, and judges.
final class ScenarioRun {
  let entry: SuiteEntry
  /// The number of the repetition, from 1.
  let turn: Int
  let spawned: Timestamp
  private let settings: RunnerSettings
  private let knowsContract: Bool
  private let files: RunFiles
  private let process: any ScenarioProcess
  /// With host names of its own where the program lives on.
  private let scenario: Scenario
  /// Its number among the scenarios of programs that live on; nil if the client is started for each.
  private let number: Int?
  private var endingSince: Timestamp?
  /// Whether the machine can be to blame for the result, so that the scenario is worth another try.
  private(set) var wasStarved = false

  /// With this, `headwind run` itself has failed.
  private static let ownFailure: Int32 = 125
  private static let second: Int64 = 1_000_000_000

  init(
    _ entry: SuiteEntry, turn: Int, _ settings: RunnerSettings, knowsContract: Bool, environment: [String]
  ) throws(RunnerError) {
    self.entry = entry
    self.turn = turn
    self.settings = settings
    self.knowsContract = knowsContract
    scenario = entry.scenario
    number = nil
    files = RunFiles(directory: settings.captures, id: entry.scenario.id, turn: turn)
    files.removeTemporaries()
    let order = ClientOrder(scenario: entry.scenario, settings: settings, files: files)
    do throws(RunnerError) {
      try order.writeFiles()
      spawned = WallClock.now()
      process = try ChildProcess(words: order.runWords(entry, turn: turn), environment: environment)
    } catch {
      files.removeTemporaries()
      throw error
    }
  }

  /// Runs a scenario with a program that lives on.
  /// - Parameter number: tells it from all others of this suite.
  init(
    _ entry: SuiteEntry, turn: Int, _ settings: RunnerSettings, on seat: PersistentSeat, number: Int
  ) throws(RunnerError) {
    self.entry = entry
    self.turn = turn
    self.settings = settings
    knowsContract = true
    scenario = entry.scenario.isolated(number: number)
    self.number = number
    files = RunFiles(directory: settings.captures, id: entry.scenario.id, turn: turn)
    files.removeTemporaries()
    process = seat
    spawned = WallClock.now()
    let order = ClientOrder(scenario: scenario, settings: settings, files: files)
    do throws(RunnerError) {
      try seat.begin(order, entry, turn: turn, number: number)
    } catch {
      files.removeTemporaries()
      throw error
    }
  }

  /// What tells the scenario and the repetition from others.
  var key: String { "\(turn) \(scenario.id)" }
  var outputEvent: pollfd? { process.outputEvent }
  private var deadline: Int { scenario.deadline ?? settings.deadline }

  /// Continues as far as possible without waiting. Returns the result once the client has ended.
  func advance() -> ScenarioResult? {
    let now = WallClock.now()
    if let status = process.advance() {
      defer { files.removeTemporaries() }
      var result = result(status)
      result.took = max(0, now - spawned)
      return result
    }
    endIfOverdue(now)
    return nil
  }

  /// Whether the client is still loading, that is, has not used the network yet.
  var isLoading: Bool { access(files.begun, F_OK) != 0 }

  /// Ends the run. `headwind run` then ends all processes that it started.
  func end(with signal: CInt) {
    process.end(with: signal)
  }

  /// Ends the run if the client's host fails to end the client in time.
  private func endIfOverdue(_ now: Timestamp) {
    // On an overloaded machine, creating a link can take long.
    let patience = Int64(settings.startUp + 2 * deadline + 60) * Self.second
    if let endingSince {
      if now - endingSince > 2 * Self.second { process.end(with: SIGKILL) }
    } else if now - spawned > patience {
      endingSince = now
      process.end(with: SIGTERM)
    }
  }

  private func result(_ status: Int32) -> ScenarioResult {
    var outcome: ClientOutcome
    do {
      outcome = try ClientOutcome(readingFrom: files.outcome)
    } catch {
      return failed("headwind run ended with \(status) and did not report the client's outcome: \(lastWords)")
    }
    if status == Self.ownFailure, let said = shortfallSaid {
      wasStarved = true
      return failed("machine too busy: \(said)")
    }
    // A verdict on half of the packets, or of what the servers saw, could be false either way.
    if let said = incompleteSaid { return failed("not everything was recorded: \(said)") }
    if status == Self.ownFailure, settings.persistent != nil { return failed(lastWords) }
    do {
      let servers = try ServerLog(readingFrom: files.serverLog)
      var evidence = try WireEvidence(capture: files.capture, servers: servers)
      if number != nil { evidence.forgetEarlierConnections() }
      let outputs = ClientOutputs(
        files: files, scenario: scenario,
        isTold: settings.persistent == nil && settings.client.mentions(ClientOrder.output))
      (outcome.hasWholeBody, outcome.leftBytes) = outputs.compared(with: evidence)
      outcome.hasOnlyWholeMessages = outputs.haveOnlyWholeMessages(in: evidence)
      if let foreign = foreignTraffic(in: evidence) {
        return unjudged(foreign, outcome, evidence)
      }
      let judge = Judge(deadline: Int64(deadline) * Self.second, knowsContract: knowsContract)
      let verdicts = judge.verdicts(on: scenario, outcome, evidence)
      wasStarved = verdicts.contains(where: \.blamesMachine)
      return ScenarioResult(
        entry: entry, turn: turn, verdicts: verdicts,
        behaviour: behaviour(outcome, evidence), capture: files.capture, deadline: deadline, outcome: outcome,
        secureRequests: evidence.requests.filter { $0.stream < 0 })
    } catch {
      return failed("the recording cannot be read: \(error)")
    }
  }

  /// Traffic of another scenario of the same program, which no verdict may charge to this one; nil if there is none.
  private func foreignTraffic(in evidence: WireEvidence) -> Verdict? {
    guard let number else { return nil }
    let foreign = evidence.hosts.filter { host in
      Scenario.number(ofHost: host.name).map { $0 != number } ?? false
    }
    guard let first = foreign.first else { return nil }
    let words =
      "the program was still at work for an earlier scenario, long after it had answered: it asked for \(first.name)"
    return Verdict(.inconclusive, finding: words, packets: foreign.map(\.packet))
  }

  private func behaviour(_ outcome: ClientOutcome, _ evidence: WireEvidence) -> String {
    Behaviour.summary(
      Facts(scenario: scenario, outcome: outcome, evidence: evidence, deadline: Int64(deadline) * Self.second))
  }

  private func unjudged(_ verdict: Verdict, _ outcome: ClientOutcome, _ evidence: WireEvidence) -> ScenarioResult {
    ScenarioResult(
      entry: entry, turn: turn, verdicts: [verdict], behaviour: behaviour(outcome, evidence),
      capture: files.capture, deadline: deadline, outcome: outcome)
  }

  private func failed(_ reason: String) -> ScenarioResult {
    ScenarioResult(
      entry: entry, turn: turn, verdicts: [Verdict(.error, finding: reason)], behaviour: "",
      capture: files.capture, deadline: deadline, outcome: nil)
  }

  private var shortfallSaid: String? { said(after: ShortfallWords.line) }
  private var incompleteSaid: String? { said(after: RecordingWords.line) }

  /// The rest of the line that begins so, if there is one.
  private func said(after start: String) -> String? {
    process.output.split(separator: "\n").first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }

  /// Its last error message, with the lines that follow.
  var lastWords: String {
    let lines = process.output.split(separator: "\n")
    let start = lines.lastIndex { $0.hasPrefix("headwind: ") } ?? max(lines.startIndex, lines.endIndex - 1)
    let words = lines[start...].map { $0.drop { $0 == " " } }.joined(separator: "; ")
    return words.isEmpty ? "it printed nothing" : words
  }
}
