import DequeModule
import Wire

/// Tells which attempt at the same request an exchange is: one more than the last that failed.
///
/// The same request is one of the same client address with the same method and URL. An attempt failed when it did not
/// come to its end, or was answered with 408, 425, 429 or 5xx.
struct AttemptCounter {
  private struct Request: Hashable {
    var client: IPAddress
    var method: String
    var url: String
  }

  /// How many requests are remembered.
  private static let limit = 16_384

  private var failures: [Request: Int] = [:]
  private var order: Deque<Request> = []

  mutating func attempt(_ exchange: HTTPExchange) -> Int {
    let isFailure = Self.isFailure(exchange)
    guard isFailure || !failures.isEmpty else { return 1 }
    guard let method = exchange.request?.method, let url = exchange.url else { return 1 }
    let request = Request(client: exchange.client.address, method: method, url: url)
    let before = failures[request] ?? 0
    if isFailure {
      if before == 0 { order.append(request) }
      failures[request] = before + 1
      if order.count > Self.limit, let oldest = order.popFirst() { failures[oldest] = nil }
    } else if before > 0 {
      failures[request] = nil
    }
    return before + 1
  }

  private static func isFailure(_ exchange: HTTPExchange) -> Bool {
    guard exchange.outcome == .complete, let status = exchange.response?.status else { return true }
    return status >= 500 || status == 408 || status == 425 || status == 429
  }
}
