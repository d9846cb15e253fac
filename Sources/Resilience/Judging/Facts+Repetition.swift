import Streams

internal import Dissection
internal import Wire

/// How the client keeps copies of a request apart from other requests, and what it does with copies that it no longer needs.
extension Facts {
  private var keyed: [(name: String, requests: [ObservedRequest])] {
    let able = evidence.requests.filter { ["POST", "PATCH"].contains($0.method) }
    return Dictionary(grouping: able) { "\($0.method) \($0.target)" }
      .map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
  }

  /// Copies with different keys are different requests for the server (draft-ietf-httpapi-idempotency-key-header, section 2).
  func changedIdempotencyKey() -> Finding? {
    for (name, requests) in keyed where requests.contains(where: { $0.idempotencyKey != nil }) {
      let times = scenario.requests.count { name == "\($0.method) \($0.target)" }
      let keys = Set(requests.map(\.idempotencyKey))
      guard keys.count > max(times, 1) else { continue }
      let first = requests[0].idempotencyKey
      let other = requests.first { $0.idempotencyKey != first } ?? requests[0]
      let words = { (key: String?) in key.map { "the key \($0)" } ?? "no key" }
      return Finding(
        "it sent \(name) with \(words(first)), and again with \(words(other.idempotencyKey))",
        [requests[0].packet, other.packet])
    }
    return nil
  }

  func sharedIdempotencyKey() -> Finding? {
    var owners: [String: (name: String, packet: PacketMark)] = [:]
    for (name, requests) in keyed {
      for request in requests {
        guard let key = request.idempotencyKey else { continue }
        if let owner = owners[key], owner.name != name {
          return Finding(
            "it sent \(owner.name) and \(name) with the same key \(key)", [owner.packet, request.packet])
        }
        owners[key] = owners[key] ?? (name, request.packet)
      }
    }
    return nil
  }

  /// The copies of requests that were sent while the first one was still to be answered.
  var hedges: [(first: ObservedRequest, second: ObservedRequest)] {
    evidence.requests.enumerated().compactMap { index, second in
      let first = evidence.requests[..<index].last { first in
        let isOpen = [first.answered, first.ended].allSatisfy { $0.map { $0.number > second.packet.number } ?? true }
        return first.isSame(as: second) && isOpen
          && (first.stream != second.stream || first.http2Stream != second.http2Stream)
      }
      return first.map { ($0, second) }
    }
  }

  func loserLeftOpen(longerThan time: Int64) -> Finding? {
    for (first, second) in hedges {
      let order = [first, second].filter { $0.completed != nil }
      guard let winner = order.min(by: { ($0.completed?.number ?? 0) < ($1.completed?.number ?? 0) }),
        let won = winner.completed
      else { continue }
      let loser = winner == first ? second : first
      let connection = evidence.connection(of: loser)
      let end = loser.http2Stream == nil ? connection?.closedByClient : loser.ended
      let limit = won.timestamp.later(by: time)
      if let end, end.timestamp <= limit { continue }
      let words = end.map { "for \(Seconds.text($0.timestamp - won.timestamp))" } ?? "to the end"
      return Finding(
        "it left the other attempt at \(loser.method) \(loser.target) open \(words) after the answer",
        [loser.packet, won] + (end.map { [$0] } ?? []),
        overrun: end.map { Overrun(from: won.timestamp, limit: limit, at: $0.timestamp) })
    }
    return nil
  }
}
