import Streams

internal import Dissection
internal import Wire

/// When the client sends a further request on a connection of HTTP/1.x.
extension Facts {
  /// What may be on its way when the client sends, in nanoseconds.
  private static let crossing: Int64 = 100_000_000

  func requestOnClosedConnection() -> Finding? {
    for request in evidence.requests {
      guard let closed = evidence.connection(of: request)?.closedByServer,
        request.packet.timestamp - closed.timestamp > Self.crossing
      else { continue }
      let late = Seconds.text(request.packet.timestamp - closed.timestamp)
      return Finding(
        "it sent \(request.method) \(request.target) \(late) after the server had closed the connection",
        [closed, request.packet])
    }
    return nil
  }

  func requestBeforeResponseEnded() -> Finding? {
    let plain = evidence.requests.filter { $0.http2Stream == nil && $0.stream >= 0 }
    for (_, requests) in Dictionary(grouping: plain, by: \.stream).sorted(by: { $0.key < $1.key }) {
      for (before, after) in zip(requests, requests.dropFirst()) {
        if let completed = before.completed, completed.number < after.packet.number { continue }
        return Finding(
          "it sent \(after.method) \(after.target) while the response to \(before.method) \(before.target) had not ended",
          [before.answered, after.packet].compactMap { $0 })
      }
    }
    return nil
  }
}
