import ArgumentParser
import Exchanges
import Streams
import Wire

/// What `headwind http --sort` sorts by.
enum HTTPSortKey: String, CaseIterable, ExpressibleByArgument {
  case total
  case firstByte = "ttfb"
  case requestTime = "request_time"
  case dns, connect, tls, wait, receive
  case size, decoded, status, url, time, number

  /// What comes first: the smallest rank.
  enum Rank: Comparable {
    case number(Int64)
    case text(String)
    /// An exchange that has no such value comes last.
    case none
  }

  func rank(_ exchange: HTTPExchange) -> Rank {
    let quantity: Int64?
    switch self {
    case .url:
      return (exchange.url ?? exchange.destination).isEmpty ? .none : .text(exchange.url ?? exchange.destination)
    case .number: return .number(Int64(exchange.number))
    case .time: return exchange.began.map { .number($0.timestamp.nanoseconds) } ?? .none
    case .status: return exchange.response?.status.map { .number(Int64($0)) } ?? .none
    case .size: quantity = exchange.response?.wireLength
    case .decoded: quantity = exchange.response?.decodedLength
    case .total: quantity = exchange.total
    case .firstByte: quantity = exchange.timeToFirstByte
    case .requestTime: quantity = exchange.requestTime
    case .dns: quantity = exchange.timings.dns
    case .connect: quantity = exchange.timings.connect
    case .tls: quantity = exchange.timings.tls
    case .wait: quantity = exchange.timings.wait
    case .receive: quantity = exchange.timings.receive
    }
    // The longest and the largest come first.
    return quantity.map { .number(0 &- $0) } ?? .none
  }
}
