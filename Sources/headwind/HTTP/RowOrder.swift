import Dissection
import Exchanges
import Streams

/// Sorts exchanges by their beginnings, within a limit, so that an endless exchange does not block others.
///
/// Their numbers are in that order, except for those of connections that failed, which have none until then.
struct RowOrder {
  private static let limit = 4096
  private var waiting: [Int: HTTPExchange] = [:]
  /// Numbers that get no row.
  private var skipped: Set<Int> = []
  private var next = 1
  /// Those whose turn it is by their numbers, in the order of their beginnings.
  private var ready: [HTTPExchange] = []
  /// The beginning of a connection that may still fail: what began later waits for it.
  var barrier: PacketMark?

  /// Takes an exchange that has ended, and passes on those whose turn it is.
  mutating func take(_ exchange: HTTPExchange, _ row: (HTTPExchange) throws -> Void) rethrows {
    guard exchange.number >= next else { return try pass(exchange, row) }
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
      if let exchange = waiting[number] { try pass(exchange, row) }
    }
    waiting = [:]
    for exchange in ready { try row(exchange) }
    ready = []
  }

  private mutating func pass(_ exchange: HTTPExchange, _ row: (HTTPExchange) throws -> Void) rethrows {
    let began = exchange.began?.number ?? .max
    let place = ready.lastIndex { $0.began?.number ?? .max <= began }.map { $0 + 1 } ?? 0
    ready.insert(exchange, at: place)
    while let first = ready.first, first.began?.number ?? .max < barrier?.number ?? .max || ready.count > Self.limit {
      try row(ready.removeFirst())
    }
  }

  private mutating func release(_ row: (HTTPExchange) throws -> Void) rethrows {
    while true {
      if let exchange = waiting.removeValue(forKey: next) {
        next += 1
        try pass(exchange, row)
      } else if skipped.remove(next) != nil {
        next += 1
      } else {
        return
      }
    }
  }
}
