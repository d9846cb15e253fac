/// A report as JUnit XML for CI systems, with a test case for each scenario and a class for each family.
enum JUnitReport {
  static func text(of report: SuiteReport) -> String {
    let counts = report.counts
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    // A run that is not complete has a case of its own, because JUnit has no other way to say so.
    let lack = report.incompleteness
    let more = lack == nil ? 0 : 1
    let attributes = [
      ("name", "headwind"), ("tests", "\(report.scenarios.count + more)"), ("failures", "\(counts["fail"] ?? 0)"),
      ("errors", "\((counts["error"] ?? 0) + (counts["inconclusive"] ?? 0) + more)"),
      ("time", MarkupText.seconds(report.duration)),
    ]
    let list = attributes.map { #"\#($0)="\#($1)""# }.joined(separator: " ")
    lines.append("<testsuites \(list)>")
    // Jenkins' schema allows `skipped` for a suite but not for the root element.
    lines.append(
      "  <testsuite \(list) skipped=\"\(counts["n/a"] ?? 0)\" timestamp=\"\(MarkupText.instant(report.started))\">")
    for scenario in report.scenarios { lines += testCase(scenario) }
    if let lack {
      lines += [
        "    <testcase classname=\"headwind\" name=\"complete\" time=\"0\">",
        "      <error type=\"incomplete\" message=\"\(escaped(lack))\"/>", "    </testcase>",
      ]
    }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func testCase(_ scenario: ScenarioReport) -> [String] {
    let family = scenario.id.split(separator: ".").first.map { String($0) } ?? "headwind"
    let time = MarkupText.seconds(scenario.client?.duration ?? 0)
    var lines = [
      #"    <testcase classname="headwind.\#(escaped(family))" name="\#(escaped(scenario.title))" time="\#(time)">"#
    ]
    let broken = scenario.findings.filter { $0.kind == scenario.kind && $0.kind != "pass" }.map(\.line)
    let message = escaped(broken.joined(separator: "; "))
    let detail = escaped((broken + [scenario.behaviour, scenario.capture]).joined(separator: "\n"))
    switch scenario.kind {
    case "fail": lines.append("      <failure type=\"MUST\" message=\"\(message)\">\(detail)</failure>")
    case "error": lines.append("      <error type=\"harness\" message=\"\(message)\">\(detail)</error>")
    case "inconclusive":
      lines.append("      <error type=\"inconclusive\" message=\"\(message)\">\(detail)</error>")
    case "n/a": lines.append("      <skipped message=\"\(message)\"/>")
    default: break
    }
    let said = [scenario.behaviour] + scenario.findings.filter { $0.kind == "warn" }.map(\.line)
    lines.append("      <system-out>\(escaped(said.joined(separator: "\n")))</system-out>")
    if let output = scenario.client?.output, !output.isEmpty {
      lines.append("      <system-err>\(escaped(output))</system-err>")
    }
    lines.append("    </testcase>")
    return lines
  }

  private static func escaped(_ text: String) -> String { WorkflowCommands.inMarkup(MarkupText.escaped(text)) }
}
