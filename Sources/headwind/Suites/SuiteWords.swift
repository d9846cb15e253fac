import Resilience

/// Scenarios in words, for `--list` and `--explain`.
enum SuiteWords {
  static func line(_ entry: SuiteEntry) -> String {
    let id = entry.scenario.id
    return id + String(repeating: " ", count: max(2, 28 - id.count)) + entry.scenario.summary
  }

  static func lines(about entry: SuiteEntry) -> [String] {
    let scenario = entry.scenario
    var lines = ["\(scenario.id): \(scenario.summary)", ""]
    if !scenario.rationale.isEmpty { lines += ["  \(scenario.rationale)"] }
    if !scenario.source.isEmpty { lines.append("  source: \(scenario.source)") }
    lines.append("")
    for request in scenario.requests {
      lines.append("  asks: \(request.method) \(request.url)\(request.bodyBytes.map { " with \($0) bytes" } ?? "")")
    }
    if let profile = scenario.profile { lines.append("  profile: \(profile)") }
    lines += scenario.timeline.map { "  then: \($0)" }
    lines.append("")
    lines += scenario.expectations.map { "  \($0.requirement.rawValue) \($0.demand.words)" }
    let reference = entry.reference.map { "\($0)" } ?? scenario.id
    return lines + ["", "  to be there yourself: headwind run --scenario \(reference) -- COMMAND"]
  }
}
