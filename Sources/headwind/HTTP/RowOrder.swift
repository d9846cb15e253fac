import Dissection
import Exchanges

/// Sorts exchanges by their numbers, within a limit, so that an endless exchange does not block others, and numbers their attempts.
struct RowOrder {
  private static let limit = 4096

  /// An exchange that has ended; nil if it gets no row.
  private typealias Ended = (exchange: HTTPExchange?, note: RequestAttempts.Note)

  private var waiting: [Int: Ended] = [:]
  private var attempts = RequestAttempts()
  private var next = 1

  /// Takes an exchange that has ended, and passes on those whose turn it is, each with the number of its attempt.
  mutating func take(_ exchange: HTTPExchange, _ row: (HTTPExchange, Int) throws -> Void) rethrows {
    try take((exchange, RequestAttempts.Note(exchange)), row)
  }

  /// Skips an exchange that gets no row, and passes on those whose turn it is now.
  mutating func skip(_ exchange: HTTPExchange, _ row: (HTTPExchange, Int) throws -> Void) rethrows {
    try take((nil, RequestAttempts.Note(exchange)), row)
  }

  private mutating func take(_ ended: Ended, _ row: (HTTPExchange, Int) throws -> Void) rethrows {
    guard ended.note.number >= next else { return try pass(ended, row) }
    waiting[ended.note.number] = ended
    try release(row)
    // An endless exchange before them must not let them accumulate.
    if waiting.count > Self.limit, let first = waiting.keys.min() {
      next = first
      try release(row)
    }
  }

  /// Passes on all remaining exchanges.
  mutating func finish(_ row: (HTTPExchange, Int) throws -> Void) rethrows {
    for number in waiting.keys.sorted() {
      if let ended = waiting[number] { try pass(ended, row) }
    }
    waiting = [:]
  }

  private mutating func release(_ row: (HTTPExchange, Int) throws -> Void) rethrows {
    while let ended = waiting.removeValue(forKey: next) {
      next += 1
      try pass(ended, row)
    }
  }

  private mutating func pass(_ ended: Ended, _ row: (HTTPExchange, Int) throws -> Void) rethrows {
    let attempt = attempts.number(of: ended.note)
    if let exchange = ended.exchange { try row(exchange, attempt) }
  }
}
