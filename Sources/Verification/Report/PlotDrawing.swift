import Pages
import Statistics

/// A plot as SVG, drawn in the colours of the page around it.
enum PlotDrawing {
  private static let (width, height) = (460.0, 240.0)
  private static let (left, right, top, bottom) = (56.0, 12.0, 26.0, 38.0)

  static func svg(of plot: VerificationPlot) -> String {
    let steps = plot.yLabel.hasPrefix("share")
    let x = range(plot.asked.x + plot.measured.x)
    let y = steps ? 0...1 : range([0] + plot.asked.y + plot.measured.y)
    let place = { (px: Double, py: Double) in
      (
        left + (px - x.lowerBound) / (x.upperBound - x.lowerBound) * (width - left - right),
        height - bottom - (py - y.lowerBound) / (y.upperBound - y.lowerBound) * (height - top - bottom)
      )
    }
    let ticks = [0.0, 0.25, 0.5, 0.75, 1].map { share in
      let (px, py) = (
        x.lowerBound + share * (x.upperBound - x.lowerBound), y.lowerBound + share * (y.upperBound - y.lowerBound)
      )
      let (screenX, screenY) = (place(px, y.lowerBound).0, place(x.lowerBound, py).1)
      return """
        <text x="\(screenX.decimal(1))" y="\((height - bottom + 15).decimal(1))" text-anchor="middle">\(label(px, x))</text>\
        <text x="\((left - 5).decimal(1))" y="\((screenY + 4).decimal(1))" text-anchor="end">\(label(py, y))</text>\
        <line class="axis" x1="\(left.decimal(1))" x2="\((width - right).decimal(1))" y1="\(screenY.decimal(1))" \
        y2="\(screenY.decimal(1))"/>
        """
    }.joined()
    let title = StaticPage.escaped(plot.title)
    return """
      <svg viewBox="0 0 \(Int(width)) \(Int(height))" width="\(Int(width))" height="\(Int(height))" role="img" \
      aria-label="\(title)"><text x="\(left.decimal(1))" y="14">\(title): asked (wide), measured (thin)</text>\(ticks)\
      <polyline class="asked" points="\(points(plot.asked, isCumulative: steps, place))"/>\
      <polyline class="measured" points="\(points(plot.measured, isCumulative: steps, place))"/>\
      <text x="\((width - right).decimal(1))" y="\((height - 5).decimal(1))" text-anchor="end">\
      \(StaticPage.escaped(plot.xLabel)), \(StaticPage.escaped(plot.yLabel))</text></svg>
      """
  }

  /// The points of a line. A cumulative share is drawn as steps.
  private static func points(
    _ line: VerificationPlot.Line, isCumulative: Bool, _ place: (Double, Double) -> (Double, Double)
  ) -> String {
    var texts: [String] = []
    for (index, (x, y)) in zip(line.x, line.y).enumerated() {
      let corners = isCumulative && index > 0 ? [(x, line.y[index - 1]), (x, y)] : [(x, y)]
      texts += corners.map { corner in
        let (screenX, screenY) = place(corner.0, corner.1)
        return "\(screenX.decimal(1)),\(screenY.decimal(1))"
      }
    }
    return texts.joined(separator: " ")
  }

  /// The range of the values with a small margin; never empty.
  private static func range(_ values: [Double]) -> ClosedRange<Double> {
    let values = values.filter(\.isFinite)
    guard let low = values.min(), let high = values.max() else { return 0...1 }
    let room = max((high - low) * 0.05, abs(high) * 1e-4, 1e-6)
    return (low == 0 ? 0 : low - room)...(high + room)
  }

  private static func label(_ value: Double, _ range: ClosedRange<Double>) -> String {
    let width = range.upperBound - range.lowerBound
    return value.decimal(width < 0.5 ? 3 : width < 5 ? 2 : width < 50 ? 1 : 0)
  }
}
