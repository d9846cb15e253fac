import Statistics

/// The report in words.
public enum HerdWords {
  /// What is simulated, in one line.
  public static func headline(_ plan: HerdPlan) -> String {
    var line =
      "\(count(Double(plan.clients))) clients, one use every \(seconds(plan.period)) each; for \(seconds(plan.duration)) the service \(plan.outage.words)"
    if let capacity = plan.capacity {
      line +=
        "; it can answer \(count(capacity.rate)) requests/s and lets none wait longer than \(seconds(capacity.longestWait))"
    }
    return line + "; seed \(plan.seed)"
  }

  /// The titles of the columns of `cells`.
  public static let titles = [
    "client", "peak requests/s", "over normal", "peak SYN/s", "peak TLS/s", "peak DNS/s", "SYN/s in outage",
    "failed uses",
    "half served", "99 % served",
  ]

  /// The figures of a population. Peaks are those after the outage.
  public static func cells(_ row: HerdReport.Row) -> [String] {
    let curves = row.curves
    return [
      row.name, count(curves.after.requests.rate), curves.peakOverNormal.decimal(1) + "x",
      count(curves.after.syns.rate),
      count(curves.after.handshakes.rate), count(curves.after.queries.rate), count(curves.during.syns.rate),
      count(Double(curves.failed)), curves.halfServed.map { seconds($0) } ?? "never",
      curves.recovered.map { seconds($0) } ?? "never",
    ]
  }

  /// What the report says about each measured client, in sentences, with full jitter beside it.
  public static func verdict(_ report: HerdReport) -> [String] {
    let ideal = report.rows.first { $0.name == RetryPolicy.fullJitter.rawValue }
    return report.rows.filter(\.isMeasured).map { row in
      let curves = row.curves
      var text =
        "\(row.name): when the service is back, it gets up to \(count(curves.after.requests.rate)) requests/s, \(curves.peakOverNormal.decimal(1)) times the normal load of \(count(curves.normal.requests))"
      text += "; \(recovery(curves, report.plan))"
      if curves.failed > 0 { text += "; \(count(Double(curves.failed))) uses failed" }
      if let capacity = report.plan.capacity {
        let refused = curves.shed.reduce(0, +) * report.plan.bin
        text += refused > 0 ? "; \(count(refused)) requests were answered with 503 for want of capacity" : ""
        if curves.normal.requests > capacity.rate { text += "; the capacity is below the normal load" }
      }
      if let ideal {
        text +=
          ". With full jitter: \(ideal.curves.peakOverNormal.decimal(1)) times, \(recovery(ideal.curves, report.plan))"
      }
      return text
    }
  }

  /// How the loads of two clients differ, in sentences.
  public static func comparison(_ report: HerdReport) -> [String] {
    let rows = report.rows.filter(\.isMeasured)
    guard rows.count == 2 else { return [] }
    let values: [(String, (HerdCurves) -> Double?)] = [
      ("peak of requests after the outage", { $0.after.requests.rate }),
      ("peak of SYNs after the outage", { $0.after.syns.rate }),
      ("peak of SYNs in the outage", { $0.during.syns.rate }),
      ("peak of TLS handshakes after the outage", { $0.after.handshakes.rate }),
      ("peak of DNS queries after the outage", { $0.after.queries.rate }),
      ("number of failed uses", { Double($0.failed) }),
      ("time until 99 % are served", { $0.recovered }),
    ]
    return values.compactMap { title, value in
      guard let one = value(rows[0].curves), let other = value(rows[1].curves) else {
        return "\(title): one of them does not come to an end"
      }
      let ratio = one > 0 ? ", \((other / one).decimal(2)) times" : ""
      return "\(title): \(count(one)) of \(rows[0].name), \(count(other)) of \(rows[1].name)\(ratio)"
    }
  }

  private static func recovery(_ curves: HerdCurves, _ plan: HerdPlan) -> String {
    curves.recovered.map { "99 % of those without service are served after \(seconds($0))" }
      ?? "99 % of those without service are not served within \(seconds(plan.after))"
  }

  /// What a client does, from its runs: `no SYN answered: 3 attempts, 1.0 and 2.0 s apart, gives up after 9.0 s`.
  public static func conduct(_ conduct: ClientConduct) -> [String] {
    var lines = [use("a use that succeeds", conduct[.healthy])]
    if !conduct.later.isEmpty {
      lines.append(use("the next use, on the same connection if it keeps it", conduct.later))
    }
    for state in ServiceState.outages where !conduct[state].isEmpty {
      lines.append("a service that \(state.words): \(course(conduct[state]))")
    }
    return lines
  }

  private static func use(_ title: String, _ courses: [Course]) -> String {
    let kinds: [(WireEvent.Kind, String)] = [
      (.query, "DNS queries"), (.syn, "SYN"), (.handshake, "TLS handshakes"), (.request, "requests"),
    ]
    let parts = kinds.map { kind, name in
      let sum = courses.flatMap(\.attempts).reduce(0) { $0 + $1.events.count { $0.kind == kind } }
      let mean = Double(sum) / Double(max(courses.count, 1))
      return "\(mean.decimal(mean == mean.rounded() ? 0 : 1)) \(name)"
    }
    return "\(title): \(parts.joined(separator: ", "))"
  }

  private static func course(_ courses: [Course]) -> String {
    let counts = courses.map(\.attempts.count)
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    var text = least == most ? "\(most) \(most == 1 ? "attempt" : "attempts")" : "\(least) to \(most) attempts"
    let gaps = (1..<max(most, 1)).prefix(8).map { number in
      range(courses.compactMap { $0.attempts.count > number ? $0.attempts[number].gap : nil })
    }
    if !gaps.isEmpty {
      text += ", \(gaps.joined(separator: ", "))\(most > 9 ? " ..." : "") s apart"
    }
    let syns = courses.flatMap(\.attempts).map { attempt in attempt.events.count { $0.kind == .syn } }.max() ?? 0
    if syns > 1 { text += ", up to \(syns) SYN each" }
    let ends = courses.filter { !$0.isCut }.map(\.duration)
    return text + (ends.isEmpty ? ", goes on" : ", gives up after \(range(ends)) s")
      + (ends.count < courses.count && !ends.isEmpty ? " or goes on" : "")
  }

  private static func range(_ values: [Double]) -> String {
    guard let low = values.min(), let high = values.max() else { return "-" }
    let places = high < 1 ? 2 : 1
    return low.decimal(places) == high.decimal(places) || high - low < 0.05
      ? high.decimal(places) : "\(low.decimal(places))-\(high.decimal(places))"
  }

  /// A number with its thousands apart: `1,000,000`.
  static func count(_ value: Double) -> String {
    guard value.isFinite, value >= 0, value < 1e15 else { return "\(value)" }
    if value > 0, value < 10, value != value.rounded() { return value.decimal(1) }
    var digits = value.decimal(0)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = String(digits.dropLast(3))
    }
    return ([digits] + groups.map(String.init)).joined(separator: ",")
  }

  static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(value.decimal(0)) s" : "\(value.decimal(value < 1 ? 2 : 1)) s"
  }
}
