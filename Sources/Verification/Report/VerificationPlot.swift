/// A plot of measured and requested values, as lines.
public struct VerificationPlot: Codable, Sendable {
  /// One line, from left to right.
  public struct Line: Codable, Sendable {
    public var name: String
    public var x: [Double]
    public var y: [Double]
  }

  public var title: String
  public var xLabel: String
  public var yLabel: String
  public var asked: Line
  public var measured: Line
}

extension VerificationPlot.Line {
  /// The cumulative distribution of a sample, with no more points than a plot can show.
  static func cumulative(_ name: String, sorted: [Double], points: Int = 200) -> Self {
    guard let first = sorted.first else { return Self(name: name, x: [], y: []) }
    let count = min(points, sorted.count)
    let ranks = (1...count).map { $0 * sorted.count / count }
    return Self(
      name: name, x: [first] + ranks.map { sorted[$0 - 1] }, y: [0] + ranks.map { Double($0) / Double(sorted.count) })
  }
}
