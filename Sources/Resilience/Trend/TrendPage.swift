internal import Pages

/// A trend as a single HTML page without a script. It works from a disk, without a network, and can be an artifact of CI.
public enum TrendPage {
  private static let style = """
    :root { color-scheme: light dark; --ink: #1c2024; --paper: #fff; --soft: #5b6570; --line: #d5dae0; --pass: #12702f; --fail: #b3261e; --warn: #8a5a00; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --paper: #14181c; --soft: #9aa5b0; --line: #333b44; --pass: #6cc788;
      --fail: #ff8a80; --warn: #f0b84a; } }
    body { font: 14px/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 75rem; padding: 0 1rem; color: var(--ink); background: var(--paper); }
    h1 { font-size: 1.2rem; } h2 { font-size: 1rem; margin-top: 2rem; overflow-wrap: anywhere; } .soft { color: var(--soft); }
    .scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .15rem .5rem; border-bottom: 1px solid var(--line); white-space: nowrap; } td.number, th.number { text-align: right; }
    td.history { font: 12px/1.5 ui-monospace, monospace; } .pass { color: var(--pass); } .fail { color: var(--fail); font-weight: 700; }
    .warn { color: var(--warn); font-weight: 700; } .other { color: var(--soft); } svg { display: block; } polyline { fill: none; stroke: var(--soft); }
    """

  public static func text(of trend: ReportTrend) -> String {
    var body = """
      <h1>headwind: \(MarkupText.escaped(TrendWords.summary(of: trend)))</h1>
      <p class="soft">\(MarkupText.escaped(TrendWords.legend)). The newest run is at the right.</p>

      """
    for client in trend.clients { body += section(on: client) }
    if !trend.leftOut.isEmpty {
      let items = trend.leftOut.map { "<li>\(MarkupText.escaped($0.name)): \(MarkupText.escaped($0.reason))</li>\n" }
      body += "<h2>Left out</h2>\n<ul>\n\(items.joined())</ul>\n"
    }
    return StaticPage.text(title: "headwind trend", style: style, body: body)
  }

  private static func section(on client: ReportTrend.Client) -> String {
    var text = "<h2><code>\(MarkupText.escaped(client.name))</code></h2>\n"
    let changes = TrendWords.changes(of: client)
    if changes.isEmpty { text += "<p>No verdict changed.</p>\n" } else { text += "<ul>\n" }
    for (id, change) in changes {
      let (name, word) = change.isBetter ? ("pass", "better") : ("fail", "worse")
      text +=
        "<li><span class=\"\(name)\">\(word)</span>: \(MarkupText.escaped(id)) \(MarkupText.escaped(TrendWords.words(of: change)))</li>\n"
    }
    if !changes.isEmpty { text += "</ul>\n" }
    text += """
      <div class="scroll"><table>
      <thead><tr><th>scenario</th><th>last</th><th class="number">runs</th><th class="number">p50</th><th class="number">p90</th>
      <th class="number">p99</th><th>times</th><th>history</th></tr></thead>
      <tbody>

      """
    for row in client.rows { text += line(on: row) }
    return text + "</tbody></table></div>\n"
  }

  private static func line(on row: ReportTrend.Row) -> String {
    let times = [row.times?.p50, row.times?.p90, row.times?.p99].map { time in
      "<td class=\"number\">\(time.map { MarkupText.seconds($0) + " s" } ?? "-")</td>"
    }
    let last =
      "<span class=\"\(name(of: row.kind))\">\(MarkupText.escaped(row.kind))</span>\(row.isFlaky ? " (flaky)" : "")"
    return
      "<tr><td>\(MarkupText.escaped(row.id))</td><td>\(last)</td><td class=\"number\">\(row.points.count)</td>\(times.joined())"
      + "<td>\(curve(of: row))</td><td class=\"history\">\(history(of: row))</td></tr>\n"
  }

  /// A sign for each run, whose title says more.
  private static func history(of row: ReportTrend.Row) -> String {
    row.points.suffix(60).map { point in
      let title = "\(MarkupText.instant(point.started)) \(point.version ?? "") \(point.kind) \(point.file)"
      let sign = point.isMixed ? "~" : TrendWords.sign(of: point.kind)
      return "<span class=\"\(name(of: point.kind))\" title=\"\(MarkupText.escaped(title))\">\(sign)</span>"
    }.joined()
  }

  private static func name(of kind: String) -> String {
    switch Verdict.Kind(rawValue: kind) {
    case .pass, .note: "pass"
    case .warn: "warn"
    case .fail: "fail"
    default: "other"
    }
  }

  /// The longest time of each run as a line, from zero to the longest of all.
  private static func curve(of row: ReportTrend.Row) -> String {
    let times = row.points.suffix(60).compactMap { $0.times.max() }.map { min(max(0, $0), 1e9) }
    guard times.count > 1, let longest = times.max(), longest > 0 else { return "" }
    let (width, height) = (120.0, 20.0)
    let dots = times.enumerated().map { index, time in
      let across = width * Double(index) / Double(times.count - 1)
      return "\(MarkupText.seconds(across)),\(MarkupText.seconds(height - (height - 2) * time / longest - 1))"
    }
    return
      "<svg width=\"120\" height=\"20\" role=\"img\" aria-label=\"times of \(times.count) runs, at most \(MarkupText.seconds(longest)) s\"><polyline points=\"\(dots.joined(separator: " "))\"/></svg>"
  }
}
