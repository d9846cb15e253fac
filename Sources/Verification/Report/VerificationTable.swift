import Statistics

/// A report as a table for the terminal.
public enum VerificationTable {
  public static func text(of report: VerificationReport) -> String {
    let heads = ["", "condition", "", "quantity", "requested", "measured", "error", "bound"]
    var rows = [heads]
    for item in report.cases {
      for check in item.checks {
        rows.append([
          check.isWithin ? "ok" : "MISSED", item.name, check.direction, check.quantity.rawValue, check.asked, check.got,
          check.error, check.bound,
        ])
      }
    }
    let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ").trimmed
    }
    lines.append(contentsOf: remarks(on: report))
    return lines.joined(separator: "\n")
  }

  /// The lines after the table: what was not measured, what was measured twice, the control, and the summary.
  private static func remarks(on report: VerificationReport) -> [String] {
    var lines: [String] = [""]
    for item in report.cases {
      lines += item.notMeasured.map { "not measured: \(item.name): \($0)" }
      lines += item.checks.compactMap { check in
        check.note.map { "\(item.name), \(check.direction), \(check.quantity.rawValue): \($0)" }
      }
    }
    let checks = report.cases.flatMap(\.checks)
    for item in report.cases {
      let again = item.checks.filter { $0.attempts > 1 }.map(\.quantity.rawValue)
      if !again.isEmpty {
        lines.append(
          "measured again because the first result was out of bounds: \(item.name): \(again.joined(separator: "; "))")
      }
    }
    let control = report.control
    lines.append(
      "bare interfaces: median delay \(control.delayMedian.decimal(3)) ms, 99th percentile \(control.delayP99.decimal(3)) ms; "
        + "\(control.lost) of \(control.packets) packets lost at \(control.rate.decimal(0)) packets per second")
    for engine in Set(report.cases.map(\.engine)).sorted() { lines.append("engine: \(engine)") }
    lines.append("\(report.kernel), \(report.processors) processors, \(report.seconds.decimal(0)) s")
    let missed = checks.filter { !$0.isWithin }.count
    lines.append(missed == 0 ? "all \(checks.count) within bounds" : "\(missed) of \(checks.count) out of bounds")
    return lines
  }
}

extension String {
  /// The text without trailing spaces.
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
