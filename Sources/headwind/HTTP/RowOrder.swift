import Dissection
import Exchanges

/// Sorts exchanges by their numbers, within a limit, so that an endless exchange does not block others.
struct RowOrder {
  private static let limit = 4096
  private var waiting: [Int: HTTPExchange] = [:]
  /// Numbers that get no row.
  private var skipped: Set<Int> = []
  private var next = 1

  /// Takes an exchange that has ended, and passes on those whose turn it is.
  mutating func take(_ exchange: HTTPExchange, _ row: (HTTPExchange) throws -> Void) rethrows {
    guard exchange.number >= next else { return try row(exchange) }
    waiting[exchange.number] = exchange
    try release(row)
    if waiting.count > Self.limit, let first = waiting.keys.min() {
      next = first
      try release(row)
    }
  }

  /// Skips an exchange that gets no row, and passes on those whose turn it is now.
  mutating func skip(_ number: Int, _ row: (HTTPExchange) throws -> Void) rethrows {
    guard number >= next else { return }
    skipped.insert(number)
    try release(row)
    // An endless exchange before them must not let them accumulate.
    if skipped.count > Self.limit, let first = (skipped.union(waiting.keys)).min() {
      next = first
      try release(row)
    }
  }

  /// Passes on all remaining exchanges.
  mutating func finish(_ row: (HTTPExchange) throws -> Void) rethrows {
    for number in waiting.keys.sorted() {
      if let exchange = waiting[number] { try row(exchange) }
    }
    waiting = [:]
  }

  private mutating func release(_ row: (HTTPExchange) throws -> Void) rethrows {
    while true {
      if let exchange = waiting.removeValue(forKey: next) {
        next += 1
        try row(exchange)
      } else if skipped.remove(next) != nil {
        next += 1
      } else {
        return
      }
    }
  }
}
