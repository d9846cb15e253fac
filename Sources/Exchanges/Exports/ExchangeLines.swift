import Streams
import TextOutput
import Wire

/// Writes exchanges as JSON lines: every line has the same columns in the same order, each of one type or null.
///
/// `docs/exports.md` lists the columns.
struct ExchangeLines {
  static func append(_ exchange: HTTPExchange, _ notes: ExchangeNotes, to text: inout TextBuffer) {
    text.append("{\"number\":")
    text.append(json: exchange.number)
    text.append(",\"stream\":")
    text.append(json: exchange.stream < 0 ? nil : exchange.stream)
    appendTimes(exchange, notes, &text)
    appendEnds(exchange, &text)
    appendRequestLine(exchange, &text)
    appendStatusLine(exchange, &text)
    appendSizes("request", exchange.request, &text)
    appendSizes("response", exchange.response, &text)
    appendTrouble(exchange, notes, &text)
    appendPackets(exchange, &text)
    text.append(",\"http2_stream\":")
    text.append(json: exchange.http2Stream)
    text.append(",\"http2_error\":")
    text.append(jsonString: exchange.transport == .tcp ? exchange.streamError ?? exchange.goaway?.code : nil)
    text.append(",\"http3_stream\":")
    text.append(json: exchange.http3Stream)
    text.append(",\"http3_error\":")
    text.append(jsonString: exchange.transport == .quic ? exchange.streamError ?? exchange.goaway?.code : nil)
    text.append(",\"transport\":")
    text.append(jsonString: exchange.transport.rawValue)
    text.append(",\"http3_unused\":")
    text.append(jsonString: exchange.unusedHTTP3.map { "\($0.reason)" })
    text.append(",\"http3_offered\":")
    text.append(jsonString: exchange.unusedHTTP3?.offer.rawValue)
    text.append(",\"tls_version\":")
    text.append(jsonString: exchange.security?.version)
    MessageColumns.append(exchange, to: &text)
    let detail = exchange.detail ?? HTTPDetail()
    text.append(",\"request_headers\":")
    HeaderObject.append(detail.requestHead, from: 0, to: &text)
    text.append(",\"response_headers\":")
    HeaderObject.append(detail.responseHead, from: detail.finalHeadStart, to: &text)
    BodyColumns.append(
      "request", detail.requestBody, type: exchange.request?.fields.contentType, isCut: detail.isRequestBodyCut,
      failure: exchange.request?.decodingFailure, to: &text)
    BodyColumns.append(
      "response", detail.responseBody, type: exchange.response?.fields.contentType,
      isCut: detail.isResponseBodyCut, failure: exchange.response?.decodingFailure, to: &text)
    text.append("}\n")
  }

  private static func appendTimes(_ exchange: HTTPExchange, _ notes: ExchangeNotes, _ text: inout TextBuffer) {
    let began = exchange.began?.timestamp.nanoseconds
    text.append(",\"time\":")
    text.append(nanoseconds: began)
    text.append(",\"started\":")
    if let began { text.append(jsonTime: began) } else { text.append("null") }
    let timings = notes.timings
    let columns: [(String, Int64?)] = [
      (",\"ttfb\":", exchange.timeToFirstByte), (",\"total\":", exchange.total),
      (",\"request_time\":", exchange.requestTime), (",\"http_time\":", exchange.time),
      (",\"dns\":", timings.dns), (",\"connect\":", timings.connect), (",\"tls\":", timings.tls),
      (",\"blocked\":", timings.blocked),
      (",\"send\":", timings.send), (",\"wait\":", timings.wait), (",\"receive\":", timings.receive),
    ]
    for (name, value) in columns {
      text.append(name)
      text.append(nanoseconds: value)
    }
  }

  private static func appendEnds(_ exchange: HTTPExchange, _ text: inout TextBuffer) {
    text.append(",\"client_address\":")
    text.append(jsonString: exchange.client.address.description)
    text.append(",\"client_port\":")
    text.append(decimal: UInt64(exchange.client.port))
    text.append(",\"server_address\":")
    text.append(jsonString: exchange.server.address.description)
    text.append(",\"server_port\":")
    text.append(decimal: UInt64(exchange.server.port))
  }

