import Statistics

/// The lines that follow the table of a report: what was not measured, what was measured twice, the control, and the
/// machine.
public enum VerificationRemarks {
  public static func lines(on report: VerificationReport) -> [String] {
    var lines: [String] = []
    for item in report.cases {
      lines += item.notMeasured.map { "not measured: \(item.name): \($0)" }
      lines += item.checks.compactMap { check in
        check.note.map { "\(item.name), \(check.direction), \(check.quantity.rawValue): \($0)" }
      }
    }
    for item in report.cases {
      let again = item.checks.filter { $0.attempts > 1 }.map(\.quantity.rawValue)
      if !again.isEmpty {
        lines.append(
          "measured again because the first result was out of bounds: \(item.name): \(again.joined(separator: "; "))")
      }
    }
    lines += punctuality(of: report)
    let control = report.control
    lines.append(
      "bare interfaces: median delay \(control.delayMedian.decimal(3)) ms, 99th percentile "
        + "\(control.delayP99.decimal(3)) ms; \(control.lost) of \(control.packets) packets lost at "
        + "\(control.rate.decimal(0)) packets per second")
    for engine in Set(report.cases.map(\.engine)).sorted() { lines.append("engine: \(engine)") }
    lines.append("\(report.kernel), \(report.processors) processors, \(report.seconds.decimal(0)) s")
    return lines
  }

  /// Whether the machine was too busy for the links, and how late packets left them.
  private static func punctuality(of report: VerificationReport) -> [String] {
    var lines = report.cases.flatMap { item in
      item.shortfalls.map { "this machine was too busy for the link: \(item.name): \($0)" }
    }
    let (p99, worst) = (report.cases.compactMap(\.latenessP99).max(), report.cases.compactMap(\.latenessWorst).max())
    if let p99, let worst {
      lines.append(
        "departures: at most \(p99.decimal(3)) ms late at the 99th percentile, \(worst.decimal(3)) ms at worst")
    }
    return lines
  }

  /// The number of checks, and how many of them are out of bounds: `all 38 within bounds`.
  public static func conclusion(of report: VerificationReport) -> String {
    let checks = report.cases.flatMap(\.checks)
    let missed = checks.filter { !$0.isWithin }.count
    return missed == 0 ? "all \(checks.count) within bounds" : "\(missed) of \(checks.count) out of bounds"
  }
}
