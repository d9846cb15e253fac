extension SuiteReport {
  /// Merges reports of the same client that have no scenario in common: shards of a suite. What is missing is in `shortfalls` of the
  /// merged report, and in `gaps(in:)`.
  /// - Throws: `ReportError` if they are of different clients, suites, divisions or seeds, or have a scenario in common.
  public static func merged(_ reports: [(name: String, report: SuiteReport)]) throws(ReportError) -> SuiteReport {
    guard let first = reports.first else { throw ReportError("there is no report to merge") }
    for other in reports.dropFirst() { try requireSameRun(first, other) }
    try requireOnce(reports)
    return SuiteReport(merging: reports.map(\.report))
  }

  private static func requireSameRun(
    _ first: (name: String, report: SuiteReport), _ other: (name: String, report: SuiteReport)
  ) throws(ReportError) {
    let names = "\(first.name) and \(other.name)"
    let (one, two) = (first.report, other.report)
    guard one.client == two.client else {
      throw ReportError(
        "\(first.name) is about '\(one.client.joined(separator: " "))', and \(other.name) about "
          + "'\(two.client.joined(separator: " "))': 'headwind report matrix' puts clients side by side")
    }
    guard one.clientVersion == two.clientVersion else {
      throw ReportError(
        "\(names) are about different versions of the client: \(one.clientVersion ?? "none is named") and "
          + "\(two.clientVersion ?? "none is named")")
    }
    guard let outline = one.outline, let otherOutline = two.outline else {
      guard one.outline == nil, two.outline == nil else {
        let name = one.outline == nil ? first.name : other.name
        throw ReportError("\(name) does not say of which suite it is: an older headwind wrote it; run it again")
      }
      return
    }
    if let difference = outline.difference(from: otherOutline) {
      throw ReportError("\(names) are of different suites: \(difference)")
    }
    guard outline.shards == otherOutline.shards else {
      throw ReportError(
        "\(names) divide the suite in different ways: give all of them the same --shard and the same --shard-by")
    }
    guard one.seed == two.seed else {
      throw ReportError(
        "\(names) have different seeds, \(one.seed) and \(two.seed): give all of them the same --seed")
    }
  }

  /// Refuses a scenario that is there twice, and one that the suite does not have.
  private static func requireOnce(_ reports: [(name: String, report: SuiteReport)]) throws(ReportError) {
    var places: [String: String] = [:]
    for (name, report) in reports {
      let known = report.outline.map { Set($0.scenarios) }
      for scenario in report.scenarios {
        if let known, !known.contains(scenario.id) {
          throw ReportError("\(name) has \(scenario.id), which is not in the suite that it says it is of")
        }
        if let earlier = places.updateValue(name, forKey: scenario.title) {
          throw ReportError("\(scenario.title) is in \(earlier) and in \(name): merge each shard once")
        }
      }
    }
  }

  /// What parts of a run lack together, and how to run it.
  public static func gaps(_ reports: [(name: String, report: SuiteReport)]) -> [ReportGap] {
    gaps(in: reports.map(\.report))
  }

  /// Joins what one command ran of its part of a suite in several batches.
  public init(joining batches: [SuiteReport]) {
    self.init(merging: batches)
    shard = batches.first?.shard
    isComplete = batches.allSatisfy(\.isComplete)
    shortfalls = nil
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
    merged.outline = nil
    return merged
  }

  /// Merges parts of one run. What is missing or was interrupted makes the whole incomplete.
  public init(merging reports: [SuiteReport]) {
    let started = reports.map(\.started).min() ?? 0
    let ended = reports.map { $0.started + $0.duration }.max() ?? 0
    let scenarios = reports.flatMap(\.scenarios).enumerated().sorted {
      ($0.element.id, $0.element.turn, $0.offset) < ($1.element.id, $1.element.turn, $1.offset)
    }
    let gaps = Self.gaps(in: reports)
    self.init(
      client: reports.first?.client ?? [], started: started, duration: ended - started,
      seed: reports.first?.seed ?? 0, isComplete: gaps.isEmpty, scenarios: scenarios.map(\.element))
    clientVersion = reports.first?.clientVersion
    outline = reports.first?.outline
    shortfalls = gaps.isEmpty ? nil : gaps.map(\.words)
  }
}
