import Resilience
import TextOutput

/// Describes scenarios, for `--list` and `--explain`.
enum SuiteWords {
  /// A row for each scenario with its ID and summary.
  static func table(_ entries: [SuiteEntry]) -> TextTable {
    var table = TextTable([.init(title: ""), .init(title: "", wraps: true)], hasTitles: false)
    for entry in entries { table.add([.init(entry.scenario.id), .init(entry.scenario.summary)]) }
    return table
  }

  /// The same as JSON, an object for each.
  static func json(_ entries: [SuiteEntry]) throws -> [PrintableText] {
    struct Row: Encodable {
      var id: String
      var summary: String
      var source: String
      /// The file that contains it; nil for the standard suite.
      var file: String?
      var profile: String?
      var deadline: Int?
    }
    return try JSONText.lines(
      of: entries.map { entry in
        let scenario = entry.scenario
        return Row(
          id: scenario.id, summary: scenario.summary, source: scenario.source, file: entry.reference?.file,
          profile: scenario.profile, deadline: scenario.deadline)
      })
  }

  static func lines(about entry: SuiteEntry) -> [PrintableText] {
    let scenario = entry.scenario
    var lines: [PrintableText] = ["\(scenario.id): \(scenario.summary)", ""]
    if !scenario.rationale.isEmpty { lines += ["  \(scenario.rationale)"] }
    if !scenario.source.isEmpty { lines.append("  source: \(scenario.source)") }
    lines.append("")
    for request in scenario.requests {
      lines.append("  asks: \(request.method) \(request.url)\(request.bodyBytes.map { " with \($0) bytes" } ?? "")")
    }
    if let profile = scenario.profile { lines.append("  profile: \(profile)") }
    lines += scenario.timeline.map { "  then: \($0)" }
    lines.append("  needs: \(scenario.premises.map(\.rawValue).joined(separator: ", "))")
    if let use = scenario.use { lines.append("  applies to clients that use: \(use.rawValue)") }
    lines.append("")
    lines += scenario.expectations.map { "  \($0.requirement.rawValue) \($0.demand.words)" }
    let reference = entry.reference.map { "\($0)" } ?? scenario.id
    return lines + ["", "  try it yourself: headwind run --scenario \(reference) -- COMMAND"]
  }
}
