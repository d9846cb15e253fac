import Captures
import Dispatch
import Exchanges
import Streams
import Synchronization
import TLS
import TextOutput
import Wire

/// The HTTP exchanges of a store, which are read in the background from the first question on.
final class ExchangeStore: Sendable {
  private struct State {
    var hasBegun = false
    var isComplete = false
    var isCancelled = false
    var trouble: String?
    /// A JSON object for each exchange, in the order of their ends.
    var rows: [[UInt8]] = []
    var latencies: [LatencyPlot.Point] = []
  }

  private let store: PacketStore
  let options: HTTPOptions
  private let trouble: @Sendable (HTTPExchange) -> String
  private let creator: (name: String, version: String)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - trouble: what is wrong with an exchange, in words.
  ///   - version: of Headwind, which an archive names.
  init(
    _ store: PacketStore, _ options: HTTPOptions, trouble: @escaping @Sendable (HTTPExchange) -> String, version: String
  ) {
    creator = (name: "Headwind", version)
    self.store = store
    self.options = options
    self.trouble = trouble
  }

  var status: (count: Int, isComplete: Bool, trouble: String?) {
    state.withLock { ($0.rows.count, $0.isComplete, $0.trouble) }
  }

  /// How long the exchanges so far took.
  var latencies: LatencyPlot {
    LatencyPlot(points: state.withLock { $0.latencies }, first: store.status.first ?? 0)
  }

  /// Begins to read, if that has not happened.
  func begin() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    if isFirst { DispatchQueue(label: "headwind.console.exchanges").async { self.readAll() } }
  }

  /// Stops reading: nobody asks any more.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// `[{"number": 1, ...}, ...]`: the columns of `headwind http --json` without heads and bodies.
  func append(from: Int, count: Int, to text: inout TextBuffer) {
    let rows = state.withLock { state in
      let start = min(max(0, from), state.rows.count)
      return Array(state.rows[start..<min(state.rows.count, start + count)])
    }
    text.append("[")
    for (place, row) in rows.enumerated() {
      if place > 0 { text.append(",\n") }
      text.append(row.span)
    }
    text.append("]")
  }

  /// One exchange with its heads and bodies, as `headwind http --show NUMBER --json` prints it; false if there is none.
  func append(_ number: Int, to text: inout TextBuffer) throws(CaptureError) -> Bool {
    var options = options
    options.wanted = number
    options.bodyLimit = HTTPDetail.bodyLimit
    var export = ExchangeExport(.jsonLines, creator: creator)
    var isFound = false
    try walk(options, waits: false) { exchange in
      guard exchange.number == number else { return true }
      export.append(exchange.withBodies(cutTo: HTTPDetail.bodyLimit), trouble: trouble(exchange))
      isFound = true
      return false
    }
    export.text.withBytes { text.append($0) }
    return isFound
  }

  /// Writes the bytes of a body, without its codings; false if there is no such exchange.
  func appendBody(of number: Int, _ party: HTTPParty, to text: inout TextBuffer) throws(CaptureError) -> Bool {
    var options = options
    options.wanted = number
    var isFound = false
    try walk(options, waits: false) { exchange in
      guard exchange.number == number else { return true }
      let content = (party == .client ? exchange.detail?.requestBody : exchange.detail?.responseBody) ?? []
      text.append(content.span)
      isFound = true
      return false
    }
    return isFound
  }

  /// Gives each exchange with its heads and bodies to `body`, until that returns false.
  func forEachDetail(_ body: (Int, TextBuffer) -> Bool) throws(CaptureError) {
    var options = options
    options.keepsAll = true
    options.bodyLimit = HTTPDetail.bodyLimit
    try walk(options, waits: false) { exchange in
      var export = ExchangeExport(.jsonLines, creator: creator)
      export.append(exchange.withBodies(cutTo: HTTPDetail.bodyLimit), trouble: trouble(exchange))
      return body(exchange.number, export.text)
    }
  }

  /// All exchanges so far as HTTP Archive 1.2, as `headwind export har` writes them.
  func appendArchive(to text: inout TextBuffer) throws(CaptureError) {
    var options = options
    options.keepsAll = true
    var export = ExchangeExport(.har, creator: creator)
    export.begin()
    try walk(options, waits: false) { exchange in
      export.append(exchange, trouble: trouble(exchange))
      return true
    }
    export.finish()
    export.text.withBytes { text.append($0) }
  }

  private func readAll() {
    var options = options
    options.keepsAll = false
    var message: String?
    do throws(CaptureError) {
      var export = ExchangeExport(.jsonLines, creator: creator)
      try walk(options, waits: true) { exchange in
        export.append(exchange, trouble: trouble(exchange))
        let row = export.text.withBytes { bytes in (0..<max(0, bytes.count - 1)).map { bytes[$0] } }
        export.text.removeAll()
        let point = LatencyPlot.Point(exchange)
        state.withLock { state in
          state.rows.append(row)
          if let point { state.latencies.append(point) }
        }
        return true
      }
    } catch {
      message = error.description
    }
    state.withLock {
      $0.isComplete = true
      $0.trouble = message
    }
  }

  /// Reads the packets and gives each exchange that ends to `body`, until that returns false.
  private func walk(_ options: HTTPOptions, waits: Bool, _ body: (HTTPExchange) -> Bool) throws(CaptureError) {
    var options = options
    let keys = options.keys ?? KeyLog()
    options.keys = keys
    var reader = HTTPReader(options)
    var walk = try PacketWalk(store, keys: keys, waits: waits || !store.isLive)
    while let frame = try walk.next(isCancelled: { waits && state.withLock { $0.isCancelled } }) {
      reader.read(frame, walk.reader.bytes)
      while let exchange = reader.next() { guard body(exchange) else { return } }
    }
    reader.finish()
    while let exchange = reader.next() { guard body(exchange) else { return } }
  }
}

extension LatencyPlot.Point {
  /// - Returns: nil for an exchange without a beginning or an end.
  fileprivate init?(_ exchange: HTTPExchange) {
    guard let began = exchange.began, let total = exchange.total else { return nil }
    self.init(
      number: exchange.number, began: began.timestamp.nanoseconds, duration: total,
      status: exchange.response?.status ?? 0)
  }
}
