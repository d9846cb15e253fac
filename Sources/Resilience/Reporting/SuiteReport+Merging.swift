extension SuiteReport {
  /// Merges reports of the same client that have no scenario in common: shards of a suite.
  /// - Throws: `ReportError` if they are of different clients, or have a scenario in common.
  public static func merged(_ reports: [(name: String, report: SuiteReport)]) throws(ReportError) -> SuiteReport {
    guard let first = reports.first else { throw ReportError("there is no report to merge") }
    if let other = reports.first(where: { $0.report.client != first.report.client }) {
      throw ReportError(
        "\(first.name) is about '\(first.report.client.joined(separator: " "))', and \(other.name) about "
          + "'\(other.report.client.joined(separator: " "))': 'headwind report matrix' puts clients side by side")
    }
    var places: [String: String] = [:]
    for (name, report) in reports {
      for scenario in report.scenarios {
        if let earlier = places.updateValue(name, forKey: scenario.title) {
          throw ReportError("\(scenario.title) is in \(earlier) and in \(name): merge each shard once")
        }
      }
    }
    return SuiteReport(merging: reports.map(\.report))
  }

  /// Puts several clients side by side: each scenario is labelled with its client's name and version.
  public static func sideBySide(_ reports: [(name: String, report: SuiteReport)]) -> SuiteReport {
    var merged = SuiteReport(
      merging: reports.map { name, report in
        var report = report
        report.scenarios = report.scenarios.map { scenario in
          var scenario = scenario
          scenario.label = name + (report.clientVersion.map { ": \($0)" } ?? "")
          scenario.captureBytes = nil
          return scenario
        }
        return report
      })
    merged.client = []
    merged.clientVersion = nil
    return merged
  }

  /// Merges parts of one run. What is missing or was interrupted makes the whole incomplete.
  public init(merging reports: [SuiteReport]) {
    let started = reports.map(\.started).min() ?? 0
    let ended = reports.map { $0.started + $0.duration }.max() ?? 0
    let scenarios = reports.flatMap(\.scenarios).enumerated().sorted {
      ($0.element.id, $0.element.turn, $0.offset) < ($1.element.id, $1.element.turn, $1.offset)
    }
    let shortfalls = Self.shortfalls(of: reports)
    self.init(
      client: reports.first?.client ?? [], started: started, duration: ended - started,
      seed: reports.first?.seed ?? 0, isComplete: shortfalls.isEmpty, scenarios: scenarios.map(\.element))
    clientVersion = reports.first?.clientVersion
    self.shortfalls = shortfalls.isEmpty ? nil : shortfalls
  }

  /// What parts of a suite lack together.
  private static func shortfalls(of reports: [SuiteReport]) -> [String] {
    let interrupted = reports.filter { !$0.isComplete }.flatMap { report -> [String] in
      if let own = report.shortfalls { return own }
      return [report.shard.map { "shard \($0.number) of \($0.count) was interrupted" } ?? "a run was interrupted"]
    }
    let parts = Set(reports.compactMap(\.shard))
    let counts = Set(parts.map(\.count))
    if counts.count > 1 {
      let divisions = counts.sorted().map { "1/\($0)" }.joined(separator: ", ")
      return interrupted + ["the shards are of different divisions: \(divisions)"]
    }
    let missing = (1...(counts.first ?? 1)).filter { number in
      !parts.isEmpty && !parts.contains(Part(number: number, of: counts.first ?? 1))
    }
    return interrupted + missing.map { "shard \($0) of \(counts.first ?? 1) is missing" }
  }
}
