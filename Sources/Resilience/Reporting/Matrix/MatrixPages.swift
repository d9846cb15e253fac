internal import Dissection
internal import TextOutput

/// A matrix of clients as Markdown: a table, a page for each scenario in which a client violates a MUST, and a page
/// for each client.
///
/// Findings that people have written about a scenario or a client come from notes. They are separate files, so that
/// the pages can be generated again.
public struct MatrixPages {
  public struct Page: Sendable {
    /// The file's name.
    public var name: String
    public var text: String
  }

  private let matrix: ClientMatrix
  /// Returns the note with a name: a scenario's, a client's, or `README`.
  private let note: (String) -> String?

  public init(_ matrix: ClientMatrix, note: @escaping (String) -> String?) {
    self.matrix = matrix
    self.note = note
  }

  public var pages: [Page] {
    [Page(name: "README.md", text: overview)]
      + matrix.broken.map { Page(name: "\($0).md", text: page(on: $0)) }
      + matrix.columns.indices.map { Page(name: "\(matrix.columns[$0].name).md", text: page(onClient: $0)) }
  }

  private func noted(_ name: String) -> String { note(name).map { $0 + "\n" } ?? "" }

  // MARK: the table

  private var overview: String {
    var text = noted("README")
    text += "| |" + matrix.columns.map { " [\(MarkdownText.words($0.name))](\($0.name).md) |" }.joined() + "\n"
    text += "| --- |" + String(repeating: " --- |", count: matrix.columns.count) + "\n"
    let broken = Set(matrix.broken)
    for id in matrix.ids {
      let title = broken.contains(id) ? "[\(id)](\(id).md)" : id
      let cells = matrix.columns.indices.map { " \(Self.cell(matrix.scenario(id, of: $0))) |" }
      text += "| \(title) |" + cells.joined() + "\n"
    }
    let totals: [(String, Verdict.Kind)] = [
      ("passed", .pass), ("warnings", .warn), ("failed", .fail), ("inconclusive", .inconclusive),
    ]
    for (title, kind) in totals {
      text += "| *\(title)* |" + matrix.columns.indices.map { " \(matrix.count(kind, of: $0)) |" }.joined() + "\n"
    }
    return text
  }

  private static func cell(_ scenario: ScenarioReport?) -> String {
    let word = word(scenario)
    return word == "FAIL" ? "**FAIL**" : word
  }

  private static func word(_ scenario: ScenarioReport?) -> String {
    switch Verdict.Kind(rawValue: scenario?.kind ?? "") {
    case .pass, .note: "ok"
    case .warn: "warn"
    case .fail: "FAIL"
    case .error: "error"
    case .inconclusive: "inconclusive"
    case .notApplicable: "n/a"
    case nil: ""
    }
  }

  // MARK: a scenario

  private func page(on id: String) -> String {
    let scenarios = matrix.columns.indices.map { (matrix.columns[$0].name, matrix.scenario(id, of: $0)) }
    let failed = scenarios.compactMap { name, scenario in
      scenario.flatMap { $0.kind == Verdict.Kind.fail.rawValue ? (name, $0) : nil }
    }
    guard let first = failed.first?.1 else { return "" }
    var text = "# \(id): \(MarkdownText.words(first.summary))\n\n"
    text += "\(MarkdownText.words(first.rationale)) Source: \(MarkdownText.words(first.source)).\n\n" + noted(id)
    for (name, scenario) in failed {
      text += "\n## \(MarkdownText.words(name))\n\n" + breaches(in: scenario)
      if let saying = TerminalReport.lastLine(scenario.client?.output ?? "") {
        text += "- it said: \(MarkdownText.code(saying.text))\n"
      }
      text += "\n" + MarkdownText.block(["$ \(scenario.command)"] + CaptureExcerpt(scenario).lines)
    }
    let others = scenarios.filter { name, _ in !failed.contains { $0.0 == name } }
    text += "\nThe others: "
    text +=
      others.map { "\(MarkdownText.words($0)) \(Self.cell($1).isEmpty ? "-" : Self.cell($1))" }.joined(separator: ", ")
      + ".\n"
    return text
  }

  private func breaches(in scenario: ScenarioReport) -> String {
    scenario.findings.filter { $0.kind != Verdict.Kind.pass.rawValue }.map { "- \(MarkdownText.words($0.line))\n" }
      .joined()
      + (scenario.behaviour.isEmpty ? "" : "- \(MarkdownText.words(scenario.behaviour))\n")
  }

  // MARK: a client

  private func page(onClient column: Int) -> String {
    let name = matrix.columns[column].name
    let report = matrix.columns[column].report
    let words = PrintableText(escaping: report.client.map(ShellWord.quoted).joined(separator: " "))
    var text =
      "# \(MarkdownText.words(name))\n\n    headwind test -- \(words)\n\n" + noted(name) + "\n\(report.summary).\n"
    let broken = Set(matrix.broken)
    for id in matrix.ids {
      guard let scenario = matrix.scenario(id, of: column), scenario.kind != Verdict.Kind.pass.rawValue else {
        continue
      }
      let title = broken.contains(id) ? "[\(id)](\(id).md)" : id
      text += "\n**\(title)**: \(Self.word(scenario))\n\n" + breaches(in: scenario)
    }
    return text
  }
}
