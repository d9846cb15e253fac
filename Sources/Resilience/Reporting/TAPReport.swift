/// A report in the Test Anything Protocol, version 14 (testanything.org).
enum TAPReport {
  static func text(of report: SuiteReport) -> String {
    var lines = ["TAP version 14", "1..\(report.scenarios.count)"]
    for (index, scenario) in report.scenarios.enumerated() {
      lines += test(scenario, number: index + 1)
    }
    if !report.isComplete { lines.append("Bail out! interrupted") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func test(_ scenario: ScenarioReport, number: Int) -> [String] {
    let isOK = !["fail", "error"].contains(scenario.kind)
    var line = "\(isOK ? "ok" : "not ok") \(number) - \(escaped(scenario.id))"
    if scenario.turn > 1 { line += " (\(scenario.turn))" }
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

  private static func quoted(_ text: String) -> String {
    "\"" + oneLine(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
