internal import Glibc

/// Runs scenarios side by side, each on a link of its own: they share nothing.
public struct SuiteRunner {
  /// How often to look for clients that have ended, in milliseconds.
  private static let tick: CInt = 10

  private let settings: RunnerSettings

  public init(_ settings: RunnerSettings) {
    self.settings = settings
  }

  /// Runs all scenarios and tells of each result as it comes.
  /// - Throws: only where no scenario can be run at all; what one of them meets is in its verdicts.
  public func run(_ scenarios: [Scenario], onResult: (ScenarioResult) -> Void) throws(RunnerError) {
    try makeCaptureDirectory()
    let environment = Self.environment()
    var waiting = scenarios[...]
    var running: [ScenarioRun] = []
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < max(settings.jobs, 1), let next = waiting.popFirst() {
        running.append(try ScenarioRun(next, settings, environment: environment))
      }
      var outputs = running.compactMap(\.outputEvent)
      _ = poll(&outputs, nfds_t(outputs.count), Self.tick)
      running.removeAll { run in
        guard let result = run.advance() else { return false }
        onResult(result)
        return true
      }
    }
  }

  private func makeCaptureDirectory() throws(RunnerError) {
    guard mkdir(settings.captures, 0o777) != 0, errno != EEXIST else { return }
    throw RunnerError("cannot make the directory \(settings.captures): \(String(cString: strerror(errno)))")
  }

  /// Our environment without what we set for each scenario; a link dies with the process that is named here.
  private static func environment() -> [String] {
    var entries: [String] = []
    var next = environ
    while let entry = next.pointee {
      entries.append(String(cString: entry))
      next += 1
    }
    let ours = ["HEADWIND_URL=", "HEADWIND_DEADLINE=", "HEADWIND_SCENARIO=", "HEADWIND_PARENT="]
    return entries.filter { entry in !ours.contains { entry.hasPrefix($0) } } + ["HEADWIND_PARENT=\(getpid())"]
  }
}
