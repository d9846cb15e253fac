internal import TextOutput

/// A report in the Test Anything Protocol, version 13 (testanything.org). Perl's prove accepts no later version, and
/// readers of later versions accept this one.
enum TAPReport {
  static func text(of report: SuiteReport) -> String {
    var lines = ["TAP version 13", "1..\(report.scenarios.count)"]
    for (index, scenario) in report.scenarios.enumerated() {
      lines += test(scenario, number: index + 1)
    }
    if let words = report.incompleteness { lines.append("Bail out! \(description(words))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func test(_ scenario: ScenarioReport, number: Int) -> [String] {
    let isOK = !["fail", "error", "inconclusive"].contains(scenario.kind)
    var line = "\(isOK ? "ok" : "not ok") \(number) - \(description(scenario.title))"
    let findings = scenario.findings.filter { $0.kind != "pass" }.map(\.line)
    if scenario.kind == "n/a" { line += " # SKIP \(description(findings.joined(separator: "; ")))" }
    var lines = [line, "  ---", "  behaviour: \(quoted(scenario.behaviour))"]
    if !findings.isEmpty { lines += ["  findings:"] + findings.map { "    - \(quoted($0))" } }
    if !scenario.capture.isEmpty { lines.append("  capture: \(quoted(scenario.capture))") }
    return lines + ["  ..."]
  }

  /// Text outside of YAML blocks, where `#` would begin a directive.
  private static func description(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in PrintableText(escaping: text).text.unicodeScalars {
      if scalar == "\\" || scalar == "#" { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// A double-quoted YAML scalar (section 7.3.1). Characters that do not print are escaped (section 5.7). `#` is
  /// escaped too, because GitHub's log interprets `##[command]`.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": result += "\\\(scalar)"
      case "#": result += #"\x23"#
      case _ where HarmlessText.isHarmful(scalar):
        let (letter, width) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
        let hex = String(scalar.value, radix: 16)
        result += "\\\(letter)" + String(repeating: "0", count: width - hex.utf8.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
