import TextOutput
import Wire

/// Writes HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/), entry by entry.
struct HARWriter {
  static func begin(_ creator: (name: String, version: String), to text: inout TextBuffer) {
    text.append("{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":")
    text.append(jsonString: creator.name)
    text.append(",\"version\":")
    text.append(jsonString: creator.version)
    text.append("},\"entries\":[")
  }

  static func finish(to text: inout TextBuffer) { text.append("\n]}}\n") }

  static func append(_ exchange: HTTPExchange, _ notes: ExchangeNotes, isFirst: Bool, to text: inout TextBuffer) {
    text.append(isFirst ? "\n{\"startedDateTime\":" : ",\n{\"startedDateTime\":")
    text.append(jsonTime: notes.timings.started)
    text.append(",\"time\":")
    text.append(nanoseconds: notes.timings.total, unit: 1_000_000)
    text.append(",\"request\":")
    HARRequest.append(exchange, to: &text)
    text.append(",\"response\":")
    HARResponse.append(exchange, began: notes.timings.started, to: &text)
    text.append(",\"cache\":{},\"timings\":")
    append(notes.timings, &text)
    text.append(",\"serverIPAddress\":")
    text.append(jsonString: exchange.server.address.description)
    if exchange.stream >= 0 {
      // The numbers of TCP and of QUIC are counted apart.
      let prefix = exchange.transport == .quic ? "quic-" : ""
      text.append(",\"connection\":\"\(prefix)\(exchange.stream)\"")
    }
    MessageColumns.appendWebSocket(exchange, to: &text)
    let comment = comment(exchange, notes)
    if !comment.isEmpty {
      text.append(",\"comment\":")
      text.append(jsonString: comment)
    }
    text.append("}")
  }

  /// What browsers write: HTTP/3 by its name in ALPN, and the other versions as they are in a first line.
  static func version(_ message: HTTPMessage) -> String {
    let version = message.startLine.version
    return version == "HTTP/3" ? "h3" : version
  }

  private static func append(_ timings: ExchangeTimings, _ text: inout TextBuffer) {
    // The time of TLS is part of the connect time, too (HAR 1.2, "ssl").
    let connect = timings.connect.map { $0 &+ (timings.tls ?? 0) }
    // What must be there must not be negative; what took place without being seen took no time that is known.
    let phases: [(String, Int64?, Bool)] = [
      ("{\"blocked\":", timings.blocked, false), (",\"dns\":", timings.dns, false),
      (",\"connect\":", connect, false), (",\"ssl\":", timings.tls, false), (",\"send\":", timings.send, true),
      (",\"wait\":", timings.wait, true), (",\"receive\":", timings.receive, true),
    ]
    for (name, value, isRequired) in phases {
      text.append(name)
      if let value {
        text.append(nanoseconds: value, unit: 1_000_000)
      } else {
        text.append(isRequired ? "0" : "-1")
      }
    }
    text.append("}")
  }

  private static func comment(_ exchange: HTTPExchange, _ notes: ExchangeNotes) -> String {
    var words = notes.trouble.isEmpty ? [] : [notes.trouble]
    if notes.attempts > 1 { words.append("attempt \(notes.attempts)") }
    if !exchange.interim.isEmpty {
      words.append("after \(exchange.interim.map { String($0) }.joined(separator: ", "))")
    }
    if exchange.detail?.isRequestBodyCut == true { words.append("request body cut") }
    if exchange.detail?.isResponseBodyCut == true { words.append("response body cut") }
    return words.joined(separator: "; ")
  }

  /// The fields of a head as a list of names and values.
  static func append(_ fields: [HeadField], to text: inout TextBuffer) {
    text.append("[")
    for (index, field) in fields.enumerated() {
      text.append(index == 0 ? "{\"name\":" : ",{\"name\":")
      text.append(jsonString: field.name.span)
      text.append(",\"value\":")
      text.append(jsonString: field.value.span)
      text.append("}")
    }
    text.append("]")
  }
}
