import Streams
import Wire

/// Which response a query waits for.
struct QueryKey: Hashable {
  var flow: FlowKey
  var identifier: UInt16
  /// Over HTTPS, where all IDs may be 0 (RFC 8484 section 4.1): the stream, and the question.
  var stream: UInt32?
  var question: DNSQuestion?
}

/// The DNS queries that wait for their responses; the oldest go when there are too many.
struct QueryPairs {
  struct Query {
    var request: PacketMark
    var response: PacketMark?
  }

  /// What one costs, in a table that is half full and in the order.
  private static let cost = 3 * MemoryLayout<QueryKey>.stride + 2 * MemoryLayout<Query>.stride
  /// A query that is asked again later than this is a new one, as to Wireshark. Nanoseconds.
  private static let patience: Int64 = 5_000_000_000

  private(set) var queries: [QueryKey: Query] = [:]
  private var order: [QueryKey] = []
  /// True if any was forgotten.
  private(set) var hasForgotten = false
  /// Half of how many there may be.
  private let most: Int

  /// - Parameter budget: how many bytes they may take.
  init(budget: Int) {
    most = max(16, budget / Self.cost / 2)
  }

  /// The query that this one repeats, if it is not answered yet.
  mutating func ask(_ key: QueryKey, _ packet: PacketMark) -> Query? {
    if let known = queries[key], known.response == nil, packet.timestamp - known.request.timestamp < Self.patience {
      return known
    }
    queries[key] = Query(request: packet)
    order.append(key)
    if order.count > 2 * most {
      for old in order.prefix(most) { queries[old] = nil }
      order.removeFirst(most)
      hasForgotten = true
    }
    return nil
  }

  /// The query that is answered, with the response that was there before if there was one.
  mutating func answer(_ key: QueryKey, _ packet: PacketMark) -> Query? {
    guard let known = queries[key] else { return nil }
    if known.response == nil { queries[key]?.response = packet }
    return known
  }
}
