import Exchanges
import TextOutput
import Wire

/// Prints the rows of exchanges at the end, sorted, with a waterfall if asked.
struct RankedSink: ExchangeSink, ~Copyable {
  private var table: HTTPTable
  private let key: HTTPSortKey
  private var ranking: RowRanking
  private let barWidth: Int?
  private var hasFrame = false
  /// All exchanges, for the numbers of attempts, as far as memory allows.
  private var notes: [RequestAttempts.Note] = []
  private let mostNotes: Int

  /// - Parameters:
  ///   - key: what rows are sorted by.
  ///   - count: how many rows are wanted; nil for all.
  ///   - barWidth: the width of a waterfall; nil for none.
  ///   - memory: how many bytes the rows may take.
  init(_ table: consuming HTTPTable, by key: HTTPSortKey, count: Int?, barWidth: Int?, memory: Int) {
    self.table = table
    self.key = key
    self.barWidth = barWidth
    ranking = RowRanking(limit: count, memory: memory / 2)
    mostNotes = memory / 8 / MemoryLayout<RequestAttempts.Note>.stride
  }

  mutating func begin() throws {}

  mutating func see(_ frame: Frame, _ bytes: Span<UInt8>) {
    guard !hasFrame else { return }
    hasFrame = true
    table.origin = frame.timestamp
  }

  mutating func note(_ exchange: HTTPExchange) {
    if notes.count < mostNotes { notes.append(RequestAttempts.Note(exchange)) }
  }

  /// The attempts that are not the first, by the numbers of their exchanges.
  private func attempts() -> [Int: Int] {
    var attempts = RequestAttempts()
    var later: [Int: Int] = [:]
    for note in notes.sorted(by: { $0.number < $1.number }) {
      let attempt = attempts.number(of: note)
      if attempt > 1 { later[note.number] = attempt }
    }
    return later
  }

  mutating func take(_ exchange: HTTPExchange) throws {
    ranking.add(
      RowRanking.Row(
        rank: key.rank(exchange), row: table.row(exchange),
        phases: barWidth == nil ? nil : ExchangePhases(exchange.timings)))
  }

  mutating func flush() throws {}

  mutating func finish() throws {
    var rows = ranking.take()
    let attempts = attempts()
    for index in rows.indices {
      rows[index].row.setAttempt(attempts[rows[index].row.number] ?? 1, in: table.allColumns)
      table.note(rows[index].row)
    }
    let gap: PrintableText = Console.isOutput ? "  " : "\t"
    try table.begin(barWidth == nil ? "" : gap + Waterfall.legend)
    let waterfall = barWidth.map { Waterfall(rows.compactMap(\.phases), width: $0) }
    for row in rows {
      let bar = row.phases.flatMap { phases in waterfall.map { gap + $0.bar(phases) } }
      try table.print(table.text(of: row.row) + (bar ?? ""))
    }
    try table.flush()
    if ranking.evicted > 0 {
      Headwind.say("headwind: the last \(ranking.evicted) rows were omitted to save memory (--memory)")
    }
  }
}
