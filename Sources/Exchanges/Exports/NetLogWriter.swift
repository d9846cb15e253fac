import Streams
import TextOutput
import Wire

/// Writes exchanges in the format of Chrome's net-log (chrome://net-export), for its viewer: a source of type URL_REQUEST for each, with
/// the events that Chrome would log for what packets show.
///
/// The numbers of events, sources and phases are a file's own: its `constants` say what they mean (net/log/file_net_log_observer.cc).
struct NetLogWriter {
  private enum Event: Int, CaseIterable {
    case requestAlive = 1
    case startJob, hostResolver, tcpConnect, sslConnect, sendRequest, sendHeaders, readHeaders, readResponseHeaders,
      readBody
    case failed, quicConnect

    var name: String {
      switch self {
      case .requestAlive: "REQUEST_ALIVE"
      case .startJob: "URL_REQUEST_START_JOB"
      case .hostResolver: "HOST_RESOLVER_MANAGER_REQUEST"
      case .tcpConnect: "TCP_CONNECT"
      case .quicConnect: "QUIC_SESSION_POOL_JOB_CONNECT"
      case .sslConnect: "SSL_CONNECT"
      case .sendRequest: "HTTP_TRANSACTION_SEND_REQUEST"
      case .sendHeaders: "HTTP_TRANSACTION_SEND_REQUEST_HEADERS"
      case .readHeaders: "HTTP_TRANSACTION_READ_HEADERS"
      case .readResponseHeaders: "HTTP_TRANSACTION_READ_RESPONSE_HEADERS"
      case .readBody: "HTTP_TRANSACTION_READ_BODY"
      case .failed: "FAILED"
      }
    }
  }

  private enum Phase: Int {
    case none, begin, end
  }

  /// The errors of Chrome that say what failed (net/base/net_error_list.h).
  private static let errors: [(name: String, code: Int)] = [
    ("ERR_FAILED", -2), ("ERR_ABORTED", -3), ("ERR_CONNECTION_CLOSED", -100), ("ERR_CONNECTION_RESET", -101),
    ("ERR_CONNECTION_REFUSED", -102), ("ERR_NAME_NOT_RESOLVED", -105), ("ERR_SSL_PROTOCOL_ERROR", -107),
    ("ERR_CONNECTION_TIMED_OUT", -118), ("ERR_INVALID_HTTP_RESPONSE", -370), ("ERR_EMPTY_RESPONSE", -324),
    ("ERR_CONTENT_LENGTH_MISMATCH", -354), ("ERR_QUIC_HANDSHAKE_FAILED", -358),
  ]

  static func begin(_ creator: (name: String, version: String), to text: inout TextBuffer) {
    text.append("{\"constants\":{\"clientInfo\":{\"name\":")
    text.append(jsonString: creator.name)
    text.append(",\"version\":")
    text.append(jsonString: creator.version)
    text.append(",\"os_type\":\"Linux\",\"command_line\":\"\"},\"logFormatVersion\":1,\"timeTickOffset\":\"0\",")
    text.append("\"logCaptureMode\":\"IncludeSensitive\",\"logEventTypes\":{")
    text.append(Event.allCases.map { "\"\($0.name)\":\($0.rawValue)" }.joined(separator: ","))
    text.append("},\"logSourceType\":{\"NONE\":0,\"URL_REQUEST\":1},")
    text.append("\"logEventPhase\":{\"PHASE_NONE\":0,\"PHASE_BEGIN\":1,\"PHASE_END\":2},\"netError\":{")
    text.append(errors.map { "\"\($0.name)\":\($0.code)" }.joined(separator: ","))
    text.append(
      "},\"loadFlag\":{\"NORMAL\":0},\"loadState\":{\"IDLE\":0},\"addressFamily\":{\"ADDRESS_FAMILY_UNSPECIFIED\":0},")
    text.append(
      "\"certStatusFlag\":{},\"certVerifierFlags\":{},\"quicError\":{},\"quicRstStreamError\":{},\"secureDnsMode\":{},")
    text.append("\"dnsQueryType\":{},\"activeFieldTrialGroups\":[]},\n\"events\":[")
  }

  static func finish(to text: inout TextBuffer) { text.append("\n]}\n") }

  static func append(_ exchange: HTTPExchange, _ notes: ExchangeNotes, isFirst: Bool, to text: inout TextBuffer) {
    var writer = NetLogWriter(text: text, id: exchange.number, started: notes.timings.started, isFirst: isFirst)
    text = TextBuffer()
    writer.append(exchange, notes.timings)
    text = writer.text
  }

  private var text: TextBuffer
  private let id: Int
  private let started: Int64
  private var isFirst: Bool
  /// The time of the next event, in nanoseconds since 1970.
  private var now: Int64

  private init(text: TextBuffer, id: Int, started: Int64, isFirst: Bool) {
    (self.text, self.id, self.started, self.isFirst, now) = (text, id, started, isFirst, started)
  }

