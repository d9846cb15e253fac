import Captures
import Dissection
import Exchanges
import Wire

/// Reads a source until one exchange has ended.
struct HTTPShowSession {
  private(set) var found: HTTPExchange?
  /// The number of exchanges.
  private(set) var count = 0
  private(set) var origin = Timestamp(nanoseconds: 0)
  private(set) var keeper = FrameKeeper()
  private var reader: HTTPReader
  private let wanted: Int
  private let keepsFrames: Bool
  private var hasFrame = false

  init(_ reader: HTTPReader, wanted: Int, keepsFrames: Bool) {
    self.reader = reader
    self.wanted = wanted
    self.keepsFrames = keepsFrames
  }

  mutating func take<Source: CaptureSource & ~Copyable>(from source: inout Source) throws(CaptureError) {
    while found == nil, let frame = try source.next() {
      if !hasFrame {
        hasFrame = true
        origin = frame.timestamp
      }
      if keepsFrames { keeper.keep(frame, source.bytes) }
      reader.add(keys: source.takeKeyLog())
      reader.read(frame, source.bytes)
      look()
    }
    if found == nil { finish() }
  }

  /// The TLS connections whose exchanges could not be read.
  var unreadable: UnreadableConnections { reader.unreadable }

  /// Ends the source and all open exchanges.
  mutating func finish() {
    reader.finish()
    look()
  }

  private mutating func look() {
    while let exchange = reader.next() {
      count = max(count, exchange.number)
      if exchange.number == wanted { found = exchange }
    }
  }
}
