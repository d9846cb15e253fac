internal import Glibc
internal import Wire

/// One scenario while it runs: starts the client on a link of its own, ends it when its time is long over, and judges.
final class ScenarioRun {
  let scenario: Scenario
  private let settings: RunnerSettings
  private let child: ChildProcess
  private let spawned: Timestamp
  private var endingSince: Timestamp?

  private static let second: Int64 = 1_000_000_000

  init(_ scenario: Scenario, _ settings: RunnerSettings, environment: [String]) throws(RunnerError) {
    self.scenario = scenario
    self.settings = settings
    Self.removeMarks(settings.markPath(of: scenario))
    spawned = Self.now()
    child = try ChildProcess(
      words: settings.words(for: scenario),
      environment: environment + [
        "HEADWIND_URL=\(scenario.url)", "HEADWIND_DEADLINE=\(settings.deadline)", "HEADWIND_SCENARIO=\(scenario.id)",
      ])
  }

  var outputEvent: pollfd? { child.outputEvent }

  /// Goes on as far as it can without waiting; the result once the client is gone.
  func advance() -> ScenarioResult? {
    child.readOutput()
    let now = Self.now()
    if let status = child.exitStatus() {
      child.readOutput()
      return result(status, now)
    }
    endIfOverdue(now)
    return nil
  }

  /// Twice the deadline and three seconds; then SIGTERM, and after two seconds more SIGKILL, which the whole tree of
  /// `headwind run` dies of.
  private func endIfOverdue(_ now: Timestamp) {
    let patience = Int64(2 * settings.deadline + 3) * Self.second
    if let endingSince {
      if now - endingSince > 2 * Self.second { child.end(with: SIGKILL) }
    } else if now - spawned > patience {
      endingSince = now
      child.end(with: SIGTERM)
    }
  }

  private func result(_ status: Int32, _ gone: Timestamp) -> ScenarioResult {
    let capture = settings.capturePath(of: scenario)
    let mark = settings.markPath(of: scenario)
    let started = Self.modificationTime(of: mark)
    let ended = Self.modificationTime(of: mark + ".ended") ?? gone
    Self.removeMarks(mark)
    guard let started else {
      return failed("headwind run ended with \(status) before the client started: \(lastLine)")
    }
    let outcome = ClientOutcome(
      started: started, ended: ended, status: status, wasEnded: endingSince != nil, output: child.output)
    do {
      let evidence = try WireEvidence(capture: capture)
      let judge = Judge(deadline: Int64(settings.deadline) * Self.second)
      return ScenarioResult(
        scenario: scenario, verdicts: judge.verdicts(on: scenario, outcome, evidence),
        behaviour: Behaviour.summary(outcome, evidence), capture: capture, output: child.output)
    } catch {
      return failed("the capture cannot be read: \(error)")
    }
  }

  private func failed(_ reason: String) -> ScenarioResult {
    ScenarioResult(
      scenario: scenario, verdicts: [Verdict(.error, finding: reason)], behaviour: "",
      capture: settings.capturePath(of: scenario), output: child.output)
  }

  private var lastLine: String {
    child.output.split(separator: "\n").last.map { String($0) } ?? "it said nothing"
  }

  /// The wall clock, by which captures are stamped too.
  private static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(time)
  }

  private static func removeMarks(_ path: String) {
    unlink(path)
    unlink(path + ".ended")
  }

  private static func modificationTime(of path: String) -> Timestamp? {
    var information = stat()
    return stat(path, &information) == 0 ? Timestamp(information.st_mtim) : nil
  }
}

extension Timestamp {
  fileprivate init(_ time: timespec) {
    self.init(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
