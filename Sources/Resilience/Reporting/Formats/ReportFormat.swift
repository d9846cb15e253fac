/// The formats of a suite's report.
public enum ReportFormat: String, Sendable, CaseIterable {
  case html, json, junit, tap, github, markdown, sarif, otlp

  /// The default file name.
  public var fileName: String {
    switch self {
    case .html: "report.html"
    case .json: "report.json"
    case .junit: "junit.xml"
    case .tap: "report.tap"
    case .github: "github.txt"
    case .markdown: "report.md"
    case .sarif: "report.sarif"
    case .otlp: "report.otlp.jsonl"
    }
  }

  /// The whole report in this format.
  public func text(of report: SuiteReport) throws -> String {
    switch self {
    case .html: try HTMLReport.text(of: report)
    case .json: try JSONReport.text(of: report)
    case .junit: JUnitReport.text(of: report)
    case .tap: TAPReport.text(of: report)
    case .github: GitHubReport.text(of: report)
    case .markdown: MarkdownReport.text(of: report)
    case .sarif: try SARIFReport.text(of: report)
    case .otlp: try OTLPReport.text(of: report)
    }
  }
}
