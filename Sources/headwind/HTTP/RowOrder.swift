import Dissection

/// Puts exchanges back in the order of their numbers, as far as a bound allows: one that lasts for ever holds no others up.
struct RowOrder {
  private static let limit = 4096
  private var waiting: [Int: HTTPExchange] = [:]
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

  /// Gives all that is left.
  mutating func finish(_ row: (HTTPExchange) throws -> Void) rethrows {
    for number in waiting.keys.sorted() {
      if let exchange = waiting[number] { try row(exchange) }
    }
    waiting = [:]
  }

  private mutating func release(_ row: (HTTPExchange) throws -> Void) rethrows {
    while let exchange = waiting.removeValue(forKey: next) {
      next += 1
      try row(exchange)
    }
  }
}
