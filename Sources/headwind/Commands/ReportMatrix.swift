import ArgumentParser
import Dissection
import FoundationEssentials
import Glibc
import Resilience
import TextOutput

/// `headwind report matrix curl.json wget.json ...`
struct ReportMatrix: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix", abstract: "Tabulate the reports of several clients, as Markdown or HTML.",
    discussion: """
      Clients are named after their report files. Without --pages, the table is printed. With --pages, the directory gets the \
      table as README.md, a page for each scenario in which a client breaks a MUST, with the packets that prove it, and a page \
      for each client. Pages of an earlier run are replaced.
      """)

  @Argument(
    help: ArgumentHelp("The reports, one per client.", valueName: "client.json"),
    completion: .file(extensions: ["json"])) var files: [String]

  @Option(help: ArgumentHelp("Write pages to this directory.", valueName: "directory"), completion: .directory)
  var pages: String?

  @Option(
    help: ArgumentHelp(
      "Write one HTML page, from whose cells one click leads to the packets.", valueName: "file"), completion: .file())
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Add notes from this directory, one file per page: README.md, head.stall.md, curl.md.", valueName: "directory"),
    completion: .directory)
  var notes: String?

  func run() throws {
    let columns = try files.map { file in
      ClientMatrix.Column(
        name: URL(filePath: file).deletingPathExtension().lastPathComponent,
        report: try ReportCommand.report(inFile: file))
    }
    let pages = MatrixPages(ClientMatrix(columns)) { name in
      notes.flatMap { try? String(contentsOf: URL(filePath: "\($0)/\(name).md"), encoding: .utf8) }
    }.pages
    if let html {
      let page = SuiteReport.sideBySide(columns.map { ($0.name, $0.report) })
      try ReportOptions.write(try ReportFormat.html.text(of: page), to: html)
      if self.pages == nil { return Headwind.say("headwind: wrote \(html)") }
    }
    guard let directory = self.pages else {
      return try StandardOutput.show(text: pages.prefix(1).map { PrintableText(lines: $0.text) }.joined())
    }
    try replacePages(in: directory, with: pages)
  }

  /// The first line of each page, which identifies the pages of an earlier run.
  private static let mark = "<!-- written by headwind report matrix; edit the notes, not this page -->\n\n"

  private func isOurs(_ path: String) -> Bool {
    path.hasSuffix(".md")
      && (try? String(contentsOf: URL(filePath: path), encoding: .utf8))?.hasPrefix(Self.mark) == true
  }

  private func replacePages(in directory: String, with pages: [MatrixPages.Page]) throws {
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      for name in try FileManager.default.contentsOfDirectory(atPath: directory) where isOurs("\(directory)/\(name)") {
        try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
      }
    } catch {
      throw Failure("cannot write to the directory \(directory): \(error)", status: ExitStatus.environment)
    }
    for page in pages { try ReportOptions.write(Self.mark + page.text, to: "\(directory)/\(page.name)") }
    Headwind.say("headwind: wrote \(pages.count) pages to \(directory)")
  }
}
