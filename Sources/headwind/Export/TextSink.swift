import Dissection
import Exchanges
import TextOutput
import Wire

/// Writes exchanges as HAR or as JSON lines to standard output.
struct TextSink: ExchangeSink, ~Copyable {
  private var export: ExchangeExport
  private let output = StandardOutput()
  private let isLive: Bool

  /// - Parameter isLive: whether each exchange is written at once.
  init(_ format: ExchangeExport.Format, isLive: Bool) {
    export = ExchangeExport(format, creator: (name: "Headwind", version: Headwind.version))
    self.isLive = isLive
  }

  mutating func begin() throws {
    export.begin()
  }

  mutating func see(_ frame: Frame, _ bytes: Span<UInt8>) {}

  mutating func take(_ exchange: HTTPExchange) throws {
    export.append(exchange, trouble: HTTPTrouble.words(exchange))
    if isLive || output.isDue(export.text.count) { try flush() }
  }

  mutating func flush() throws {
    try export.text.withBytes { bytes throws(StandardOutput.Trouble) in try output.write(bytes) }
    export.text.removeAll()
  }

  mutating func finish() throws {
    export.finish()
    try flush()
  }
}
