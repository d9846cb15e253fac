import Streams
import Exchanges
import ArgumentParser
import Dissection
import TextOutput
import Wire

/// The columns of `headwind http`. The names are those of Wireshark if it has the field.
enum HTTPColumn: String, CaseIterable, ExpressibleByArgument {
  case number
  /// The time of its first byte, in seconds since the first packet of the capture.
  case time
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
  case total
  /// The time as Wireshark computes it: from the packet that completed the request to the one that completed the
  /// response.
  case httpTime = "http.time"
  case version
  case stream = "tcp.stream"
  case http2Stream = "http2.streamid"
  case client
  case server
  case trouble

  /// The columns of the table.
  static let table: [HTTPColumn] = [
    .number, .time, .method, .url, .status, .type, .wire, .decoded, .firstByte, .total, .trouble,
  ]

  /// Whether bodies must be decoded for it.
  var needsDecoding: Bool { self == .decoded || self == .trouble }

  var title: String {
    switch self {
    case .method: "method"
    case .url: "URL"
    case .uri: "URI"
    case .status: "status"
    case .type: "type"
    case .stream: "stream"
    case .http2Stream: "h2 stream"
    default: rawValue
    }
  }

  /// The value as text that is safe for a terminal; empty if there is none. Times are in seconds, sizes in bytes.
  func value(_ exchange: HTTPExchange, origin: Timestamp) -> String {
    switch self {
    case .number: String(exchange.number)
    case .time: exchange.began.map { Seconds.exact($0.timestamp - origin) } ?? ""
    case .method: HarmlessText.escaped(exchange.request?.method ?? "")
    case .url: HarmlessText.escaped(exchange.url ?? "")
    case .uri: HarmlessText.escaped(exchange.request?.target ?? "")
    case .status: exchange.response?.status.map(String.init) ?? ""
    case .type: HarmlessText.escaped(exchange.response?.fields.contentType ?? "")
    case .wire: exchange.response.map { String($0.range.count) } ?? ""
    case .decoded: exchange.response?.decodedLength.map { String($0) } ?? ""
    case .firstByte: exchange.timeToFirstByte.map(Seconds.exact) ?? ""
    case .total: exchange.total.map(Seconds.exact) ?? ""
    case .httpTime: exchange.time.map(Seconds.exact) ?? ""
    case .version: (exchange.response ?? exchange.request)?.startLine.version ?? ""
    case .stream: String(exchange.stream)
    case .http2Stream: exchange.streamID.map(String.init) ?? ""
    case .client: exchange.client.description
    case .server: exchange.server.description
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
