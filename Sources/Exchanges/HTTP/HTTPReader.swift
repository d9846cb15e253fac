import TLS
public import Streams
public import Wire

/// Finds the HTTP/1.x exchanges of a capture, on any port, within a memory budget.
///
///     var reader = HTTPReader()
///     reader.read(frame, bytes)                       // for every frame
///     while let exchange = reader.next() { ... }      // those that have ended by now
///     reader.finish()                                 // and then those that had not
public struct HTTPReader {
  private var table: FlowTable
  private var streams: HTTPStreams
  private let keys: KeyLog

  public init(_ options: HTTPOptions = HTTPOptions()) {
    table = FlowTable(budget: options.memory, judges: true, remembers: true)
    var options = options
    keys = options.keys ?? KeyLog()
    options.keys = keys
    streams = HTTPStreams(options)
  }

  /// Takes the next frame of the capture.
  public mutating func read(_ frame: Frame, _ bytes: Span<UInt8>) {
    table.read(frame, bytes, &streams)
  }

  /// Takes secrets of TLS connections: lines of an NSS key log. They are best taken before the packets that need them.
  public mutating func add(keys lines: [UInt8]) {
    if !lines.isEmpty { keys.add(lines) }
  }

  /// The TLS connections whose exchanges could not be read.
  public var unreadable: UnreadableConnections { streams.log.unreadable }

  /// Says that the capture is over; exchanges that are open end with what there is.
  public mutating func finish() {
    table.finish(&streams)
  }

  /// The next exchange that has ended, in the order of their ends.
  public mutating func next() -> HTTPExchange? {
    streams.log.next()
  }

  /// What was seen, and what was given up.
  public var summary: FlowSummary {
    var summary = table.summary
    summary.cutBodies = streams.log.cutBodies
    return summary
  }

  /// How many bytes are held for conversations, waiting segments and open exchanges.
  public var heldBytes: Int { table.heldBytes(streams) }
}
