import Streams
import TextOutput
import Wire

/// Writes exchanges as spans of OpenTelemetry: a line of OTLP/JSON for each, as the file exporter writes them and as `/v1/traces` takes
/// them (OTLP 1.x, "JSON Protobuf Encoding"; OpenTelemetry semantic conventions for HTTP spans).
struct TraceSpans {
  /// `SPAN_KIND_INTERNAL` and `SPAN_KIND_CLIENT`.
  private static let (internalKind, clientKind) = (1, 3)

  static func append(
    _ exchange: HTTPExchange, _ notes: ExchangeNotes, _ creator: (name: String, version: String),
    to text: inout TextBuffer
  ) {
    let ids = TraceIDs(exchange)
    text.append("{\"resourceSpans\":[{\"resource\":{\"attributes\":[")
    append("service.name", exchange.client.address.description, isFirst: true, &text)
    text.append("]},\"scopeSpans\":[{\"scope\":{\"name\":")
    text.append(jsonString: creator.name)
    text.append(",\"version\":")
    text.append(jsonString: creator.version)
    text.append("},\"spans\":[")
    let timings = notes.timings
    let end = exchange.ended?.timestamp.nanoseconds ?? timings.started &+ timings.total
    begin(ids, span: ids.span, parent: ids.parent, exchange.request?.method ?? "connect", clientKind, &text)
    append(from: timings.started, to: max(timings.started, end), &text)
    appendAttributes(exchange, notes, &text)
    text.append("}")
    appendPhases(timings, ids, &text)
    text.append("]}]}]}\n")
  }

  private static func begin(
    _ ids: TraceIDs, span: UInt64, parent: UInt64?, _ name: String, _ kind: Int, _ text: inout TextBuffer
  ) {
    text.append("{\"traceId\":\"\(hexadecimal(ids.high))\(hexadecimal(ids.low))\",\"spanId\":\"\(hexadecimal(span))\"")
    if let parent { text.append(",\"parentSpanId\":\"\(hexadecimal(parent))\"") }
    text.append(",\"name\":")
    text.append(jsonString: name)
    text.append(",\"kind\":\(kind)")
  }

  /// Times are strings of nanoseconds, as 64-bit numbers of protobuf are in JSON.
  private static func append(from start: Int64, to end: Int64, _ text: inout TextBuffer) {
    text.append(",\"startTimeUnixNano\":\"\(max(0, start))\",\"endTimeUnixNano\":\"\(max(0, end))\"")
  }

  private static func appendPhases(_ timings: ExchangeTimings, _ ids: TraceIDs, _ text: inout TextBuffer) {
    var position = timings.started
    let phases: [(String, Int64?)] = [
      ("dns", timings.dns), ("connect", timings.connect), ("tls", timings.tls), ("blocked", timings.blocked),
      ("send", timings.send), ("wait", timings.wait), ("receive", timings.receive),
    ]
    for (index, (name, length)) in phases.enumerated() {
      guard let length, length > 0 || name != "blocked" else { continue }
      text.append(",")
      begin(ids, span: ids.child(index), parent: ids.span, name, internalKind, &text)
      append(from: position, to: position &+ length, &text)
      text.append("}")
      position &+= length
    }
  }

  private static func appendAttributes(_ exchange: HTTPExchange, _ notes: ExchangeNotes, _ text: inout TextBuffer) {
    text.append(",\"attributes\":[")
    append("network.transport", exchange.transport.rawValue, isFirst: true, &text)
    append("network.peer.address", exchange.server.address.description, &text)
    append("network.peer.port", Int64(exchange.server.port), &text)
    append("network.protocol.name", "http", &text)
    if let version = (exchange.response ?? exchange.request)?.startLine.version {
      append("network.protocol.version", String(version.drop { $0 != "/" }.dropFirst()), &text)
    }
    append("http.request.method", exchange.request?.method, &text)
    if exchange.request != nil { append("url.full", URLText.absolute(exchange), &text) }
    append("server.address", exchange.request?.fields.host ?? exchange.destination, &text)
    append("http.response.status_code", exchange.response?.status.map { Int64($0) }, &text)
    append("http.request.body.size", exchange.request?.bodyLength, &text)
    append("http.response.body.size", exchange.response?.bodyLength, &text)
    if notes.attempts > 1 { append("http.request.resend_count", Int64(notes.attempts - 1), &text) }
    append("tls.protocol.version", exchange.security?.version.map { String($0.drop { $0 != " " }.dropFirst()) }, &text)
    append("headwind.exchange", Int64(exchange.number), &text)
    if exchange.stream >= 0 {
      let name = exchange.transport == .quic ? "headwind.quic.connection" : "headwind.tcp.stream"
      append(name, Int64(exchange.stream), &text)
    }
    append("headwind.http2.stream", exchange.http2Stream, &text)
    append("headwind.http3.stream", exchange.http3Stream, &text)
    let isComplete = exchange.outcome == .complete
    if exchange.isFailed {
      append("error.type", isComplete ? exchange.response?.status.map { "\($0)" } : exchange.outcome.word, &text)
    }
    text.append("]")
    guard exchange.isFailed else { return }
    // `STATUS_CODE_ERROR`
    text.append(",\"status\":{\"code\":2")
    if !notes.trouble.isEmpty {
      text.append(",\"message\":")
      text.append(jsonString: notes.trouble)
    }
    text.append("}")
  }

  private static func append(_ name: String, _ value: String?, isFirst: Bool = false, _ text: inout TextBuffer) {
    guard let value else { return }
    text.append("\(isFirst ? "" : ","){\"key\":\"\(name)\",\"value\":{\"stringValue\":")
    text.append(jsonString: value)
    text.append("}}")
  }

  private static func append(_ name: String, _ value: Int64?, _ text: inout TextBuffer) {
    guard let value else { return }
    text.append(",{\"key\":\"\(name)\",\"value\":{\"intValue\":\"\(value)\"}}")
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
