import LinkConditions
import Resilience
import TextOutput

/// Reports and suites, which come from other machines and other people.
enum ReportInput {
  /// How many scripts a page has of its own.
  private static let scripts: Int = {
    let empty = SuiteReport(client: [], started: 0, duration: 0, seed: 0, isComplete: true, scenarios: [])
    let page = (try? ReportFormat.html.text(of: empty)) ?? ""
    return Oracle.count(Array("<script".utf8), in: Array(page.utf8))
  }()

  /// A report, in every form.
  static func report(_ input: [UInt8]) {
    guard let report = try? JSONReport.report(in: input) else { return }
    let merged = SuiteReport(merging: [report, report])
    Oracle.text(merged.summary, "summary")
    for line in ReportComparison(report, merged).lines(names: ("a", "b")) { Oracle.text(line, "comparison") }
    let trend = ReportTrend([ReportStore.Entry(name: "a.json", report: report)])
    for line in TrendWords.lines(of: trend) { Oracle.text(line, "trend") }
    Oracle.text(TrendWords.markdown(of: trend), "trend as Markdown")
    Oracle.page(TrendPage.text(of: trend), scripts: 0, "trend as a page")
    for format in ReportFormat.allCases {
      guard let text = try? format.text(of: report) else { continue }
      switch format {
      case .html: Oracle.page(text, scripts: scripts, "html")
      case .json, .sarif: Oracle.json(Array(text.utf8).span, format.rawValue)
      case .otlp:
        for line in text.split(separator: "\n") { Oracle.json(Array(line.utf8).span, "otlp") }
      case .junit, .tap, .github, .markdown: Oracle.text(text, format.rawValue)
      }
    }
  }

  /// A suite of scenarios.
  static func suite(_ input: [UInt8]) {
    do {
      _ = try ScenarioFile.scenarios(in: input, file: "input.yaml")
    } catch {
      // As the command says it.
      Oracle.text(PrintableText(lines: error.lines.joined(separator: "\n")), "suite")
    }
  }
}
