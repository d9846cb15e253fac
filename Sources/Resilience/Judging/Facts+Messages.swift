import Exchanges
import Streams

internal import Dissection
internal import Wire

/// What the client does with the messages of WebSockets, event streams and gRPC calls.
extension Facts {
  func unansweredPing() -> Finding? {
    for request in evidence.requests {
      for ping in request.dialogue.messages where ping.party == .server && ping.kind == .ping {
        let isAnswered = request.dialogue.messages.contains {
          $0.party == .client && $0.kind == .pong && $0.bytes == ping.bytes && $0.packet.number > ping.packet.number
        }
        if !isAnswered { return Finding("it did not answer the ping\(at([ping.packet]))", [ping.packet]) }
      }
    }
    return nil
  }

  func unansweredClose(within time: Int64) -> Finding? {
    for request in evidence.requests {
      guard let asked = Self.close(by: .server, in: request) else { continue }
      guard let answer = Self.close(by: .client, in: request) else {
        return Finding("it did not answer the close frame\(at([asked.packet]))", [asked.packet])
      }
      let (sent, limit) = (answer.packet.timestamp, asked.packet.timestamp.later(by: time))
      guard sent > limit else { continue }
      let waited = Seconds.text(sent - asked.packet.timestamp)
      return Finding(
        "it answered the close frame only after \(waited)", [asked.packet, answer.packet],
        overrun: Overrun(from: asked.packet.timestamp, limit: limit, at: sent))
    }
    return nil
  }

  private static func close(by party: HTTPParty, in request: ObservedRequest) -> ExchangeMessage? {
    request.dialogue.messages.first { message in
      if case .close = message.kind { message.party == party } else { false }
    }
  }

  /// Whether the client, of its own accord, closes a WebSocket with another code, or without a close frame.
  func closing(otherThanWith code: Int) -> Finding? {
    var isClosed = false
    for request in evidence.requests {
      guard let own = Self.close(by: .client, in: request), case .close(let sent) = own.kind else { continue }
      if let other = Self.close(by: .server, in: request), other.packet.number < own.packet.number { continue }
      isClosed = true
      if sent.map({ Int($0) }) != code {
        return Finding(
          "it closed \(sent.map { "with code \($0)" } ?? "without a code")\(at([own.packet]))", [own.packet])
      }
    }
    if isClosed { return nil }
    let last = evidence.connections.compactMap(\.closedByClient)
    return Finding("it sent no close frame of its own", Array(last.prefix(1)))
  }

  /// A connection is silent from the last data of the server on. The client notices it when it sends a close frame, closes the connection,
  /// asks for another, or ends.
  func lateNotice(after time: Int64) -> Finding? {
    for connection in evidence.connections where connection.established != nil {
      guard let last = connection.lastReceived ?? connection.established else { continue }
      let closes = evidence.requests.filter { $0.stream == connection.stream }
        .compactMap { Self.close(by: .client, in: $0)?.packet }
      let others = (evidence.connections.flatMap(\.attempts) + evidence.nameQueries.map(\.packet) + closes)
        .filter { $0.timestamp > last.timestamp }
      let signs = ([connection.closedByClient, connection.closedByServer].compactMap { $0 } + others)
        .min { $0.timestamp < $1.timestamp }
      let noticed = min(signs?.timestamp ?? outcome.ended, outcome.ended)
      let limit = last.timestamp.later(by: time)
      guard noticed > limit else { continue }
      return Finding(
        "the last data came\(at([last])), and it noticed the silence \(Seconds.text(noticed - last.timestamp)) later",
        [last] + [signs].compactMap { $0 }, overrun: Overrun(from: last.timestamp, limit: limit, at: noticed))
    }
    return nil
  }

  func missingResumption(from ids: [String]) -> Finding? {
    let asked = evidence.requests.filter(\.dialogue.wantsEvents)
    let wrong = asked.dropFirst().first { request in !ids.contains { $0 == request.dialogue.lastEventID } }
    return wrong.map { request in
      let id = request.dialogue.lastEventID.map { "with Last-Event-ID: \($0)" } ?? "without Last-Event-ID"
      return Finding("it asked for the stream again \(id)", [request.packet])
    }
  }

  /// A call has the caller's deadline as its timeout (gRPC over HTTP/2, "Timeout"), and a retry no more than what is left of it.
  func missingTimeout() -> Finding? {
    for call in evidence.requests where call.dialogue.isCall {
      guard let timeout = call.dialogue.timeout else {
        return Finding("it sent no grpc-timeout\(at([call.packet]))", [call.packet])
      }
      let left = limit - call.packet.timestamp
      if timeout > left {
        return Finding(
          "it sent a grpc-timeout of \(Seconds.text(timeout)), \(Seconds.text(max(0, left))) before its deadline",
          [call.packet])
      }
    }
    return nil
  }

  func brokenMessage() -> Finding? {
    guard outcome.hasOnlyWholeMessages == false else { return nil }
    return Finding("its output is not the messages that came whole, in their order, each with a line feed")
  }
}