  private mutating func append(_ exchange: HTTPExchange, _ timings: ExchangeTimings) {
    let url = URLText.absolute(exchange)
    event(.requestAlive, .begin)
    event(.startJob, .begin) { text in
      text.append("\"url\":")
      text.append(jsonString: url)
      text.append(",\"method\":")
      text.append(jsonString: exchange.request?.method ?? "")
    }
    phase(.hostResolver, timings.dns) { text in
      text.append("\"host\":")
      text.append(jsonString: exchange.destination)
    }
    phase(exchange.transport == .quic ? .quicConnect : .tcpConnect, timings.connect) { text in
      text.append("\"address_list\":[")
      text.append(jsonString: exchange.server.description)
      text.append("]")
    }
    phase(.sslConnect, timings.tls, nil)
    now &+= timings.blocked ?? 0
    if exchange.request != nil { appendMessages(exchange, timings) }
    if exchange.outcome != .complete {
      let code = Self.error(exchange)
      event(.failed, .none) { $0.append("\"net_error\":\(code)") }
    }
    event(.startJob, .end)
    event(.requestAlive, .end)
  }

  private mutating func appendMessages(_ exchange: HTTPExchange, _ timings: ExchangeTimings) {
    let detail = exchange.detail ?? HTTPDetail()
    event(.sendRequest, .begin)
    event(.sendHeaders, .none) { text in
      text.append("\"line\":")
      text.append(jsonString: Array(detail.requestHead.prefix { $0 != 0x0D && $0 != 0x0A }).span)
      text.append(",\"headers\":")
      Self.append(HeadField.all(of: detail.requestHead), first: nil, &text)
    }
    now &+= timings.send ?? 0
    event(.sendRequest, .end)
    phase(.readHeaders, timings.wait, nil)
    guard exchange.response != nil else { return }
    event(.readResponseHeaders, .none) { text in
      text.append("\"headers\":")
      let head = detail.responseHead.dropFirst(detail.finalHeadStart)
      let fields = HeadField.all(of: detail.responseHead, from: detail.finalHeadStart)
      Self.append(fields, first: Array(head.prefix { $0 != 0x0D && $0 != 0x0A }), &text)
    }
    phase(.readBody, timings.receive, nil)
  }

  /// A phase begins and ends, if there was one.
  private mutating func phase(_ event: Event, _ length: Int64?, _ parameters: ((inout TextBuffer) -> Void)?) {
    guard let length else { return }
    self.event(event, .begin, parameters)
    now &+= length
    self.event(event, .end)
  }

  private mutating func event(_ event: Event, _ phase: Phase, _ parameters: ((inout TextBuffer) -> Void)? = nil) {
    text.append(isFirst ? "\n" : ",\n")
    isFirst = false
    // Ticks are milliseconds.
    text.append(
      "{\"phase\":\(phase.rawValue),\"source\":{\"id\":\(id),\"start_time\":\"\(started / 1_000_000)\",\"type\":1},")
    text.append("\"time\":\"\(now / 1_000_000)\",\"type\":\(event.rawValue)")
    if let parameters {
      text.append(",\"params\":{")
      parameters(&text)
      text.append("}")
    }
    text.append("}")
  }

  private static func append(_ fields: [HeadField], first: [UInt8]?, _ text: inout TextBuffer) {
    text.append("[")
    if let first { text.append(jsonString: first.span) }
    for (index, field) in fields.enumerated() {
      if index > 0 || first != nil { text.append(",") }
      text.append(jsonString: (field.name + [0x3A, 0x20] + field.value).span)
    }
    text.append("]")
  }

  private static func error(_ exchange: HTTPExchange) -> Int {
    let name =
      switch exchange.outcome {
      case .complete, .open, .lost, .evicted: "ERR_FAILED"
      case .abandoned: "ERR_ABORTED"
      case .unanswered: "ERR_EMPTY_RESPONSE"
      case .cutShort: exchange.response == nil ? "ERR_CONNECTION_CLOSED" : "ERR_CONTENT_LENGTH_MISMATCH"
      case .reset, .unconnected(.reset): "ERR_CONNECTION_RESET"
      case .malformed: "ERR_INVALID_HTTP_RESPONSE"
      case .unconnected(.refused): "ERR_CONNECTION_REFUSED"
      case .unconnected(.rejected) where exchange.transport == .quic: "ERR_QUIC_HANDSHAKE_FAILED"
      case .unconnected(.rejected): "ERR_CONNECTION_REFUSED"
      case .unconnected(.unanswered): "ERR_CONNECTION_TIMED_OUT"
      case .unconnected(.initialUnanswered), .unconnected(.closed), .unconnected(.versionNegotiation):
        "ERR_QUIC_HANDSHAKE_FAILED"
      case .unconnected(.alert) where exchange.transport == .quic: "ERR_QUIC_HANDSHAKE_FAILED"
      case .unconnected(.alert), .unconnected(.handshakeCutShort): "ERR_SSL_PROTOCOL_ERROR"
      case .unconnected: "ERR_NAME_NOT_RESOLVED"
      }
    return errors.first { $0.name == name }?.code ?? -2
  }
}
