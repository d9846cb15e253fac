import ArgumentParser
import Dissection
import Glibc
import Resilience
import TextOutput

/// `headwind test --bisect`: runs a client with more and more precise conditions until the threshold is known at which it fails.
struct Bisection {
  let scale: BisectScale
  let settings: RunnerSettings
  /// Whether a broken SHOULD counts as a failure too.
  let isStrict: Bool
  /// Prints a line about a step.
  let tell: (PrintableText) -> Void
  let stopSignal: () -> Int32?

  private var quantity: BisectQuantity { scale.quantity }

  /// How many values are tried side by side: at least both ends of what is left.
  private var width: Int { max(2, min(5, settings.jobs / max(settings.repeats, 1))) }

  func report(_ entries: [SuiteEntry], deadline: Int) throws -> BisectReport {
    var report = BisectReport(
      client: settings.client.words, quantity: quantity, seed: settings.seed, repeats: settings.repeats,
      deadline: deadline)
    for entry in entries {
      guard entry.scenario.timeline.isEmpty else {
        throw Failure(
          "\(entry.scenario.id) has phases of its own, so a bisection cannot set its conditions",
          remedy: "choose scenarios without 'then' (--only), or none", status: ExitStatus.usage)
      }
      guard let threshold = try threshold(entry) else {
        report.isComplete = false
        break
      }
      report.thresholds.append(threshold)
      for line in threshold.lines(quantity) { tell("\(line)") }
    }
    return report
  }

  /// The threshold of one scenario; nil if a signal ended the search.
  private func threshold(_ entry: SuiteEntry) throws -> BisectReport.Threshold? {
    let (first, last) = (scale.values.first ?? 0, scale.values.last ?? 0)
    tell(
      """
      \(entry.scenario.id): \(quantity.rawValue) from \(quantity.words(first)) to \(quantity.words(last)), \
      \(settings.repeats) runs with each value, seed \(settings.seed)
      """)
    var search = BisectSearch(count: scale.values.count)
    var findings: [Int: String] = [:]
    while true {
      let places = search.next(width)
      if places.isEmpty { return BisectReport.Threshold(entry.scenario.id, scale, search, findings: findings) }
      guard let results = try results(places.map { quantity.entry(entry, at: scale.values[$0]) }) else { return nil }
      for place in places {
        let own = results[quantity.entry(entry, at: scale.values[place]).scenario.id] ?? []
        let tally = try tally(own)
        search.note(tally, at: place)
        findings[place] = own.sorted { $0.turn < $1.turn }.first(where: fails).flatMap(finding)
        tell(line(place, tally, findings[place]))
      }
    }
  }

  private func line(_ place: Int, _ tally: BisectSearch.Tally, _ finding: String?) -> PrintableText {
    let word = tally.fails.map { $0 ? "fails " : "passes" } ?? "unknown"
    let step = BisectReport.Step(value: scale.values[place], tally, finding: finding)
    return "  \(word)  \(quantity.words(step.value)): \(step.words)\(finding.map { ": \($0)" } ?? "")"
  }

  /// Runs each scenario as often as wanted, and returns the results by the scenarios' IDs.
  private func results(_ entries: [SuiteEntry]) throws -> [String: [ScenarioResult]]? {
    var results: [String: [ScenarioResult]] = [:]
    do {
      let isComplete = try SuiteRunner(settings, stopSignal: stopSignal).run(entries) { event in
        if case .ended(let result) = event { results[result.scenario.id, default: []].append(result) }
      }
      return isComplete ? results : nil
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
  }

  private func tally(_ results: [ScenarioResult]) throws -> BisectSearch.Tally {
    var tally = BisectSearch.Tally()
    for result in results {
      switch result.kind {
      case .error, .inconclusive: tally.unjudged += 1
      case .notApplicable:
        throw Failure(
          "the scenario does not apply to this client: \(finding(result) ?? "")",
          remedy: "choose another scenario (--only)", status: ExitStatus.usage)
      default: if fails(result) { tally.failed += 1 } else { tally.passed += 1 }
      }
    }
    return tally
  }

  private func fails(_ result: ScenarioResult) -> Bool {
    result.kind == .fail || (isStrict && result.kind == .warn)
  }

  /// The worst verdict in words.
  private func finding(_ result: ScenarioResult) -> String? {
    guard let verdict = result.verdicts.max(by: { $0.kind < $1.kind }) else { return nil }
    guard let expectation = verdict.expectation else { return verdict.finding }
    return "\(expectation.requirement.rawValue) \(expectation.demand.words): \(verdict.finding)"
  }
}

extension Bisection {
  /// The scenario for clients that are not tested in one that the user chose, as a suite file. Its ID belongs to a family that
  /// adapters know.
  static let usualScenario = """
    # Written by headwind test --bisect.
    scenarios:
      - id: link.bisect
        summary: a download of 30 KB
        source: plain correctness
        http: { requests: [[{ respond: { body: 30 KB } }]] }
        ask: http://api.test/item
        shows: network-tried
        expect:
          - must: succeed

    """

  /// Writes the usual scenario to the directory of the captures, where `headwind run` reads it, and returns it.
  static func usualEntry(in captures: String) throws -> SuiteEntry {
    let path = "\(captures)/bisect.yaml"
    mkdir(captures, 0o777)
    try ReportOptions.write(usualScenario, to: path)
    guard let entry = try SuiteChoice.entries(files: [path]).first else {
      throw Failure("there is no scenario in \(path)", status: ExitStatus.environment)
    }
    return entry
  }
}
