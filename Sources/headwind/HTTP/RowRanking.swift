import TextOutput

/// Rows in the order of their ranks, no more than a limit: of more, the first are kept.
struct RowRanking {
  struct Row {
    var rank: HTTPSortKey.Rank
    var row: HTTPRow
    var phases: ExchangePhases?
  }

  private let limit: Int
  private let memory: Int
  private var rows: [Row] = []
  private var held = 0
  /// How many rows were left out because they are beyond the limit, and how many to save memory.
  private(set) var omitted = 0
  private(set) var evicted = 0

  /// - Parameters:
  ///   - limit: the most rows; nil for no limit.
  ///   - memory: the most bytes that they may take.
  init(limit: Int?, memory: Int) {
    self.limit = max(1, limit ?? .max)
    self.memory = memory
  }

  mutating func add(_ row: Row) {
    rows.append(row)
    held += Self.cost(row)
    // Sorting now and then, when the rows have doubled, costs little for each of them.
    if rows.count / 2 >= limit || held > memory { cut() }
  }

  /// The rows, first ranks first; of equal ones, the earliest exchange first.
  mutating func take() -> [Row] {
    cut()
    defer { rows = [] }
    return rows
  }

  private mutating func cut() {
    rows.sort { ($0.rank, $0.row.number) < ($1.rank, $1.row.number) }
    if rows.count > limit { omitted += drop(rows.count - limit) }
    guard held > memory else { return }
    var (kept, sum) = (0, 0)
    while kept < rows.count, sum + Self.cost(rows[kept]) <= memory / 2 {
      sum += Self.cost(rows[kept])
      kept += 1
    }
    evicted += drop(rows.count - kept)
  }

  private mutating func drop(_ count: Int) -> Int {
    held -= rows.suffix(count).reduce(0) { $0 + Self.cost($1) }
    rows.removeLast(count)
    return count
  }

  private static func cost(_ row: Row) -> Int {
    guard case .text(let key) = row.rank else { return row.row.cost }
    return row.row.cost + key.utf8.count
  }
}
