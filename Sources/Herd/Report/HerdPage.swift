import Pages
import Statistics

/// A report as a self-contained HTML page, in light or dark colours as the reader prefers.
public enum HerdPage {
  /// The page on a report.
  /// - Parameter conducts: what was learned of the measured clients, by their names.
  public static func text(of report: HerdReport, conducts: [(name: String, conduct: ClientConduct)]) -> String {
    let verdict = HerdWords.verdict(report).map { "<p class=\"verdict\">\(StaticPage.escaped($0)).</p>" }.joined(
      separator: "\n")
    let body = """
      <main>
      <h1>What these clients do to a service after an outage</h1>
      <p class="plan">\(StaticPage.escaped(HerdWords.headline(report.plan))).</p>
      \(verdict)
      \(table(report))
      <div class="plots">
      \(HerdPlot.all(report).joined(separator: "\n"))
      </div>
      \(conducts.map(section).joined(separator: "\n"))
      \(policies(report))
      </main>
      """
    return StaticPage.text(title: "Headwind: what a million clients do to a service", style: style, body: body)
  }

  private static func table(_ report: HerdReport) -> String {
    let head = HerdWords.titles.map { "<th>\(StaticPage.escaped($0))</th>" }.joined()
    let rows = report.rows.map { row in
      "<tr\(row.isMeasured ? " class=\"measured\"" : "")>"
        + HerdWords.cells(row).map { "<td>\(StaticPage.escaped($0))</td>" }.joined() + "</tr>"
    }
    return """
      <table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      <p class="note">Peaks are those after the outage, in bins of \(StaticPage.escaped(HerdWords.seconds(report.plan.bin))). "Served" counts from \
      the end of the outage: how long until half, and until 99 %, of the clients that were left without service have been served.</p>
      """
  }

  private static func section(_ name: String, _ conduct: ClientConduct) -> String {
    let lines = HerdWords.conduct(conduct).map { "<li>\(StaticPage.escaped($0))</li>" }.joined()
    return "<section><h2>What one \(StaticPage.escaped(name)) does</h2><ul>\(lines)</ul></section>"
  }

  private static func policies(_ report: HerdReport) -> String {
    let lines = report.rows.filter { !$0.isMeasured }.map {
      "<li><b>\(StaticPage.escaped($0.name))</b>: \(StaticPage.escaped($0.words))</li>"
    }
    return lines.isEmpty ? "" : "<section><h2>The policies</h2><ul>\(lines.joined())</ul></section>"
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --line: #d9d9e0; --ground: #fff; --outage: #c62a2f22;
      --c0: #0b68cb; --c1: #b45309; --c2: #18794e; --c3: #8e4ec6; --c4: #c62a2f; --c5: #60646c; }
    @media (prefers-color-scheme: dark) { :root { --ink: #edeef0; --soft: #b0b4ba; --line: #363a3f; --ground: #111113;
      --outage: #ff959222; --c0: #70b8ff; --c1: #ffb224; --c2: #4cc38a; --c3: #bf7af0; --c4: #ff9592; --c5: #b0b4ba; } }
    body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
    main { max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
    h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 0; border-top: 1px solid var(--line); padding-top: 1rem; }
    .plan, .note { color: var(--soft); } .verdict { font-size: 1.1rem; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
    th { text-align: left; font-weight: 600; color: var(--soft); } th, td { padding: .2rem .9rem .2rem 0; white-space: nowrap; }
    tr.measured td { font-weight: 600; }
    .plots { display: flex; flex-wrap: wrap; gap: 1rem; } svg { max-width: 100%; height: auto; }
    svg text { fill: var(--soft); font: 11px system-ui, sans-serif; } .axis { stroke: var(--line); }
    .outage { fill: var(--outage); } .limit { stroke: var(--c4); stroke-dasharray: 2 3; }
    polyline { fill: none; stroke-width: 1.5; }
    .l0 { stroke: var(--c0); stroke-width: 2.5; } .l1 { stroke: var(--c1); } .l2 { stroke: var(--c2); stroke-dasharray: 6 3; }
    .l3 { stroke: var(--c3); stroke-dasharray: 2 2; } .l4 { stroke: var(--c4); } .l5 { stroke: var(--c5); stroke-dasharray: 8 2 2 2; }
    """
}
