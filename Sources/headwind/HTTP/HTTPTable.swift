import Dissection
import Exchanges
import TextOutput
import Wire

/// The rows of exchanges: aligned on a terminal, and separated by tabs elsewhere, without any shortening.
struct HTTPTable: ~Copyable {
  private var output = StandardOutput()
  private let columns: [HTTPColumn]
  /// The width of the terminal; nil if the output is not a terminal.
  private let width: Int?
  private let hasHeader: Bool
  private let paint: Paint
  /// The start of the capture.
  var origin = Timestamp(nanoseconds: 0)
  private var hasBegun = false

  /// - Parameter reserved: how many columns of a terminal are kept free to the right.
  init(_ columns: [HTTPColumn], hasHeader: Bool, _ paint: Paint, reserved: Int = 0) {
    self.columns = columns
    self.hasHeader = hasHeader
    self.paint = paint
    width = Console.width.map { max(1, $0 - reserved) }
  }

  mutating func print(_ exchange: HTTPExchange, withMessages: Bool = false) throws(StandardOutput.Trouble) {
    try print(row(exchange))
    guard withMessages else { return }
    for row in MessageRows(origin: origin).rows(exchange) { try print(row) }
  }

  /// Prints a row that was made before.
  mutating func print(_ row: PrintableText) throws(StandardOutput.Trouble) {
    try begin()
    try output.print(row + "\n")
  }

  /// The row of an exchange, without its line end.
  func row(_ exchange: HTTPExchange) -> PrintableText {
    let cells = columns.map { shorten($0.value(exchange, origin: origin), $0, exchange) }
    return line(cells, meanings: columns.map { meaning(of: $0, exchange) })
  }

  /// Prints the header, with a title for what follows the columns.
  mutating func begin(_ rest: PrintableText = "") throws(StandardOutput.Trouble) {
    guard !hasBegun else { return }
    hasBegun = true
    if hasHeader { try output.print(line(columns.map(\.title), isHeader: true) + rest + "\n") }
  }

  mutating func flush() throws(StandardOutput.Trouble) {
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

  /// On a terminal, times are short and a URL that has no room loses its middle.
  private func shorten(_ value: String, _ column: HTTPColumn, _ exchange: HTTPExchange) -> String {
    guard width != nil else { return value }
    // Escape first, because escapes need space too.
    let value = HarmlessText.escaped(value)
    switch column {
    case .firstByte, .total, .requestTime, .dns, .connect, .tls, .blocked, .send, .wait, .receive:
      return column.time(exchange).map(Seconds.short) ?? ""
    case .time: return String(value.dropLast(3))
    case .type: return String((value.split(separator: ";").first ?? "").prefix(room(.type)))
    case .url, .uri: return TextTable.shortened(value, to: room(column))
    default: return value
    }
  }

  private func isNumber(_ column: HTTPColumn) -> Bool {
    switch column {
    case .number, .time, .status, .wire, .decoded, .firstByte, .total, .requestTime, .dns, .connect, .tls, .blocked,
      .send,
      .wait, .receive, .httpTime, .stream, .http2Stream, .http3Stream:
      true
    default: false
    }
  }

  /// The indentation of text that continues below its row.
  private static let indent = 6
  /// The narrowest useful width of a URL.
  private static let leastURL = 24

  /// The default columns on a terminal. A narrow terminal omits the least important ones.
  static func columns(fitting width: Int?) -> [HTTPColumn] {
    var columns = HTTPColumn.table
    guard let width else { return columns }
    let spares: [HTTPColumn] = [
      .decoded, .type, .time, .stream, .send, .receive, .wire, .protocolName, .tls, .dns, .connect, .wait,
    ]
    for spare in spares {
      // The trouble column need not fit, because its text can continue below the row.
      let taken = columns.filter { $0 != .url && $0 != .trouble }.reduce(0) { $0 + max(room($1), $1.title.count) + 2 }
      if taken + leastURL <= width { break }
      columns.removeAll { $0 == spare }
    }
    return columns
  }

  private func room(_ column: HTTPColumn) -> Int {
    guard column == .url || column == .uri else { return Self.room(column) }
    let others = columns.filter { $0 != .url && $0 != .uri }
    let taken = others.reduce(0) { $0 + Self.room($1) + 2 }
    return max(Self.leastURL, (width ?? 0) - taken)
  }

  private static func room(_ column: HTTPColumn) -> Int {
    switch column {
    case .number, .stream, .http2Stream, .http3Stream: return 4
    case .time: return 10
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
