import Captures
import Dissection
import Exchanges
import Streams
import TextOutput
import Wire

/// Reads a source to its end and prints a row for each exchange.
struct HTTPListSession: ~Copyable {
  private var reader: HTTPReader
  private var table: HTTPTable
  private var order = RowOrder()
  /// The attempts of exchanges that have rows as they end.
  private var attempts = RequestAttempts()
  private let isLive: Bool
  /// True if all rows are there soon, so that nobody waits for the first ones.
  private let isQuick: Bool
  private var filter: ExchangeFilter?
  private let onlyFailed: Bool
  private let showsMessages: Bool
  private let followsMessages: Bool
  private var hasFrame = false
  /// True at the end of the capture, when all that failed is told.
  private var isFinished = false
  /// The number of exchanges, and how many of them matched the filter.
  private(set) var count = 0
  private(set) var passed = 0

  /// - Parameters:
  ///   - isQuick: whether rows may wait for the last of them.
  ///   - onlyFailed: whether exchanges that succeeded are left out.
  ///   - showsMessages: whether the messages that an exchange carried have rows below its own.
  ///   - followsMessages: whether messages have rows when they come.
  init(
    _ reader: consuming HTTPReader, _ table: consuming HTTPTable, isLive: Bool, isQuick: Bool,
    _ filter: ExchangeFilter?,
    onlyFailed: Bool, showsMessages: Bool, followsMessages: Bool
  ) {
    self.followsMessages = followsMessages
    self.showsMessages = showsMessages
    self.filter = filter
    self.onlyFailed = onlyFailed
    self.reader = reader
    self.table = table
    self.isLive = isLive
    self.isQuick = isQuick
  }

  mutating func take<Source: CaptureSource & ~Copyable>(from source: inout Source) throws {
    do {
      while let frame = try next(of: &source) {
        if !hasFrame {
          hasFrame = true
          table.origin = frame.timestamp
        }
        reader.add(keys: source.takeKeyLog())
        reader.read(frame, source.bytes)
        try printEnded()
      }
    } catch let error as CaptureError {
      // Print what was read before the error.
      try finish()
      throw error
    }
    try finish()
  }

  /// The TLS connections whose exchanges could not be read.
  var unreadable: UnreadableConnections { reader.unreadable }

  /// The next frame. Writes the rows so far before it waits for a frame.
  private mutating func next<Source: CaptureSource & ~Copyable>(of source: inout Source) throws -> Frame? {
    if let frame = try source.nextIfReady() { return frame }
    if !isQuick {
      try table.begin()
      try table.flush()
    }
    return try source.next()
  }

  private mutating func printEnded() throws {
    while let message = reader.nextMessage() {
      for row in MessageRows(origin: table.origin).rows(message) { try table.print(row) }
    }
    order.barrier = isFinished ? PacketMark(number: 0, timestamp: table.origin) : reader.earliestAttempt()
    while let exchange = reader.next() {
      count += 1
      let isOrdered = !isLive && !followsMessages
      let attempt = isOrdered ? 1 : attempts.number(of: RequestAttempts.Note(exchange))
      guard !onlyFailed || exchange.isFailed, filter?.matches(exchange) ?? true else {
        if isOrdered {
          try order.skip(exchange) { try table.print($0, attempt: $1, withMessages: showsMessages) }
        }
        continue
      }
      passed += 1
      if !isOrdered {
        try table.print(exchange, attempt: attempt, withMessages: showsMessages)
      } else {
        // A row may wait for earlier ones, so drop the exchange's bytes, which would exceed the memory limit.
        try order.take(showsMessages ? exchange.withMessagesOnly : exchange.withoutDetail) {
          try table.print($0, attempt: $1, withMessages: showsMessages)
        }
      }
    }
  }

  private mutating func finish() throws {
    reader.finish()
    isFinished = true
    try printEnded()
    try order.finish { try table.print($0, attempt: $1, withMessages: showsMessages) }
    try table.begin()
    try table.flush()
    for line in reader.summary.remarks { Headwind.say("headwind: \(line)") }
  }
}