  private static func appendRequestLine(_ exchange: HTTPExchange, _ text: inout TextBuffer) {
    let request = exchange.request
    let target = request?.target
    let mark = target?.utf8.firstIndex(of: UInt8(ascii: "?"))
    let columns: [(String, String?)] = [
      (",\"method\":", request?.method), (",\"host\":", request.map { $0.fields.host } ?? exchange.hostOfFailure),
      (",\"url\":", exchange.url),
      (",\"path\":", target.map { String(mark == nil ? $0[...] : $0[..<(mark ?? $0.endIndex)]) }),
      (",\"query\":", mark.flatMap { mark in target.map { String($0[$0.utf8.index(after: mark)...]) } }),
      (",\"request_version\":", request.map { $0.startLine.version }),
      (",\"request_type\":", request?.fields.contentType.map { BodyKind.media($0) }),
    ]
    for (name, value) in columns {
      text.append(name)
      text.append(jsonString: value)
    }
  }

  private static func appendStatusLine(_ exchange: HTTPExchange, _ text: inout TextBuffer) {
    text.append(",\"status\":")
    text.append(json: exchange.response?.status)
    text.append(",\"reason\":")
    text.append(jsonString: exchange.response?.reason)
    text.append(",\"response_version\":")
    text.append(jsonString: exchange.response.map { $0.startLine.version })
    text.append(",\"response_type\":")
    text.append(jsonString: exchange.response?.fields.contentType.map { BodyKind.media($0) })
    text.append(",\"interim\":[")
    for (index, status) in exchange.interim.enumerated() {
      if index > 0 { text.append(",") }
      text.append(json: status)
    }
    text.append("]")
  }

  private static func appendSizes(_ party: String, _ message: HTTPMessage?, _ text: inout TextBuffer) {
    let sizes: [(String, Int64?)] = [
      ("_wire_bytes\":", message?.wireLength), ("_body_bytes\":", message?.bodyLength),
      ("_decoded_bytes\":", message?.decodedLength), ("_missing_bytes\":", message?.missing),
    ]
    for (name, value) in sizes {
      text.append(",\"")
      text.append(party)
      text.append(name)
      text.append(json: value)
    }
  }

  private static func appendTrouble(_ exchange: HTTPExchange, _ notes: ExchangeNotes, _ text: inout TextBuffer) {
    text.append(",\"outcome\":")
    text.append(jsonString: exchange.outcome.word)
    text.append(",\"failed\":")
    text.append(json: exchange.isFailed)
    text.append(",\"trouble\":")
    text.append(jsonString: notes.trouble.isEmpty ? nil : notes.trouble)
    text.append(",\"attempts\":")
    text.append(json: notes.attempts)
    let counts = exchange.findingCounts
    let columns: [(String, Int)] = [
      (",\"retransmissions\":", counts.retransmissions), (",\"out_of_order\":", counts.outOfOrder),
      (",\"zero_windows\":", counts.zeroWindows), (",\"conflicts\":", counts.conflicts),
      (",\"lost_packets\":", counts.lostPackets),
    ]
    for (name, value) in columns {
      text.append(name)
      text.append(json: value)
    }
  }

  private static func appendPackets(_ exchange: HTTPExchange, _ text: inout TextBuffer) {
    let columns: [(String, PacketMark?)] = [
      (",\"request_packet\":", exchange.request?.first), (",\"response_packet\":", exchange.response?.first),
      (",\"end_packet\":", exchange.ended),
    ]
    for (name, mark) in columns {
      text.append(name)
      text.append(json: mark?.number)
    }
  }
}

extension HTTPOutcome {
  /// One word for programs.
  public var word: String {
    switch self {
    case .complete: "complete"
    case .open: "open"
    case .abandoned: "abandoned"
    case .unanswered: "unanswered"
    case .cutShort(let party): "cut_short_by_\(party)"
    case .reset(let party): "reset_by_\(party)"
    case .malformed: "malformed"
    case .lost: "lost"
    case .unconnected(let failure): failure.word
    case .evicted: "evicted"
    }
  }
}
