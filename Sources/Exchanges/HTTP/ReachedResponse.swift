import Streams

/// A response as far as it had come at some time.
struct ReachedResponse {
  /// Nil if nothing had come.
  let message: HTTPMessage?
  /// The number of bytes of the body that were kept by then.
  let keptCount: Int

  init(_ message: HTTPMessage?, body: BodyReader?) {
    var message = message
    message?.last = nil
    if let body, message?.decodingFailure == nil { message?.decodedLength = body.decodedLength }
    self.message = message
    keptCount = body?.kept.count ?? 0
  }

  /// The number of bytes of the server's stream that it had.
  var count: Int { message?.range.count ?? 0 }
}

extension HTTPDetail {
  /// Forgets what came of a response after `end`.
  mutating func cut(to reached: ReachedResponse, after end: PacketMark) {
    if reached.message == nil { responseHead = Array(responseHead.prefix(finalHeadStart)) }
    responseBody = Array(responseBody.prefix(reached.keptCount))
    sources.removeAll { $0.party == .server && $0.packet.number > end.number }
    let count = messages.count
    messages.removeAll { $0.party == .server && $0.packet.number > end.number }
    messageCount -= count - messages.count
  }
}
