/// The few packets of a scenario that support its verdicts: those that the verdicts cite, and the turning points of
/// each conversation.
struct CaptureExcerpt {
  private static let limit = 12

  let lines: [String]

  init(_ scenario: ScenarioReport) {
    let cited = Set(scenario.findings.flatMap(\.packets))
    let data = scenario.packets.filter { $0.role == "data" }.map(\.number)
    let ends = Set(data.prefix(2) + data.suffix(2))
    let worth = { (row: PacketRow) -> Int? in
      if cited.contains(row.number) { return 0 }
      switch row.role {
      case "syn", "fin", "rst": return 1
      case "data": return ends.contains(row.number) ? 2 : nil
      case "dns": return 3
      default: return row.number == scenario.packets.last?.number ? 4 : nil
      }
    }
    let candidates = scenario.packets.compactMap { row in worth(row).map { (row: row, worth: $0) } }
    let chosen = Self.best(candidates.map(\.worth))
    lines = candidates.indices.compactMap { index in
      if chosen.contains(index) { return Self.line(candidates[index].row) }
      return index > 0 && chosen.contains(index - 1) ? "     ..." : nil
    }
  }

  /// The indices of the rows that fit: those with the highest worth, and among equals the first and the last.
  private static func best(_ worths: [Int]) -> Set<Int> {
    var order: [(worth: Int, distance: Int, index: Int)] = []
    for (worth, equals) in Dictionary(grouping: worths.indices, by: { worths[$0] }) {
      for (place, index) in equals.enumerated() { order.append((worth, min(place, equals.count - 1 - place), index)) }
    }
    return Set(order.sorted { $0 < $1 }.prefix(limit).map(\.index))
  }

  /// The packet's number, its time, and its line as `headwind capture -n -t` shows it, without TCP options.
  private static func line(_ row: PacketRow) -> String {
    let number = String(row.number)
    var line = row.line
    if let options = line.firstRange(of: ", options ["), let end = line[options.upperBound...].firstIndex(of: "]") {
      line.removeSubrange(options.lowerBound...end)
    }
    let time = (row.time < 0 ? "-" : "") + MarkupText.seconds(row.time.magnitude)
    let fate = row.isLost ? "  (lost)" : ""
    return String(repeating: " ", count: max(0, 5 - number.count)) + "\(number)  \(time)  \(line)\(fate)"
  }
}
