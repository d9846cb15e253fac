public import Exchanges
public import Streams
public import Wire

/// Requests by method and responses by status, as Wireshark's `http,tree`.
public struct HTTPStatistics: CaptureStatistic {
  /// Methods are what clients make of them: so many are told apart.
  private static let methodLimit = 1000

  private var reader: HTTPReader
  private var filter: ExchangeFilter?
  private var methods: [String: Int] = [:]
  private var statuses: [Int: Int] = [:]
  private var requests = 0
  private var responses = 0

  /// - Parameters:
  ///   - options: with what `filter` looks at kept; bodies need not be decoded for the counts.
  ///   - filter: which exchanges are counted.
  public init(_ options: HTTPOptions, _ filter: ExchangeFilter? = nil) {
    reader = HTTPReader(options)
    self.filter = filter
  }

  public mutating func add(_ frame: Frame, _ bytes: Span<UInt8>, isCounted: Bool) {
    reader.read(frame, bytes)
    count()
  }

  public mutating func finish() {
    reader.finish()
    count()
  }

  public var summary: FlowSummary? { reader.summary }

  /// Counts an exchange that has ended.
  private mutating func count() {
    while let exchange = reader.next() {
      guard filter?.matches(exchange) ?? true else { continue }
      if let method = exchange.request?.method {
        requests += 1
        if methods[method] != nil || methods.count < Self.methodLimit { methods[method, default: 0] += 1 }
      }
      for status in exchange.interim + [exchange.response?.status].compactMap({ $0 }) {
        responses += 1
        statuses[status, default: 0] += 1
      }
    }
  }

  public var table: StatisticsTable {
    var table = StatisticsTable(["item", "count", "percent"])
    let total = requests + responses
    func row(_ name: String, _ depth: Int, _ count: Int, of whole: Int) {
      let percent: StatisticsTable.Cell = whole > 0 ? .decimal(Int64(count) * 100_000 / Int64(whole)) : .nothing
      table.add(name, depth: depth, [.integer(count), percent])
    }
    row("HTTP messages", 0, total, of: total)
    row("requests", 1, requests, of: total)
    for (method, count) in methods.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      row(method, 2, count, of: requests)
    }
    row("responses", 1, responses, of: total)
    for group in 1...9 {
      let inGroup = statuses.filter { $0.key / 100 == group }
      guard group <= 5 || !inGroup.isEmpty else { continue }
      let count = inGroup.values.reduce(0, +)
      row("\(group)xx", 2, count, of: responses)
      for (status, number) in inGroup.sorted(by: { $0.key < $1.key }) { row("\(status)", 3, number, of: count) }
    }
    return table
  }
}
