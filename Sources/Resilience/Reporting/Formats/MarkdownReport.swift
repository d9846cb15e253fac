/// A report as a Markdown table, for step summaries, pull requests and wikis.
enum MarkdownReport {
  /// GitHub discards a step summary that is larger than a mebibyte.
  private static let limit = 1_000_000

  static func text(of report: SuiteReport) -> String {
    let client = report.client.joined(separator: " ")
    var text = "### headwind: \(report.summary)\n\n" + (client.isEmpty ? "" : "\(MarkdownText.code(client))\n\n")
    if let words = report.incompleteness { text += "**The run is not complete:** \(MarkdownText.words(words)).\n\n" }
    text += "| | scenario | what the client did |\n| --- | --- | --- |\n"
    for (index, scenario) in report.scenarios.enumerated() {
      let row = row(scenario)
      guard text.utf8.count + row.utf8.count < limit else {
        return text + "\n\(report.scenarios.count - index) more scenarios are omitted.\n"
      }
      text += row
    }
    return text
  }

  private static func row(_ scenario: ScenarioReport) -> String {
    let breaches = scenario.findings.filter { $0.kind != "pass" }.map { "**\(MarkdownText.words($0.line))**" }
    let said = ([MarkdownText.words(scenario.behaviour)] + breaches).filter { !$0.isEmpty }.joined(separator: "<br>")
    return "| \(MarkdownText.words(scenario.kind.uppercased())) | \(MarkdownText.code(scenario.title)) | \(said) |\n"
  }
}
