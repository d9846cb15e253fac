internal import TextOutput

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
    lines.append("::notice title=headwind::\(data(report.summary + more))")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func annotation(_ level: String, _ scenario: ScenarioReport) -> String {
    let findings = scenario.findings.filter { $0.kind == scenario.kind }.map(\.line)
    return "::\(level) title=\(property(scenario.id))::"
      + data((findings + [scenario.behaviour]).joined(separator: "\n"))
  }

  /// As the toolkit's `escapeData` does it, scalar by scalar: a line feed must not hide in a CR LF. Other ends of lines and escape
  /// sequences, which the log would show as colours, are spelled out.
  private static func data(_ text: String) -> String { encoded(PrintableText(lines: text).text, ["%", "\r", "\n"]) }

  /// As the toolkit's `escapeProperty` does it.
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
