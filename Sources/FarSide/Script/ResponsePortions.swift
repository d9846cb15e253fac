import NIOHTTP1

/// Splits a scripted response into the portions that are written at a time: the head, then parts of the body, each in
/// its form on the wire.
struct ResponsePortions {
  struct Portion: Equatable {
    var bytes: [UInt8]
    /// The pause before the next portion in nanoseconds.
    var pause: Int64
  }

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

  /// The next portion, or nil after the last.
  mutating func next() -> Portion? {
    if let head {
      self.head = nil
      // If the body starts at once, head and body share a segment.
      guard hasBody, response.pace == nil, let first = nextOfBody() else { return Portion(bytes: head, pause: 0) }
      return Portion(bytes: head + first.bytes, pause: first.pause)
    }
    return hasBody ? nextOfBody() : nil
  }

  private mutating func nextOfBody() -> Portion? {
    guard !isOver else { return nil }
    let end = min(response.stopsAfter ?? response.body.count, response.body.count)
    guard sent < end else {
      isOver = true
      let endsChunks = response.framing == .chunked && response.stopsAfter == nil
      return endsChunks ? Portion(bytes: Array("0\r\n\r\n".utf8), pause: 0) : nil
    }
    let count = min(response.pace?.bytes ?? Self.portionSize, end - sent)
    var bytes = response.body.bytes(in: sent..<(sent + count))
    sent += count
    if response.framing == .chunked {
      bytes = Array((String(count, radix: 16) + "\r\n").utf8) + bytes + [13, 10]
    }
    return Portion(bytes: bytes, pause: sent < end ? response.pace?.interval ?? 0 : 0)
  }

  private static func head(_ response: ScriptedResponse, reason: String, mayHaveBody: Bool) -> String {
    var head = "HTTP/1.1 \(response.status) \(reason)\r\n"
    for header in response.headers {
      head += "\(header.name): \(header.value)\r\n"
    }
    switch response.framing {
    case _ where !mayHaveBody: break
    case .length: head += "Content-Length: \(response.declaredLength ?? response.body.count)\r\n"
    case .chunked: head += "Transfer-Encoding: chunked\r\n"
    case .close: head += "Connection: close\r\n"
    }
    return head + "\r\n"
  }
}
