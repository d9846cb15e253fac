import Captures
import Dissection
import Exchanges
import TextOutput
import Wire

/// Writes exchanges to standard output in one of the formats for other programs: those of a file on a second core, if there is one, and
/// those of live traffic at once.
struct TextSink: ExchangeSink, ~Copyable {
  /// A batch for the second core is full with this many exchanges, or with this many bytes in them.
  private static let mostExchanges = 64
  private static let mostBytes = 1 << 20

  private let format: ExchangeExport.Format
  private var export: ExchangeExport
  private let output = StandardOutput()
  private let isLive: Bool
  private var press: ExportPress?
  private var batch: [HTTPExchange] = []
  private var batchBytes = 0

  /// - Parameter isLive: whether each exchange is written at once.
  init(_ format: ExchangeExport.Format, isLive: Bool) {
    export = ExchangeExport(format, creator: (name: "Headwind", version: Headwind.version))
    self.format = format
    self.isLive = isLive
  }

  mutating func begin() throws {
    if isLive || UsableCores.count == 1 { export.begin() } else { press = ExportPress(format) }
  }

  mutating func see(_ frame: Frame, _ bytes: Span<UInt8>) {}

  mutating func take(_ exchange: HTTPExchange) throws {
    guard press == nil else {
      batch.append(exchange)
      batchBytes += exchange.detail.map { $0.requestBody.count + $0.responseBody.count } ?? 0
      if batch.count >= Self.mostExchanges || batchBytes >= Self.mostBytes { try handOver() }
      return
    }
    export.append(exchange, trouble: HTTPTrouble.words(exchange))
    if isLive || output.isDue(export.text.count) { try write() }
  }

  mutating func flush() throws {
    if press == nil { try write() } else { try handOver() }
  }

  mutating func finish() throws {
    if let press {
      try handOver()
      return try press.finish()
    }
    export.finish()
    try write()
  }

  private mutating func handOver() throws {
    guard !batch.isEmpty else { return }
    try press?.take(batch)
    batch = []
    batchBytes = 0
  }

  private mutating func write() throws {
    try export.text.withBytes { bytes throws(StandardOutput.Trouble) in try output.write(bytes) }
    export.text.removeAll()
  }
}
