/// A report as workflow commands of GitHub Actions: an annotation for each breach.
///
/// GitHub shows ten errors and ten warnings of a step; what is more is in one notice.
enum GitHubReport {
  private static let limit = 10

  static func text(of report: SuiteReport) -> String {
    let failures = report.scenarios.filter { ["fail", "error"].contains($0.kind) }
    let warnings = report.scenarios.filter { $0.kind == "warn" }
    var lines = failures.prefix(limit).map { annotation("error", $0) }
    lines += warnings.prefix(limit).map { annotation("warning", $0) }
    let hidden = max(0, failures.count - limit) + max(0, warnings.count - limit)
    let more = hidden > 0 ? " (\(hidden) more are not annotated)" : ""
    lines.append("::notice title=headwind::\(escaped(report.summary + more))")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func annotation(_ level: String, _ scenario: ScenarioReport) -> String {
    let findings = scenario.findings.filter { $0.kind == scenario.kind }.map(\.line)
    let title = escaped(scenario.id).replacing(":", with: "%3A").replacing(",", with: "%2C")
    return "::\(level) title=\(title)::" + escaped((findings + [scenario.behaviour]).joined(separator: "\n"))
  }

  /// As the toolkit's `escapeData` does it.
  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
