internal import TextOutput

/// A report as workflow commands of GitHub Actions, with an annotation for each violation.
///
/// GitHub shows at most ten errors and ten warnings of a step. One notice counts the rest.
enum GitHubReport {
  private static let limit = 10

  static func text(of report: SuiteReport) -> String {
    let failures = report.scenarios.filter { ["fail", "error", "inconclusive"].contains($0.kind) }
    let warnings = report.scenarios.filter { $0.kind == "warn" }
    var lines = failures.prefix(limit).map { annotation("error", $0) }
    lines += warnings.prefix(limit).map { annotation("warning", $0) }
    let hidden = max(0, failures.count - limit) + max(0, warnings.count - limit)
    let more = hidden > 0 ? " (\(hidden) more are not annotated)" : ""
    lines.append("::notice title=headwind::\(data(report.summary + more))")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func annotation(_ level: String, _ scenario: ScenarioReport) -> String {
    let findings = scenario.findings.filter { $0.kind == scenario.kind }.map(\.line)
    return "::\(level) title=\(property(scenario.id))::"
      + data((findings + [scenario.behaviour]).joined(separator: "\n"))
  }

  /// Escapes text like the toolkit's `escapeData`, scalar by scalar, so that a line feed in a CR LF is not missed.
  /// Other line ends and escape sequences, which the log would interpret, are written out.
  private static func data(_ text: String) -> String { encoded(PrintableText(lines: text).text, ["%", "\r", "\n"]) }

  /// Escapes text like the toolkit's `escapeProperty`.
  private static func property(_ text: String) -> String {
    encoded(PrintableText(lines: text).text, ["%", "\r", "\n", ":", ","])
  }

  private static func encoded(_ text: String, _ reserved: Set<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if reserved.contains(scalar) {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: ("%" + (hex.utf8.count < 2 ? "0" : "") + hex).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
