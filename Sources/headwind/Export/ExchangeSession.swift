import Captures
import Dissection
import Exchanges
import TextOutput
import Wire

/// Reads a source to its end or until it is told to stop, and passes each exchange to a sink when it ends.
struct ExchangeSession<Sink: ExchangeSink & ~Copyable>: ~Copyable {
  private var reader: HTTPReader
  var sink: Sink
  private let signals: CaptureSignals
  private var filter: ExchangeFilter?
  private let onlyFailed: Bool
  private let only: Int?
  private let bodyLimit: Int
  /// The number of exchanges, and how many of them matched the filter.
  private(set) var count = 0
  private(set) var passed = 0

  /// - Parameters:
  ///   - onlyFailed: whether exchanges that succeeded are left out.
  ///   - only: the number of the one exchange that is wanted; nil for all.
  ///   - bodyLimit: how much of a body the sink gets. The filter may use more.
  init(
    _ reader: consuming HTTPReader, _ sink: consuming Sink, _ signals: CaptureSignals, _ filter: ExchangeFilter?,
    onlyFailed: Bool = false, only: Int? = nil, bodyLimit: Int
  ) {
    self.only = only
    self.onlyFailed = onlyFailed
    self.filter = filter
    self.bodyLimit = bodyLimit
    self.reader = reader
    self.sink = sink
    self.signals = signals
  }

  mutating func take<Source: CaptureSource & ~Copyable>(from source: inout Source) throws {
    try sink.begin()
    do {
      while let frame = try source.next(answering: signals, idle: { try sink.flush() }) {
        try sink.see(frame, source.bytes)
        reader.add(keys: source.takeKeyLog())
        reader.read(frame, source.bytes)
        try handOver()
      }
    } catch let error as CaptureError {
      // Write what was read before the error.
      try finish()
      throw error
    }
    try finish()
  }

  /// The TLS connections whose exchanges could not be read.
  var unreadable: UnreadableConnections { reader.unreadable }

  private mutating func handOver() throws {
    while let exchange = reader.next() {
      count += 1
      sink.note(exchange)
      guard only ?? exchange.number == exchange.number else { continue }
      guard !onlyFailed || exchange.isFailed, filter?.matches(exchange) ?? true else { continue }
      passed += 1
      try sink.take(exchange.withBodies(cutTo: bodyLimit))
    }
  }

  private mutating func finish() throws {
    reader.finish()
    try handOver()
    try sink.finish()
    for line in reader.summary.remarks { Headwind.say("headwind: \(line)") }
  }
}
