import Dissection
import Exchanges
import TextOutput
import Wire

/// The rows of exchanges: aligned on a terminal, and separated by tabs elsewhere, without any shortening.
struct HTTPTable: ~Copyable {
  /// As many rows are held at most until the columns are chosen.
  private static let mostHeld = 200

  /// A line that waits for the choice of columns.
  private enum Line {
    case row(HTTPRow)
    case text(PrintableText)
  }

  private var output = StandardOutput()
  /// All columns that may be shown.
  private let all: [HTTPColumn]
  /// The places of the columns that are shown; nil until they are chosen.
  private var chosen: [Int]?
  private var fit = HTTPColumnFit()
  private var held: [Line] = []
  /// The width of the terminal; nil if the output is not a terminal.
  private let width: Int?
  private let hasHeader: Bool
  private let paint: Paint
  /// The start of the capture.
  var origin = Timestamp(nanoseconds: 0)
  private var hasBegun = false

  /// - Parameters:
  ///   - columns: all columns, or nil for those that fit the terminal.
  ///   - reserved: how many columns of a terminal are kept free to the right.
  init(_ columns: [HTTPColumn]?, hasHeader: Bool, _ paint: Paint, reserved: Int = 0) {
    all = columns ?? HTTPColumn.table
    self.hasHeader = hasHeader
    self.paint = paint
    width = Console.width.map { max(1, $0 - reserved) }
    if columns != nil || width == nil { chosen = Array(all.indices) }
  }

  private var columns: [HTTPColumn] { chosen.map { $0.map { all[$0] } } ?? all }

  /// Prints the row of an exchange, and the messages that it carried below it.
  mutating func print(
    _ exchange: HTTPExchange, attempt: Int, withMessages: Bool = false
  ) throws(StandardOutput.Trouble) {
    try print(row(exchange, attempt: attempt))
    guard withMessages else { return }
    for row in MessageRows(origin: origin).rows(exchange) { try print(row) }
  }

  /// All columns that may be shown, in the order of a row's cells.
  var allColumns: [HTTPColumn] { all }

  /// Takes account of a row for the choice of columns.
  mutating func note(_ row: HTTPRow) { fit.note(row, all) }

  mutating func print(_ row: HTTPRow) throws(StandardOutput.Trouble) {
    note(row)
    try print(.row(row))
  }

  /// Prints a row that was made before.
  mutating func print(_ text: PrintableText) throws(StandardOutput.Trouble) { try print(.text(text)) }

  private mutating func print(_ line: Line) throws(StandardOutput.Trouble) {
    guard chosen == nil else { return try write(line) }
    held.append(line)
    if held.count >= Self.mostHeld { try begin() }
  }

  private mutating func write(_ line: Line) throws(StandardOutput.Trouble) {
    try begin()
    switch line {
    case .row(let row): try output.print(text(of: row) + "\n")
    case .text(let text): try output.print(text + "\n")
    }
  }

  /// The row of an exchange, whose columns are not chosen yet.
  func row(_ exchange: HTTPExchange, attempt: Int = 1) -> HTTPRow {
    let phases = HTTPColumn.phases.compactMap { phase in phase.time(exchange).map { (phase: phase, time: $0) } }
    return HTTPRow(
      number: exchange.number,
      cells: all.map { shorten($0.value(exchange, origin: origin, attempt: attempt), $0, exchange) },
      meanings: all.map { meaning(of: $0, exchange) },
      longest: phases.max { $0.time < $1.time }.flatMap { $0.time > 0 ? $0 : nil }, attempt: attempt)
  }

  /// The text of a row, without its line end. If the column of its longest phase did not fit, the last column names it.
  func text(of row: HTTPRow) -> PrintableText {
    let chosen = chosen ?? Array(all.indices)
    var cells = chosen.map { shorten(row.cells[$0], all[$0], attempt: row.attempt) }
    var meanings = chosen.map { row.meanings[$0] }
    if let (phase, time) = row.longest, width != nil, all.contains(phase), !columns.contains(phase),
      let place = columns.firstIndex(of: .trouble)
    {
      if cells[place].isEmpty { meanings[place] = nil }
      cells[place] = (["\(phase.title) \(Seconds.short(time))"] + [cells[place]]).filter { !$0.isEmpty }.joined(
        separator: ", ")
    }
    return line(cells, meanings: meanings)
  }

  /// Chooses the columns, and prints the header, with a title for what follows the columns.
  mutating func begin(_ rest: PrintableText = "") throws(StandardOutput.Trouble) {
    if chosen == nil, let width {
      let columns = fit.columns(of: all, within: width, leastURL: Self.leastURL) {
        max(Self.room($0), $0.title.count) + 2
      }
      chosen = all.indices.filter { columns.contains(all[$0]) }
    }
    if !hasBegun {
      hasBegun = true
      if hasHeader { try output.print(line(columns.map(\.title), isHeader: true) + rest + "\n") }
    }
    let lines = held
    held = []
    for line in lines { try write(line) }
  }

