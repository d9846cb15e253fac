import Dissection
import Exchanges
import Streams

/// Sorts exchanges by their beginnings, within a limit, so that an endless exchange does not block others, and numbers their attempts.
///
/// Their numbers are in that order, except for those of connections that failed, which have none until then.
struct RowOrder {
  private static let limit = 4096

  /// An exchange that has ended; nil if it gets no row.
  private typealias Ended = (exchange: HTTPExchange?, note: RequestAttempts.Note)

  private var waiting: [Int: Ended] = [:]
  private var attempts = RequestAttempts()
  private var next = 1
  /// Those whose turn it is by their numbers, in the order of their beginnings.
  private var ready: [(exchange: HTTPExchange, attempt: Int)] = []
  /// The beginning of a connection that may still fail: what began later waits for it.
  var barrier: PacketMark?

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
    for (exchange, attempt) in ready { try row(exchange, attempt) }
    ready = []
  }

  private mutating func release(_ row: (HTTPExchange, Int) throws -> Void) rethrows {
    while let ended = waiting.removeValue(forKey: next) {
      next += 1
      try pass(ended, row)
    }
  }

  private mutating func pass(_ ended: Ended, _ row: (HTTPExchange, Int) throws -> Void) rethrows {
    let attempt = attempts.number(of: ended.note)
    guard let exchange = ended.exchange else { return }
    let began = Self.beginning(exchange)
    let place = ready.lastIndex { Self.beginning($0.exchange) <= began }.map { $0 + 1 } ?? 0
    ready.insert((exchange, attempt), at: place)
    while let first = ready.first,
      Self.beginning(first.exchange) < barrier?.number ?? .max || ready.count > Self.limit
    {
      ready.removeFirst()
      try row(first.exchange, first.attempt)
    }
  }

  private static func beginning(_ exchange: HTTPExchange) -> Int { exchange.began?.number ?? .max }
}
