import Pages
import Statistics

/// A report as a self-contained HTML page, in light or dark colours as the reader prefers.
public enum VerificationPage {
  public static func text(of report: VerificationReport) -> String {
    let checks = report.cases.flatMap(\.checks)
    let missed = checks.filter { !$0.isWithin }.count
    let sum = missed == 0 ? "All \(checks.count) within bounds" : "\(missed) of \(checks.count) out of bounds"
    let control = report.control
    let body = """
      <main>
      <h1>How exact links are on this machine</h1>
      <p class="\(missed == 0 ? "ok" : "missed")"><strong>\(sum).</strong></p>
      <p>\(StaticPage.escaped(report.kernel)), \(report.processors) processors, measured in \(report.seconds.decimal(0)) s. A bare pair of \
      interfaces in the same run: median delay \(control.delayMedian.decimal(3)) ms, 99th percentile \
      \(control.delayP99.decimal(3)) ms; \(control.lost) of \(control.packets) packets lost at \
      \(control.rate.decimal(0)) packets per second.</p>
      \(report.cases.map(section).joined(separator: "\n"))
      </main>
      """
    return StaticPage.text(title: "Headwind: how exact links are here", style: style, body: body)
  }

  private static func section(_ item: VerificationReport.Case) -> String {
    let rows = item.checks.map(row).joined(separator: "\n")
    let table = """
      <table>
      <thead><tr><th></th><th>direction</th><th>quantity</th><th>requested</th><th>measured</th><th>error</th><th>bound</th>\
      <th>packets</th></tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      """
    let notes = (item.checks.compactMap(\.note) + item.notMeasured.map { "Not measured: \($0)" })
      .map { "<li>\(StaticPage.escaped($0))</li>" }.joined()
    return """
      <section>
      <h2>\(StaticPage.escaped(item.name))</h2>
      <p class="engine">\(StaticPage.escaped(item.engine))</p>
      \(item.checks.isEmpty ? "" : table)
      \(notes.isEmpty ? "" : "<ul>\(notes)</ul>")
      <div class="plots">\(item.checks.compactMap(\.plot).map(PlotDrawing.svg).joined())</div>
      </section>
      """
  }

  private static func row(_ check: VerificationCheck) -> String {
    let words = [
      check.direction, check.quantity.rawValue, check.asked, check.got, check.error, check.bound, "\(check.packets)",
    ]
    let verdict = check.isWithin ? "ok" : "missed"
    let again = check.attempts > 1 ? " (2nd time)" : ""
    return "<tr class=\"\(verdict)\"><td>\(verdict)\(again)</td>"
      + words.map { "<td>\(StaticPage.escaped($0))</td>" }.joined() + "</tr>"
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --line: #d9d9e0; --ground: #fff;
      --measured: #0b68cb; --asked: #b45309; --bad: #c62a2f; --good: #18794e; }
    @media (prefers-color-scheme: dark) { :root { --ink: #edeef0; --soft: #b0b4ba; --line: #363a3f; --ground: #111113;
      --measured: #70b8ff; --asked: #ffb224; --bad: #ff9592; --good: #4cc38a; } }
    body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
    main { max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
    h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 0; border-top: 1px solid var(--line); padding-top: 1rem; }
    .engine { color: var(--soft); margin: 0 0 .5rem; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
    th { text-align: left; font-weight: 600; color: var(--soft); } th, td { padding: .2rem .9rem .2rem 0; white-space: nowrap; }
    .missed td:first-child, p.missed { color: var(--bad); font-weight: 600; }
    .ok td:first-child, p.ok { color: var(--good); }
    .plots { display: flex; flex-wrap: wrap; gap: 1rem; } svg { max-width: 100%; height: auto; }
    svg text { fill: var(--soft); font: 11px system-ui, sans-serif; } .axis { stroke: var(--line); }
    .measured { stroke: var(--measured); fill: none; stroke-width: 1.5; }
    .asked { stroke: var(--asked); fill: none; stroke-width: 3; opacity: .55; }
    """
}
