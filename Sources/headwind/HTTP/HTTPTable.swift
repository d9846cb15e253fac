import Dissection
import Wire

/// The rows of exchanges: aligned on a terminal, separated by tabs elsewhere, where nothing is ever shortened.
struct HTTPTable: ~Copyable {
  private var output = StandardOutput()
  private let columns: [HTTPColumn]
  /// How wide the terminal is; nil elsewhere.
  private let width: Int?
  private let hasHeader: Bool
  /// When the capture began.
  var origin = Timestamp(nanoseconds: 0)
  private var hasBegun = false

  init(_ columns: [HTTPColumn], hasHeader: Bool) {
    self.columns = columns
    self.hasHeader = hasHeader
    width = TerminalSize.width
  }

  mutating func print(_ exchange: HTTPExchange) throws(StandardOutput.Trouble) {
    try begin()
    try line(columns.map { shorten($0.value(exchange, origin: origin), $0, exchange) })
  }

  mutating func begin() throws(StandardOutput.Trouble) {
    guard !hasBegun else { return }
    hasBegun = true
    if hasHeader { try line(columns.map(\.title)) }
  }

  mutating func flush() throws(StandardOutput.Trouble) {
    try output.flush()
  }

  private mutating func line(_ cells: [String]) throws(StandardOutput.Trouble) {
    var text = ""
    for (index, (column, cell)) in zip(columns, cells).enumerated() {
      if index > 0 { text += width == nil ? "\t" : "  " }
      let isLast = index == columns.count - 1
      text += width == nil ? cell : padded(cell, column, isLast: isLast)
    }
    try output.print(text + "\n")
  }

  private func padded(_ cell: String, _ column: HTTPColumn, isLast: Bool) -> String {
    let padding = String(repeating: " ", count: max(0, room(column) - cell.count))
    if isNumber(column) { return padding + cell }
    return isLast ? cell : cell + padding
  }

  /// On a terminal, times are short and a URL that has no room loses its middle.
  private func shorten(_ value: String, _ column: HTTPColumn, _ exchange: HTTPExchange) -> String {
    guard width != nil else { return value }
    switch column {
    case .firstByte: return exchange.timeToFirstByte.map(Seconds.short) ?? ""
    case .total: return exchange.total.map(Seconds.short) ?? ""
    case .time: return String(value.dropLast(3))
    case .type: return String((value.split(separator: ";").first ?? "").prefix(room(.type)))
    case .url, .uri: return elide(value, room(column))
    default: return value
    }
  }

  private func elide(_ text: String, _ room: Int) -> String {
    guard text.count > room else { return text }
    let tail = (room - 1) / 2
    return text.prefix(room - 1 - tail) + "…" + text.suffix(tail)
  }

  private func isNumber(_ column: HTTPColumn) -> Bool {
    switch column {
    case .number, .time, .status, .wire, .decoded, .firstByte, .total, .httpTime, .stream: true
    default: false
    }
  }

  private func room(_ column: HTTPColumn) -> Int {
    switch column {
    case .number, .stream: return 4
    case .time: return 10
    case .method: return 6
    case .status: return 6
    case .type: return 16
    case .wire, .decoded: return 8
    case .firstByte, .total: return 7
    case .httpTime: return 13
    case .client, .server: return 21
    case .trouble: return 16
    case .url, .uri:
      let others = columns.filter { $0 != .url && $0 != .uri }
      let taken = others.reduce(0) { $0 + room($1) + 2 }
      return max(24, (width ?? 0) - taken)
    }
  }
}