  mutating func flush() throws(StandardOutput.Trouble) {
    if !held.isEmpty { try begin() }
    try output.flush()
  }

  private func line(
    _ cells: [String], meanings: [Paint.Meaning?] = [], isHeader: Bool = false
  ) -> PrintableText {
    var text: PrintableText = ""
    var length = 0
    for (index, (column, value)) in zip(columns, cells).enumerated() {
      let cell = PrintableText(escaping: value)
      let meaning = index < meanings.count ? meanings[index] : nil
      guard let width else {
        text += (index > 0 ? "\t" : "") + paint(cell, meaning)
        continue
      }
      let gap: PrintableText = index > 0 ? "  " : ""
      let isLast = index == columns.count - 1
      if isLast, !isNumber(column), length + gap.count + cell.count > width {
        // Text that does not fit at the end of the row continues below it, where it needs no title.
        if isHeader { continue }
        for part in TextTable.wrapped(cell, to: max(width - Self.indent, 1)) {
          text += "\n" + Self.blanks(Self.indent) + paint(part, meaning)
        }
        continue
      }
      let padding = Self.blanks(room(column) - cell.count)
      let colored = paint(cell, meaning)
      text += gap + (isNumber(column) ? padding + colored : isLast ? colored : colored + padding)
      length += gap.count + max(room(column), cell.count)
    }
    return text
  }

  private static func blanks(_ count: Int) -> PrintableText { ("" as PrintableText).padded(to: count) }

  private func meaning(of column: HTTPColumn, _ exchange: HTTPExchange) -> Paint.Meaning? {
    switch column {
    case .status: Paint.meaning(ofStatus: exchange.response?.status)
    case .trouble: .bad
    default: nil
    }
  }

  /// On a terminal, times are short.
  private func shorten(_ value: String, _ column: HTTPColumn, _ exchange: HTTPExchange) -> String {
    guard width != nil else { return value }
    // Escape first, because escapes need space too.
    let value = HarmlessText.escaped(value)
    switch column {
    case .firstByte, .total, .requestTime, .dns, .connect, .tls, .blocked, .send, .wait, .receive:
      return column.time(exchange).map(Seconds.short) ?? ""
    case .time: return String(value.dropLast(3))
    case .type: return String((value.split(separator: ";").first ?? "").prefix(room(.type)))
    default: return value
    }
  }

  /// The properties that depend on the other columns: the width of a URL, and whether a first attempt is worth a word.
  private func shorten(_ value: String, _ column: HTTPColumn, attempt: Int) -> String {
    guard width != nil else { return value }
    switch column {
    case .url, .uri: return TextTable.shortened(value, to: room(column))
    case .attempt: return attempt > 1 ? value : ""
    default: return value
    }
  }

  private func isNumber(_ column: HTTPColumn) -> Bool {
    switch column {
    case .number, .time, .status, .wire, .decoded, .firstByte, .total, .requestTime, .dns, .connect, .tls, .blocked,
      .send,
      .wait, .receive, .httpTime, .stream, .http2Stream, .http3Stream, .attempt:
      true
    default: false
    }
  }

  /// The indentation of text that continues below its row.
  private static let indent = 6
  /// The narrowest useful width of a URL.
  private static let leastURL = 24

  private func room(_ column: HTTPColumn) -> Int {
    guard column == .url || column == .uri else { return Self.room(column) }
    let others = columns.filter { $0 != .url && $0 != .uri }
    let free = (width ?? 0) - others.reduce(0) { $0 + max(Self.room($1), $1.title.count) + 2 }
    if free >= Self.leastURL { return free }
    // The trouble column can give way, because its text can continue below the row.
    let more = others.contains(.trouble) ? Self.room(.trouble) + 2 : 0
    return max(Self.leastURL / 2, min(Self.leastURL, free + more))
  }

  private static func room(_ column: HTTPColumn) -> Int {
    switch column {
    case .number, .stream, .http2Stream, .http3Stream: return 4
    case .time: return 10
    case .started: return 30
    case .attempt: return 7
    case .method: return 6
    case .status: return 6
    case .type: return 16
    case .wire, .decoded, .version, .protocolName: return 8
    case .firstByte, .total, .requestTime, .dns, .connect, .tls, .blocked, .send, .wait, .receive: return 7
    case .httpTime: return 13
    case .client, .server: return 21
    case .trouble: return 16
    case .url, .uri: return leastURL
    }
  }
}
