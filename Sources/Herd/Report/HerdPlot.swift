import Pages
import Statistics

/// A plot of one kind of load over time, as SVG, drawn in the colours of the page around it.
struct HerdPlot {
  private static let (width, height) = (560.0, 260.0)
  private static let (left, right, top, bottom) = (70.0, 24.0, 30.0, 52.0)
  /// More lines in one plot cannot be told apart.
  private static let mostLines = 6
  /// More points in one line cannot be seen.
  private static let mostPoints = 600

  private let plan: HerdPlan
  private let highest: Double

  /// The plots of a report: requests, SYNs, handshakes, queries, clients without service.
  static func all(_ report: HerdReport) -> [String] {
    let kinds: [(String, (HerdCurves) -> [Double])] = [
      ("requests per second", { $0.requests }), ("SYNs per second", { $0.syns }),
      ("TLS handshakes per second", { $0.handshakes }), ("DNS queries per second", { $0.queries }),
      ("clients without service", { $0.unserved.map(Double.init) }),
    ]
    let rows = chosen(report.rows)
    return kinds.map { title, values in
      let curves = rows.map { values($0.curves) }
      let highest = max(curves.compactMap { $0.max() }.max() ?? 0, 1)
      let limit = title == kinds[0].0 ? report.plan.capacity?.rate : nil
      return HerdPlot(plan: report.plan, highest: highest).svg(title, rows, curves, limit)
    }
  }

  /// The measured clients and the ideal; policies as far as there is room.
  private static func chosen(_ rows: [HerdReport.Row]) -> [HerdReport.Row] {
    let ranked = rows.enumerated().sorted { one, other in
      let rank = { (row: HerdReport.Row) in row.isMeasured ? 0 : row.name == RetryPolicy.fullJitter.rawValue ? 1 : 2 }
      return (rank(one.element), one.offset) < (rank(other.element), other.offset)
    }
    return ranked.prefix(mostLines).map(\.element)
  }

  private func svg(_ title: String, _ rows: [HerdReport.Row], _ curves: [[Double]], _ limit: Double?) -> String {
    let (zero, end) = (x(0), x(plan.duration))
    let lines = curves.enumerated().map { index, curve in
      "<polyline class=\"l\(index)\" points=\"\(points(curve))\"/>"
    }.joined()
    let capacity =
      limit.map { rate in
        rate > highest
          ? ""
          : "<line class=\"limit\" x1=\"\(Self.left.decimal(1))\" x2=\"\((Self.width - Self.right).decimal(1))\" y1=\"\(y(rate).decimal(1))\" y2=\"\(y(rate).decimal(1))\"/>"
      } ?? ""
    return """
      <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" width="\(Int(Self.width))" height="\(Int(Self.height))" role="img" \
      aria-label="\(title)"><rect class="outage" x="\(zero.decimal(1))" y="\(Self.top.decimal(1))" \
      width="\((end - zero).decimal(1))" height="\((Self.height - Self.top - Self.bottom).decimal(1))"/>\
      <text x="\(Self.left.decimal(1))" y="14">\(title); the outage is shaded</text>\(ticks())\(capacity)\(lines)\(legend(rows))</svg>
      """
  }

  private func x(_ time: Double) -> Double {
    Self.left + (time + plan.lead) / (plan.horizon + plan.lead) * (Self.width - Self.left - Self.right)
  }

  private func y(_ value: Double) -> Double {
    Self.height - Self.bottom - value / highest * (Self.height - Self.top - Self.bottom)
  }

  /// The points of a curve. Where there are more bins than can be seen, the highest of several is drawn, so that no peak is lost.
  private func points(_ curve: [Double]) -> String {
    let step = max(1, (curve.count + Self.mostPoints - 1) / Self.mostPoints)
    return stride(from: 0, to: curve.count, by: step).map { place in
      let value = curve[place..<min(place + step, curve.count)].max() ?? 0
      return "\(x(Double(place) * plan.bin - plan.lead).decimal(1)),\(y(value).decimal(1))"
    }.joined(separator: " ")
  }

  private func ticks() -> String {
    [0.0, 0.25, 0.5, 0.75, 1].map { share in
      let (time, value) = (share * (plan.horizon + plan.lead) - plan.lead, share * highest)
      let place = y(value)
      return """
        <text x="\(x(time).decimal(1))" y="\((Self.height - Self.bottom + 15).decimal(1))" text-anchor="middle">\(time.decimal(0)) s</text>\
        <text x="\((Self.left - 5).decimal(1))" y="\((place + 4).decimal(1))" text-anchor="end">\(HerdWords.count(value))</text>\
        <line class="axis" x1="\(Self.left.decimal(1))" x2="\((Self.width - Self.right).decimal(1))" y1="\(place.decimal(1))" \
        y2="\(place.decimal(1))"/>
        """
    }.joined()
  }

  private func legend(_ rows: [HerdReport.Row]) -> String {
    let step = (Self.width - 10) / 3
    return rows.enumerated().map { index, row in
      let (left, top) = (5 + Double(index % 3) * step, Self.height - 20 + Double(index / 3) * 14)
      let name = row.name.unicodeScalars.count > 24 ? String(row.name.prefix(23)) + "…" : row.name
      return """
        <line class="l\(index)" x1="\(left.decimal(1))" x2="\((left + 18).decimal(1))" y1="\((top - 4).decimal(1))" \
        y2="\((top - 4).decimal(1))"/><text x="\((left + 23).decimal(1))" y="\(top.decimal(1))">\(StaticPage.escaped(name))</text>
        """
    }.joined()
  }
}
