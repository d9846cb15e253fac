import Dissection
import Exchanges
import TextOutput
import Wire

/// Conversations with everything that an export must get right.
enum OddExchanges {
  /// What the two say, turn by turn; bytes as text in ISO 8859-1.
  static let talks: [(request: String, response: String, isReset: Bool)] = [
    (
      "GET /a?x=1&y=%41+b&z HTTP/1.1\r\nHost: h.example\r\nCookie: a=1; b=\"two\"; c\r\n\r\n",
      "HTTP/1.1 200 OK\r\nSet-Cookie: s=1; Path=/; Domain=.h.example; Secure; HttpOnly; Expires=Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        + "Set-Cookie: t=2; Max-Age=60\r\nSet-Cookie: u=; expires=Sunday, 06-Nov-94 08:49:37 GMT\r\n"
        + "Content-Type: application/json\r\nContent-Length: 24\r\n\r\n{ \"a\" : [ 1, \"b c\" ] }\r\n", false
    ),
    (
      "POST /form HTTP/1.1\r\nHost: h.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 13\r\n\r\na=1&b=c%20d+e",
      "HTTP/1.1 302 Found\r\nLocation: http://other.example/\r\nContent-Length: 0\r\n\r\n", false
    ),
    (
      "PUT /bin\u{E4}ry HTTP/1.0\r\nContent-Length: 4\r\nX-Latin: caf\u{E9}\r\nX-Quote: \"\\\u{7}\"\r\n\r\n\u{FF}\u{FE}\u{0}\u{1}",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Cr\u{E9}\u{E9}\r\nContent-Length: 3\r\n\r\n\u{80}\u{81}\u{82}", false
    ),
    ("HEAD /h HTTP/1.1\r\nHost: h.example\r\n\r\n", "HTTP/1.1 404 Not Found\r\nContent-Length: 99\r\n\r\n", false),
    ("CONNECT h.example:443 HTTP/1.1\r\nHost: h.example:443\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n\u{16}\u{3}", false),
    ("OPTIONS * HTTP/1.1\r\nHost: h.example\r\n\r\n", "", true),
    (
      "GET /broken HTTP/1.1\r\nHost: h\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"a\": 1,,}", false
    ),
    (
      "GET /half HTTP/1.1\r\nHost: h\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n\"\\ud800\"", false
    ),
    (
      "GET /events HTTP/1.1\r\nHost: h\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3f\r\nid: 7\nevent: tick\ndata: {\"n\" : 1}\n\n: comment\n\ndata: a\ndata: b\n\n\r\n0\r\n\r\n", false
    ),
    (
      "GET /lines HTTP/1.1\r\nHost: h\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Length: 28\r\n\r\n{\"a\": 1}\n{\"a\": 2}\n\n[true ]\n\n",
      false
    ),
    (
      "GET /lines2 HTTP/1.1\r\nHost: h\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Length: 17\r\n\r\n{\"a\": 1}\n{\"a\": }\n",
      false
    ),
    ("GET /cut HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc", true),
    (
      "GET /gzip HTTP/1.1\r\nHost: h\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(HTTPCodingTests.gzip.count)\r\n\r\n"
        + String(String.UnicodeScalarView(HTTPCodingTests.gzip.map { Unicode.Scalar($0) })), false
    ),
    ("", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", false),
  ]

  static var packets: [Packet] {
    var packets: [Packet] = []
    for (index, talk) in talks.enumerated() {
      var pair = Talk(clientPort: UInt16(20_000 + index), serverPort: 80)
      let start = 1_000_000 + index * 100_000
      for place in pair.packets.indices { pair.packets[place].time += start }
      pair.time += start
      if !talk.request.isEmpty { pair.say(.client, latin(talk.request)) }
      if !talk.response.isEmpty { pair.say(.server, latin(talk.response)) }
      if talk.isReset { pair.add(.server, flags: [.rst, .ack]) } else { pair.close(.server) }
      packets += pair.packets
    }
    return packets
  }

  static func export(
    _ format: ExchangeExport.Format, _ packets: [Packet], bodyLimit: Int = 1 << 20
  ) -> [UInt8] {
    var options = HTTPOptions()
    options.keepsAll = true
    options.resolvesNames = true
    options.reportsFailures = true
    options.bodyLimit = bodyLimit
    var reader = HTTPReader(options)
    var export = ExchangeExport(format, creator: (name: "test", version: "1"))
    export.begin()
    for (index, packet) in packets.enumerated() {
      let frame = HTTPReader.frame(index + 1, packet)
      reader.read(frame, packet.bytes.span)
      while let exchange = reader.next() { export.append(exchange, trouble: "") }
    }
    reader.finish()
    while let exchange = reader.next() { export.append(exchange, trouble: "") }
    export.finish()
    return export.text.withBytes { bytes in (0..<bytes.count).map { bytes[$0] } }
  }

  private static func latin(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}
