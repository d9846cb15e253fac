import NIOHTTP1

/// A part of a response that is written at a time.
struct ResponsePortion: Equatable {
  var action: ScriptPlayer.Action
  /// The pause before the next portion in nanoseconds.
  var pause: Int64
}

/// Splits a scripted response into portions: the head, then parts of the body.
protocol ResponsePortioning {
  /// The next portion, or nil after the last.
  mutating func next() -> ResponsePortion?
}

/// The portions of a response of HTTP/1.1, each in its form on the wire.
struct ResponsePortions: ResponsePortioning {
  /// The portion size of a body without a pace.
  private static let portionSize = 16 << 10

  private let response: ScriptedResponse
  private let hasBody: Bool
  private var head: [UInt8]?
  private var sent = 0
  private var isOver = false

  /// - Parameter method: the method of the request. The response to HEAD has no body (RFC 9110 section 9.3.2).
  init(_ response: ScriptedResponse, method: String) {
    self.response = response
    let status = HTTPResponseStatus(statusCode: response.status)
    hasBody = method != "HEAD" && status.mayHaveResponseBody
    head = Array(Self.head(response, reason: status.reasonPhrase, mayHaveBody: status.mayHaveResponseBody).utf8)
  }

  mutating func next() -> ResponsePortion? {
    nextBytes().map { ResponsePortion(action: .write($0.bytes), pause: $0.pause) }
  }

  private mutating func nextBytes() -> (bytes: [UInt8], pause: Int64)? {
    if let head {
      self.head = nil
      // If the body starts at once, head and body share a segment.
      guard hasBody, response.pace == nil, let first = nextOfBody() else { return (head, 0) }
      return (head + first.bytes, first.pause)
    }
    return hasBody ? nextOfBody() : nil
  }

  private mutating func nextOfBody() -> (bytes: [UInt8], pause: Int64)? {
    guard !isOver else { return nil }
    let end = min(response.stopsAfter ?? response.body.count, response.body.count)
    guard sent < end else {
      isOver = true
      let endsChunks = response.framing == .chunked && response.stopsAfter == nil
      return endsChunks ? (Array("0\r\n\(Self.lines(response.trailers))\r\n".utf8), 0) : nil
    }
    let count = min(response.pace?.bytes ?? Self.portionSize, end - sent)
    var bytes = response.body.bytes(in: sent..<(sent + count))
    sent += count
    if response.framing == .chunked {
      bytes = Array((String(count, radix: 16) + "\r\n").utf8) + bytes + [13, 10]
    }
    return (bytes, sent < end ? response.pace?.interval ?? 0 : 0)
  }

  private static func head(_ response: ScriptedResponse, reason: String, mayHaveBody: Bool) -> String {
    var head = "HTTP/1.1 \(response.status) \(reason)\r\n"
    head += lines(response.allHeaders)
    switch response.framing {
    case _ where !mayHaveBody: break
    case .length: head += "Content-Length: \(response.declaredLength ?? response.body.count)\r\n"
    case .chunked: head += "Transfer-Encoding: chunked\r\n"
    case .close: head += "Connection: close\r\n"
    }
    return head + "\r\n"
  }

  /// The head of a response that may have a body.
  static func head(_ response: ScriptedResponse) -> [UInt8] {
    let status = HTTPResponseStatus(statusCode: response.status)
    return Array(head(response, reason: status.reasonPhrase, mayHaveBody: status.mayHaveResponseBody).utf8)
  }

  static func lines(_ headers: [ScriptedResponse.Header]) -> String {
    headers.map { "\($0.name): \($0.value)\r\n" }.joined()
  }
}
