import ArgumentParser
import Dissection
import Exchanges
import Streams
import TextOutput
import Wire

/// The columns of `headwind http`. The names are those of Wireshark if it has the field.
enum HTTPColumn: String, CaseIterable, ExpressibleByArgument {
  case number
  /// The time of its first byte, in seconds since the first packet of the capture.
  case time
  /// The same as a time of day: `2026-01-31T12:00:00.123456789Z`.
  case started
  case method = "http.request.method"
  case url = "http.request.full_uri"
  case uri = "http.request.uri"
  case status = "http.response.code"
  case type = "http.content_type"
  /// The length of the response in its stream, including head and framing, in bytes.
  case wire
  /// The length of the decoded response body, in bytes.
  case decoded
  case firstByte = "ttfb"
  /// What the client waited: from the DNS query or the SYN of the exchange's new connection, or else from the request.
  case total
  /// From the first byte of the request to the end.
  case requestTime = "request_time"
  // The phases of the total.
  case dns, connect, tls, blocked, send, wait, receive
  /// The time as Wireshark computes it: from the packet that completed the request to the one that completed the
  /// response.
  case httpTime = "http.time"
  case version
  /// The version and the stream in short: `http/1.1`, `h2 #5`, `h3 #0`.
  case protocolName = "protocol"
  case stream = "tcp.stream"
  case http2Stream = "http2.streamid"
  /// The stream of QUIC that carries an exchange of HTTP/3.
  case http3Stream = "http3.streamid"
  case client
  case server
  /// The number of times that the client has sent the request, if it failed the times before.
  case attempt
  case trouble

  /// The columns of the table.
  static let table: [HTTPColumn] = [
    .number, .time, .method, .url, .status, .type, .wire, .decoded, .protocolName, .stream, .dns, .connect, .tls,
    .blocked, .send, .wait, .receive, .total, .attempt, .trouble,
  ]

  /// The phases of the total, in the order of time.
  static let phases: [HTTPColumn] = [.dns, .connect, .tls, .blocked, .send, .wait, .receive]

  /// The columns beside a waterfall.
  static let besideWaterfall: [HTTPColumn] = [.number, .method, .url, .status, .total]

  /// Whether bodies must be decoded for it.
  var needsDecoding: Bool { self == .decoded || self == .trouble }

  var title: String {
    switch self {
    case .method: "method"
    case .url: "URL"
    case .uri: "URI"
    case .status: "status"
    case .type: "type"
    case .stream: "connection"
    case .requestTime: "request"
    case .http2Stream: "h2 stream"
    case .http3Stream: "h3 stream"
    default: rawValue
    }
  }

  /// The time that the column shows, in nanoseconds; nil if there is none, or if it shows something else.
  func time(_ exchange: HTTPExchange) -> Int64? {
    switch self {
    case .firstByte: exchange.timeToFirstByte
    case .total: exchange.total
    case .requestTime: exchange.requestTime
    case .httpTime: exchange.time
    case .dns: exchange.timings.dns
    case .connect: exchange.timings.connect
    case .tls: exchange.timings.tls
    case .blocked: exchange.timings.blocked
    case .send: exchange.timings.send
    case .wait: exchange.timings.wait
    case .receive: exchange.timings.receive
    default: nil
    }
  }

  /// The value as text that is safe for a terminal; empty if there is none. Times are in seconds, sizes in bytes.
  func value(_ exchange: HTTPExchange, origin: Timestamp, attempt: Int = 1) -> String {
    switch self {
    case .number: String(exchange.number)
    case .time: exchange.began.map { Seconds.exact($0.timestamp - origin) } ?? ""
    case .started: exchange.began.map { CivilTime(nanoseconds: $0.timestamp.nanoseconds).standard } ?? ""
    case .method: HarmlessText.escaped(exchange.request?.method ?? "")
    case .url: HarmlessText.escaped(exchange.url ?? (exchange.failure == nil ? "" : exchange.destination))
    case .uri: HarmlessText.escaped(exchange.request?.target ?? "")
    case .status: exchange.response?.status.map(String.init) ?? ""
    case .type: HarmlessText.escaped(exchange.response?.fields.contentType ?? "")
    case .wire: exchange.response?.wireLength.map { String($0) } ?? ""
    case .decoded: exchange.response?.decodedLength.map { String($0) } ?? ""
    case .firstByte, .total, .requestTime, .dns, .connect, .tls, .blocked, .send, .wait, .receive, .httpTime:
      time(exchange).map(Seconds.exact) ?? ""
    case .version: (exchange.response ?? exchange.request)?.startLine.version ?? ""
    case .protocolName: HarmlessText.escaped(exchange.protocolName)
    case .stream: exchange.stream < 0 ? "" : (exchange.transport == .quic ? "q" : "") + String(exchange.stream)
    case .http2Stream: exchange.transport == .tcp ? exchange.streamID.map(String.init) ?? "" : ""
    case .http3Stream: exchange.transport == .quic ? exchange.streamID.map(String.init) ?? "" : ""
    case .client: exchange.client.description
    case .server: exchange.server.description
    case .attempt: String(attempt)
    case .trouble: HTTPTrouble.words(exchange)
    }
  }
}

/// A list of columns: names that are separated by commas.
struct HTTPColumns: ExpressibleByArgument {
  var columns: [HTTPColumn]

  init?(argument: String) {
    columns = []
    for name in argument.split(separator: ",") {
      guard let column = HTTPColumn(rawValue: String(name)) else { return nil }
      columns.append(column)
    }
  }
}
