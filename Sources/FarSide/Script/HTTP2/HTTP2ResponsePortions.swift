import NIOHTTP1

/// A part of a response of HTTP/2.
enum HTTP2ResponsePart: Equatable {
  /// - Parameter isLast: whether nothing follows.
  case head([ScriptedResponse.Header], isLast: Bool)
  /// - Parameter end: what ends the stream after the data, or nil if it goes on.
  case data([UInt8], end: HTTP2Outbox.End?)
}

/// The portions of a response of HTTP/2: its head, parts of its body, and its trailers with the last of these.
struct HTTP2ResponsePortions: ResponsePortioning {
  /// The portion size of a body without a pace.
  private static let portionSize = 64 << 10

  private let response: ScriptedResponse
  private let hasBody: Bool
  private var hasSentHead = false
  private var sent = 0
  private var isOver = false

  /// - Parameter method: the method of the request. The response to HEAD has no body (RFC 9110 section 9.3.2).
  init(_ response: ScriptedResponse, method: String) {
    self.response = response
    hasBody =
      method != "HEAD" && HTTPResponseStatus(statusCode: response.status).mayHaveResponseBody
      && (response.body.count > 0 || !response.trailers.isEmpty)
  }

  mutating func next() -> ResponsePortion? {
    guard hasSentHead else {
      hasSentHead = true
      return ResponsePortion(action: .part(.head(Self.head(response), isLast: !hasBody)), pause: 0)
    }
    guard hasBody, !isOver else { return nil }
    let end = min(response.stopsAfter ?? response.body.count, response.body.count)
    let count = min(response.pace?.bytes ?? Self.portionSize, end - sent)
    let bytes = response.body.bytes(in: sent..<(sent + count))
    sent += count
    isOver = sent == end
    let pause = isOver ? 0 : response.pace?.interval ?? 0
    return ResponsePortion(action: .part(.data(bytes, end: isOver ? ending : nil)), pause: pause)
  }

  /// How the stream ends. A response that breaks off leaves it open; the next step decides what follows.
  private var ending: HTTP2Outbox.End? {
    if response.stopsAfter != nil { return nil }
    return response.trailers.isEmpty ? .data : .trailers(response.trailers)
  }

  static func head(_ response: ScriptedResponse) -> [ScriptedResponse.Header] {
    let status = ScriptedResponse.Header(":status", String(response.status))
    let mayHaveBody = HTTPResponseStatus(statusCode: response.status).mayHaveResponseBody
    guard response.framing == .length, mayHaveBody else { return [status] + response.allHeaders }
    let length = ScriptedResponse.Header("content-length", String(response.declaredLength ?? response.body.count))
    return [status] + response.allHeaders + [length]
  }
}
