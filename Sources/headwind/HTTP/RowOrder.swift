import Exchanges
import Dissection

/// Puts exchanges back in the order of their numbers, as far as a bound allows: one that lasts for ever holds no others up.
struct RowOrder {
  private static let limit = 4096
  private var waiting: [Int: HTTPExchange] = [:]
  /// Numbers that get no row.
  private var skipped: Set<Int> = []
  private var next = 1

  /// Takes an exchange that has ended, and gives those whose turn it is.
  mutating func take(_ exchange: HTTPExchange, _ row: (HTTPExchange) throws -> Void) rethrows {
    guard exchange.number >= next else { return try row(exchange) }
    waiting[exchange.number] = exchange
    try release(row)
    if waiting.count > Self.limit, let first = waiting.keys.min() {
      next = first
      try release(row)
    }
  }

  /// Says that an exchange gets no row, and gives those whose turn it is now.
  mutating func skip(_ number: Int, _ row: (HTTPExchange) throws -> Void) rethrows {
    guard number >= next else { return }
    skipped.insert(number)
    try release(row)
    // One that lasts for ever before them must not make them pile up.
    if skipped.count > Self.limit, let first = (skipped.union(waiting.keys)).min() {
      next = first
      try release(row)
    }
  }

  /// Gives all that is left.
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
