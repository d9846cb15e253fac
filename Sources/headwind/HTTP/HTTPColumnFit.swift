/// Chooses the columns that fit a terminal, by the rows that are to be shown: empty columns go first, and the phase that explains the
/// time of most rows stays.
struct HTTPColumnFit {
  /// These are always there.
  private static let fixed: Set<HTTPColumn> = [.number, .method, .url, .status, .total, .trouble]
  /// The phases, the one that is usually the longest first.
  private static let phases: [HTTPColumn] = [.wait, .receive, .connect, .dns, .tls, .blocked, .send]

  private var used: Set<HTTPColumn> = []
  /// For each phase, the time of the rows in which it is the longest.
  private var weights: [HTTPColumn: Int64] = [:]
  private var isEmpty = true

  /// Takes account of a row.
  mutating func note(_ row: HTTPRow, _ columns: [HTTPColumn]) {
    isEmpty = false
    for (column, cell) in zip(columns, row.cells) where !cell.isEmpty && column != .attempt { used.insert(column) }
    if row.attempt > 1 { used.insert(.attempt) }
    if let (phase, time) = row.longest { weights[phase, default: 0] = (weights[phase] ?? 0) &+ time }
  }

  /// The columns that fit.
  /// - Parameter room: how wide a column is with its gap.
  func columns(of all: [HTTPColumn], within width: Int, leastURL: Int, room: (HTTPColumn) -> Int) -> [HTTPColumn] {
    var columns = all.filter { Self.fixed.contains($0) || (isEmpty ? $0 != .attempt : used.contains($0)) }
    for spare in spares {
      // The trouble column need not fit, because its text can continue below the row.
      let taken = columns.filter { $0 != .url && $0 != .trouble }.reduce(0) { $0 + room($1) }
      // The URL is narrow before the start and the attempt are left out.
      let least = spare == .time || spare == .attempt ? leastURL / 2 : leastURL
      if taken + least <= width { break }
      columns.removeAll { $0 == spare }
    }
    return columns
  }

  /// The columns that can be left out, the least important first.
  private var spares: [HTTPColumn] {
    let weighted = Self.phases.filter { weights[$0] ?? 0 > 0 }.sorted { (weights[$0] ?? 0) < (weights[$1] ?? 0) }
    let others = Self.phases.filter { !weighted.contains($0) }.reversed()
    return [.decoded, .type, .stream] + (isEmpty ? [] : Array(others)) + [.wire, .protocolName]
      + (isEmpty ? Array(others.dropLast()) : weighted.dropLast()) + [.time, .attempt]
  }
}
