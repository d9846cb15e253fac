import Streams
import TextOutput
import Wire

/// Connections and exchanges as JSON objects, for programs; times are seconds since 1970. docs/control.md lists the members.
public enum TrafficLines {
  /// A connection.
  public static func text(_ connection: ConnectionRecord) -> String {
    var text = TextBuffer(capacity: 512)
    text.append("{\"stream\":")
    text.append(json: connection.stream)
    text.append(",\"state\":")
    text.append(jsonString: connection.state.rawValue)
    append("client", connection.client, &text)
    append("server", connection.server, &text)
    append([("syns", Int64(connection.attempts))], &text)
    append(
      [
        ("opened", connection.opened), ("connected", connection.connected), ("first_sent", connection.firstSent),
        ("last_sent", connection.lastSent), ("first_received", connection.firstReceived), ("last", connection.last),
      ], &text)
    append([("sent_bytes", connection.sentBytes), ("received_bytes", connection.receivedBytes)], &text)
    append("client", connection.clientEnding, &text)
    append("server", connection.serverEnding, &text)
    text.append(",\"over\":")
    text.append(json: connection.isOver)
    text.append("}")
    return text.withBytes { String(text: $0) }
  }

  /// An exchange.
  public static func text(_ exchange: HTTPExchange) -> String {
    var text = TextBuffer(capacity: 512)
    let (request, response) = (exchange.request, exchange.response)
    text.append("{\"number\":")
    text.append(json: exchange.number)
    text.append(",\"stream\":")
    text.append(json: exchange.stream)
    for (name, value) in [("method", request?.method), ("target", request?.target), ("url", exchange.url)] {
      text.append(",\"\(name)\":")
      text.append(jsonString: value)
    }
    append([("status", response?.status.map { Int64($0) })], &text)
    let version = (request ?? response)?.startLine.version
    for (name, value) in [("version", version), ("tls", exchange.security?.version)] {
      text.append(",\"\(name)\":")
      text.append(jsonString: value)
    }
    append([("http2_stream", exchange.http2Stream), ("http3_stream", exchange.http3Stream)], &text)
    text.append(",\"outcome\":")
    text.append(jsonString: exchange.outcome.word)
    append(
      [
        ("began", exchange.began), ("request_sent", request?.last), ("response_started", response?.first),
        ("ended", exchange.ended),
      ], &text)
    append([("request_bytes", request?.bodyLength), ("response_bytes", response?.bodyLength)], &text)
    text.append("}")
    return text.withBytes { String(text: $0) }
  }

  private static func append(_ name: String, _ end: Endpoint, _ text: inout TextBuffer) {
    text.append(",\"\(name)_address\":")
    text.append(jsonString: end.address.description)
    text.append(",\"\(name)_port\":")
    text.append(decimal: UInt64(end.port))
  }

  private static func append(_ name: String, _ ending: ConnectionRecord.Ending?, _ text: inout TextBuffer) {
    text.append(",\"\(name)_end\":")
    text.append(jsonString: ending.map { $0.isReset ? "rst" : "fin" })
    append([("\(name)_ended", ending?.packet)], &text)
  }

  private static func append(_ times: [(String, PacketMark?)], _ text: inout TextBuffer) {
    for (name, mark) in times {
      text.append(",\"\(name)\":")
      text.append(nanoseconds: mark?.timestamp.nanoseconds)
    }
  }

  private static func append(_ numbers: [(String, Int64?)], _ text: inout TextBuffer) {
    for (name, number) in numbers {
      text.append(",\"\(name)\":")
      text.append(json: number)
    }
  }
}
