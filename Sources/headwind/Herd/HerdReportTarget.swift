import ArgumentParser
import Herd
import TextOutput

/// A report of `headwind herd`: its format and the path of the file.
struct HerdReportTarget: Sendable {
  enum Format: String, CaseIterable, Sendable { case json, html }

  var format: Format
  var path: String

  @Sendable static func parse(_ text: String) throws -> Self {
    let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
    guard parts.count == 2, let format = Format(rawValue: parts[0]) else {
      throw ValidationError("--report '\(text)': write json=PATH or html=PATH")
    }
    return Self(format: format, path: parts[1])
  }

  func write(_ report: HerdReport, conducts: [(name: String, conduct: ClientConduct)]) throws {
    let text =
      switch format {
      case .json: try JSONText.text(of: report).text + "\n"
      case .html: HerdPage.text(of: report, conducts: conducts)
      }
    if path == "-" {
      // JSON and HTML have their own escaping, which is safe for their readers.
      return StandardOutput.tell(text: PrintableText(verbatim: text))
    }
    try ReportOptions.write(text, to: path)
    Headwind.say("headwind: wrote \(path)")
  }
}
