/// A report in the Test Anything Protocol, version 13 (testanything.org): Perl's prove takes no later one, and what reads later ones reads it.
enum TAPReport {
  static func text(of report: SuiteReport) -> String {
    var lines = ["TAP version 13", "1..\(report.scenarios.count)"]
    for (index, scenario) in report.scenarios.enumerated() {
      lines += test(scenario, number: index + 1)
    }
    if !report.isComplete { lines.append("Bail out! interrupted") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func test(_ scenario: ScenarioReport, number: Int) -> [String] {
    let isOK = !["fail", "error"].contains(scenario.kind)
    var line = "\(isOK ? "ok" : "not ok") \(number) - \(escaped(scenario.title))"
    let findings = scenario.findings.filter { $0.kind != "pass" }.map(\.line)
    if scenario.kind == "n/a" { line += " # SKIP \(oneLine(findings.joined(separator: "; ")))" }
    var lines = [line, "  ---", "  behaviour: \(quoted(scenario.behaviour))"]
    if !findings.isEmpty { lines += ["  findings:"] + findings.map { "    - \(quoted($0))" } }
    if !scenario.capture.isEmpty { lines.append("  capture: \(quoted(scenario.capture))") }
    return lines + ["  ..."]
  }

  private static func escaped(_ text: String) -> String {
    oneLine(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// A double-quoted scalar of YAML (section 7.3.1), in which characters that do not print are escaped.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in oneLine(text).unicodeScalars {
      switch scalar {
      case "\\", "\"": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
        result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
