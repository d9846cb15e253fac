public import Wire

/// Finds the HTTP/1.x exchanges of a capture, on any port, within a memory budget.
///
///     var reader = HTTPReader()
///     reader.read(frame, bytes)                       // for every frame
///     while let exchange = reader.next() { ... }      // those that have ended by now
///     reader.finish()                                 // and then those that had not
public struct HTTPReader {
  private var table: FlowTable<HTTPStreams>

  public init(_ options: HTTPOptions = HTTPOptions()) {
    table = FlowTable(consumer: HTTPStreams(options), budget: options.memory, judges: true, remembers: true)
  }

  /// Takes the next frame of the capture.
  public mutating func read(_ frame: Frame, _ bytes: Span<UInt8>) {
    table.read(frame, bytes)
  }

  /// Says that the capture is over; exchanges that are open end with what there is.
  public mutating func finish() {
    table.finish()
  }

  /// The next exchange that has ended, in the order of their ends.
  public mutating func next() -> HTTPExchange? {
    table.consumer.log.next()
  }

  /// What was seen, and what was given up.
  public var summary: FlowSummary {
    var summary = table.summary
    summary.cutBodies = table.consumer.log.cutBodies
    return summary
  }

  /// How many bytes are held for conversations, waiting segments and open exchanges.
  public var heldBytes: Int { table.heldBytes }
}
