public import TextOutput

/// The differences between two reports, scenario by scenario.
public struct ReportComparison: Sendable {
  /// A scenario in both reports.
  public struct Row: Sendable, Encodable {
    /// The side of a report.
    struct Side: Encodable {
      var kind: String
      /// The duration of the client's run, in seconds.
      var duration: Double?
      var behaviour: String
      var findings: [String]

      init(_ scenario: ScenarioReport) {
        (kind, behaviour) = (scenario.kind, scenario.behaviour)
        duration = scenario.client?.duration
        findings = scenario.findings.filter { $0.kind != "pass" }.map(\.line)
      }
    }

    private enum CodingKeys: String, CodingKey {
      case id, differs, first, second
    }

    var id: String
    var first: ScenarioReport?
    var second: ScenarioReport?

    var differs: Bool { first?.kind != second?.kind }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(differs, forKey: .differs)
      try container.encodeIfPresent(first.map { Side($0) }, forKey: .first)
      try container.encodeIfPresent(second.map { Side($0) }, forKey: .second)
    }
  }

  /// The scenarios, in the order of their names.
  public let rows: [Row]

  public init(_ first: SuiteReport, _ second: SuiteReport) {
    let a = first.worst
    let b = second.worst
    rows = Set(a.keys).union(b.keys).sorted().map { Row(id: $0, first: a[$0], second: b[$0]) }
  }

  public var hasDifferentVerdicts: Bool { rows.contains { $0.differs } }

  /// A line for each scenario. Those with different verdicts are marked and explained.
  /// - Parameters:
  ///   - names: the names of the two reports.
  ///   - color: colours a verdict.
  public func lines(
    names: (String, String), color: (PrintableText, Verdict.Kind) -> PrintableText = { text, _ in text }
  ) -> [PrintableText] {
    let width = max(8, rows.map(\.id.count).max() ?? 0)
    let name = { (text: String, width: Int) in PrintableText(escaping: text).padded(to: width) }
    var lines: [PrintableText] = ["  \(name("", width))  A: \(names.0)", "  \(name("", width))  B: \(names.1)"]
    for row in rows {
      let kinds = [row.first, row.second].map { scenario in
        let text = PrintableText(escaping: scenario?.kind.uppercased() ?? "-")
        let colored = scenario.flatMap { Verdict.Kind(rawValue: $0.kind) }.map { color(text, $0) } ?? text
        return colored + ("" as PrintableText).padded(to: 6 - text.count)
      }
      let times = [row.first, row.second].map { scenario in
        name(scenario?.client.map { MarkupText.seconds($0.duration) + " s" } ?? "-", 10)
      }
      let differs = row.differs
      lines.append("\(differs ? "!" : " ") \(name(row.id, width))  \(kinds[0])\(times[0])  \(kinds[1])\(times[1])")
      guard differs else { continue }
      for (letter, scenario) in [("A", row.first), ("B", row.second)] {
        guard let scenario else { continue }
        let words = scenario.findings.filter { $0.kind != "pass" }.map(\.line) + [scenario.behaviour]
        lines.append("    \(letter): \(words.filter { !$0.isEmpty }.joined(separator: "; "))")
      }
    }
    return lines
  }
}
