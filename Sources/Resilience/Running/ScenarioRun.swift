internal import Captures
internal import FoundationEssentials
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
  private let child: ChildProcess
  private var endingSince: Timestamp?
  /// What the link did otherwise than its profile says; nil if it was true to it, or still runs.
  private(set) var shortfall: String?

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
    files = RunFiles(directory: settings.captures, id: entry.scenario.id, turn: turn)
    files.removeTemporaries()
    let order = ClientOrder(scenario: entry.scenario, settings: settings, files: files)
    do throws(RunnerError) {
      try order.writeFiles()
      spawned = WallClock.now()
      child = try ChildProcess(words: order.runWords(entry.reference, turn: turn), environment: environment)
    } catch {
      files.removeTemporaries()
      throw error
    }
  }

  /// What tells the scenario and the repetition from others.
  var key: String { "\(turn) \(scenario.id)" }
  var outputEvent: pollfd? { child.outputEvent }
  private var scenario: Scenario { entry.scenario }
  private var deadline: Int { scenario.deadline ?? settings.deadline }

  /// Continues as far as possible without waiting. Returns the result once the client has ended.
  func advance() -> ScenarioResult? {
    child.readOutput()
    let now = WallClock.now()
    if let status = child.exitStatus() {
      child.readOutput()
      defer { files.removeTemporaries() }
      return result(status)
    }
    endIfOverdue(now)
    return nil
  }

  /// Whether the client is still loading, that is, has not used the network yet.
  var isLoading: Bool { access(files.begun, F_OK) != 0 }

  /// Ends the run. `headwind run` then ends all processes that it started.
  func end(with signal: CInt) {
    child.end(with: signal)
  }

  /// Ends the run if the client's host fails to end the client in time.
  private func endIfOverdue(_ now: Timestamp) {
    // On an overloaded machine, creating a link can take long.
    let patience = Int64(2 * deadline + 60) * Self.second
    if let endingSince {
      if now - endingSince > 2 * Self.second { child.end(with: SIGKILL) }
    } else if now - spawned > patience {
      endingSince = now
      child.end(with: SIGTERM)
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
      shortfall = said
      return failed("machine too busy: \(said)")
    }
    outcome.hasWholeBody = wholeBody()
    outcome.leftBytes = leftBytes
    do {
      let servers = try ServerLog(readingFrom: files.serverLog)
      let evidence = try WireEvidence(capture: files.capture, servers: servers)
      let judge = Judge(deadline: Int64(deadline) * Self.second, knowsContract: knowsContract)
      return ScenarioResult(
        entry: entry, turn: turn, verdicts: judge.verdicts(on: scenario, outcome, evidence),
        behaviour: Behaviour.summary(outcome, evidence), capture: files.capture, deadline: deadline, outcome: outcome,
        secureRequests: evidence.requests.filter { $0.stream < 0 })
    } catch {
      return failed("the recording cannot be read: \(error)")
    }
  }

  /// Whether the file that the client was given for the body contains what the server sent.
  private func wholeBody() -> Bool? {
    guard settings.client.mentions(ClientOrder.output) || FileManager.default.fileExists(atPath: files.output),
      let expected = scenario.expectedBody
    else { return nil }
    // The file may be larger than memory, so compare the length first.
    guard RegularFile.isOne(files.output), leftBytes == expected.count,
      let data = try? Data(contentsOf: URL(filePath: files.output))
    else {
      return false
    }
    return Array(data) == expected
  }

  /// The length of the file that the client was given for the body.
  private var leftBytes: Int {
    (try? FileManager.default.attributesOfItem(atPath: files.output)[.size]) as? Int ?? 0
  }

  private func failed(_ reason: String) -> ScenarioResult {
    ScenarioResult(
      entry: entry, turn: turn, verdicts: [Verdict(.error, finding: reason)], behaviour: "",
      capture: files.capture, deadline: deadline, outcome: nil)
  }

  private var shortfallSaid: String? {
    child.output.split(separator: "\n").first { $0.hasPrefix(ShortfallWords.line) }
      .map { String($0.dropFirst(ShortfallWords.line.count)) }
  }

  /// Its last error message, with the lines that follow.
  var lastWords: String {
    let lines = child.output.split(separator: "\n")
    let start = lines.lastIndex { $0.hasPrefix("headwind: ") } ?? max(lines.startIndex, lines.endIndex - 1)
    let words = lines[start...].map { $0.drop { $0 == " " } }.joined(separator: "; ")
    return words.isEmpty ? "it printed nothing" : words
  }
}
