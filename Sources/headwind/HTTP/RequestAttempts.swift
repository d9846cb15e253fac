import Exchanges
import Wire

/// Numbers the attempts of clients: a request that a client sends again after it failed is its next attempt.
struct RequestAttempts {
  /// The part of an exchange that is kept.
  struct Note {
    var number: Int
    /// The hash of the client's address, the method and the URL.
    var key: Int
    var isFailed: Bool

    init(_ exchange: HTTPExchange) {
      var hasher = Hasher()
      hasher.combine(exchange.client.address)
      hasher.combine(exchange.request?.method)
      hasher.combine(exchange.url ?? exchange.destination)
      (number, key, isFailed) = (exchange.number, hasher.finalize(), exchange.isFailed)
    }
  }

  /// The most requests that are remembered.
  private static let most = 65_536

  private var latest: [Int: (attempt: Int, isFailed: Bool)] = [:]

  /// The number of an attempt, from 1. Exchanges come in the order of their numbers.
  mutating func number(of note: Note) -> Int {
    if latest.count >= Self.most { latest = [:] }
    let before = latest[note.key]
    let attempt = before.map { $0.isFailed ? $0.attempt + 1 : 1 } ?? 1
    latest[note.key] = (attempt, note.isFailed)
    return attempt
  }
}
