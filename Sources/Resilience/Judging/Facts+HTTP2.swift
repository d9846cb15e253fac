import Streams

internal import Dissection
internal import Wire

/// How the client uses connections of HTTP/2 and HTTP/3.
extension Facts {
  /// What may be on its way when a frame of the server arrives, in nanoseconds.
  private static let crossing: Int64 = 100_000_000

  func streamAfterGoaway() -> Finding? {
    for (stream, goaway) in evidence.goaways {
      let late = evidence.requests.filter {
        $0.stream == stream && ($0.http2Stream != nil || $0.http3Stream != nil)
          && $0.packet.timestamp - goaway.timestamp > Self.crossing
      }
      guard let first = late.first else { continue }
      let waited = Seconds.text(first.packet.timestamp - goaway.timestamp)
      return Finding(
        "it opened a stream for \(first.method) \(first.target) \(waited) after the GOAWAY", [goaway, first.packet])
    }
    return nil
  }

  func streams(moreThan count: Int) -> Finding? {
    for request in evidence.requests where request.http2Stream != nil {
      guard let known = evidence.settings(of: request.stream),
        request.packet.timestamp - known.timestamp > Self.crossing
      else { continue }
      let open = evidence.streamsOpen(before: request).filter { $0.packet.number > known.number }
      guard open.count >= count else { continue }
      return Finding(
        "it opened a stream for \(request.method) \(request.target) beside \(open.count) open ones",
        (open + [request]).map(\.packet))
    }
    return nil
  }

  func received(moreThan bytes: Int) -> Finding? {
    guard let connection = evidence.connections.max(by: { $0.receivedBytes < $1.receivedBytes }),
      connection.receivedBytes > Int64(bytes)
    else { return nil }
    let last = [connection.lastReceived].compactMap { $0 }
    return Finding("it took \(connection.receivedBytes) bytes\(last.isEmpty ? "" : ", the last\(at(last))")", last)
  }
}
