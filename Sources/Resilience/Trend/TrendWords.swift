public import TextOutput

/// A trend as lines for a terminal and as Markdown.
public enum TrendWords {
  /// A line for each change, most recent first: what it is of, and between which versions.
  static func words(of change: ReportTrend.Change) -> String {
    "\(change.before.kind.uppercased()) -> \(change.after.kind.uppercased()), "
      + "between \(words(of: change.before)) and \(words(of: change.after))"
  }

  /// The version, and the time of the run.
  private static func words(of point: ReportTrend.Point) -> String {
    let time = MarkupText.instant(point.started)
    return point.version.map { "\($0) (\(time))" } ?? time
  }

  /// One line on what the trend is of.
  public static func summary(of trend: ReportTrend) -> String {
    let reports = "\(trend.reports) \(trend.reports == 1 ? "report" : "reports")"
    let clients = "\(trend.clients.count) \(trend.clients.count == 1 ? "client" : "clients")"
    guard let first = trend.first, let last = trend.last else { return "\(reports), \(clients)" }
    return "\(reports) from \(MarkupText.instant(first)) to \(MarkupText.instant(last)), \(clients)"
  }

  /// The last verdicts as signs, the newest at the right: `P` for pass, `F` for fail and so on, as `legend` says.
  static func history(of row: ReportTrend.Row, limit: Int) -> String {
    row.points.suffix(limit).map { point in
      point.isMixed ? "~" : sign(of: point.kind)
    }.joined()
  }

  static func sign(of kind: String) -> String {
    switch Verdict.Kind(rawValue: kind) {
    case .pass, .note: "."
    case .warn: "w"
    case .fail: "F"
    case .notApplicable: "-"
    case .inconclusive: "?"
    case .error, nil: "E"
    }
  }

  static let legend =
    ". passed  w warning  F failed  ~ differed within a run  ? inconclusive  E could not be judged  - not applicable"

  /// The lines for a terminal.
  public static func lines(of trend: ReportTrend) -> [PrintableText] {
    var lines: [PrintableText] = ["\(summary(of: trend))", "\(legend)"]
    for client in trend.clients {
      lines += ["", "\(client.name)"]
      let changes = changes(of: client)
      lines.append(changes.isEmpty ? "  no verdict changed" : "  changed:")
      lines += changes.map { "    \(PrintableText(escaping: $0.id).padded(to: 24)) \(words(of: $0.change))" }
      let flaky = client.rows.filter(\.isFlaky).map(\.id)
      if !flaky.isEmpty { lines.append("  flaky: \(flaky.joined(separator: ", "))") }
      lines.append("  \(("scenario" as PrintableText).padded(to: 24))    runs       p50       p90       p99  history")
      lines += client.rows.map(line)
    }
    return lines
  }

  private static func line(of row: ReportTrend.Row) -> PrintableText {
    let times = [row.times?.p50, row.times?.p90, row.times?.p99].map { column($0.map(MarkupText.seconds) ?? "-", 10) }
    return
      "  \(PrintableText(escaping: row.id).padded(to: 24))\(column("\(row.points.count)", 8))\(times.joined())  \(history(of: row, limit: 40))"
  }

  private static func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.utf8.count)) + text
  }

  /// The changes of all scenarios, the newest first.
  static func changes(of client: ReportTrend.Client) -> [(id: String, change: ReportTrend.Change)] {
    client.rows.flatMap { row in row.changes.map { (row.id, $0) } }
      .sorted { ($1.change.after.started, $0.id) < ($0.change.after.started, $1.id) }
  }

  /// The trend as Markdown: for each client what changed, and a table.
  public static func markdown(of trend: ReportTrend) -> String {
    var text = "### headwind: \(MarkdownText.words(summary(of: trend)))\n"
    for client in trend.clients {
      text += "\n#### \(MarkdownText.code(client.name))\n\n"
      let changes = changes(of: client)
      if changes.isEmpty { text += "No verdict changed.\n" }
      for (id, change) in changes {
        text +=
          "- \(change.isBetter ? "better" : "**worse**"): \(MarkdownText.code(id)) \(MarkdownText.words(words(of: change)))\n"
      }
      text +=
        "\n| scenario | last | runs | p50 | p90 | p99 | history |\n| --- | --- | ---: | ---: | ---: | ---: | --- |\n"
      for row in client.rows { text += markdown(of: row) }
    }
    if !trend.leftOut.isEmpty { text += "\nLeft out:\n\n" }
    for stranger in trend.leftOut {
      text += "- \(MarkdownText.code(stranger.name)): \(MarkdownText.words(stranger.reason))\n"
    }
    return text
  }

  private static func markdown(of row: ReportTrend.Row) -> String {
    let times = [row.times?.p50, row.times?.p90, row.times?.p99].map { $0.map { "\(MarkupText.seconds($0)) s" } ?? "-" }
    let cells =
      [
        MarkdownText.code(row.id), MarkdownText.words(row.kind.uppercased()) + (row.isFlaky ? ", flaky" : ""),
        "\(row.points.count)",
      ] + times + [MarkdownText.code(history(of: row, limit: 40))]
    return "| \(cells.joined(separator: " | ")) |\n"
  }
}
