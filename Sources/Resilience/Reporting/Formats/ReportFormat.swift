/// The forms in which a suite's report can be written.
public enum ReportFormat: String, Sendable, CaseIterable {
  case html, json, junit, tap, github, markdown

  /// The file that it is written to where nothing else is said.
  public var fileName: String {
    switch self {
    case .html: "report.html"
    case .json: "report.json"
    case .junit: "junit.xml"
    case .tap: "report.tap"
    case .github: "github.txt"
    case .markdown: "report.md"
    }
  }

  /// The whole report in this form.
  public func text(of report: SuiteReport) throws -> String {
    switch self {
    case .html: try HTMLReport.text(of: report)
    case .json: try JSONReport.text(of: report)
    case .junit: JUnitReport.text(of: report)
    case .tap: TAPReport.text(of: report)
    case .github: GitHubReport.text(of: report)
    case .markdown: MarkdownReport.text(of: report)
    }
  }
}
