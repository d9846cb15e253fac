/// What one measurement says, in one line.
struct Row {
  var title: String
  var ours: String
  var peer: String
  var ratio: String
  /// What is asked; nil where nothing is.
  var target: String?
  var isReached: Bool
  /// Whether both said the same; nil where there is nothing to compare.
  var isEqual: Bool?
  var notes: String

  var text: String {
    let equality = isEqual.map { $0 ? "equal: yes" : "equal: NO" }
    let columns = [
      title, "ours \(ours)", peer, ratio, target.map { "target \($0): \(isReached ? "reached" : "MISSED")" }, equality,
      notes,
    ]
    return columns.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " | ")
  }
}

extension Double {
  /// Decimal digits without an exponent.
  func rounded(to places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let units = Int((magnitude * scale).rounded())
    let sign = self < 0 && units != 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(units)" }
    let fraction = String(units % Int(scale))
    return "\(sign)\(units / Int(scale)).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }
}
