import Dissection
import Exchanges
import Streams
import Testing
import Wire

/// Messages of every shape, whole and in order.
@Suite struct HTTPMessageTests {
  static let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

  /// The exchanges of a conversation that says these things in turn.
  static func exchanges(
    _ words: [(Talk.Speaker, String)], size: Int = 1400, close: Talk.Speaker? = .client
  ) -> [String] {
    var talk = Talk()
    for (speaker, text) in words { talk.say(speaker, text, size: size) }
    if let close { talk.close(close) }
    return HTTPReader.exchanges(in: talk.packets).map(\.summary)
  }

  /// The last line end of a chunked body in two packets: tshark 4.0 finds the packet malformed, and no response.
  @Test(arguments: 1...6) func theEndInTwoPackets(last: Int) {
    let response = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n".utf8)
    var talk = Talk()
    talk.say(.client, Self.get)
    talk.say(.server, Array(response.dropLast(last)))
    talk.say(.server, Array(response.suffix(last)))
    talk.say(.client, Self.get)
    talk.say(.server, response)
    talk.close()
    let exchanges = HTTPReader.exchanges(in: talk.packets)
    #expect(exchanges.count == 2)
    #expect(
      exchanges.allSatisfy { $0.outcome == .complete && $0.response?.status == 200 && $0.response?.bodyLength == 5 })
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var words: [(Talk.Speaker, String)]
    var close: Talk.Speaker? = .client
    var expected: [String]

    init(_ name: String, _ words: [(Talk.Speaker, String)], close: Talk.Speaker? = .client, _ expected: String...) {
      testDescription = name
      self.words = words
      self.close = close
      self.expected = expected
    }
  }

  static let cases: [Case] = [
    Case(
      "content length", [(.client, get), (.server, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")],
      "GET http://h/a 200 0 5 5 complete"),
    Case(
      "chunked with extensions and trailers",
      [
        (.client, get),
        (
          .server,
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=\"b\"\r\nhello\r\n"
            + "00A \r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n"
        ),
      ],
      "GET http://h/a 200 0 15 15 complete"),
    Case(
      "until close", [(.client, get), (.server, "HTTP/1.0 200 OK\r\n\r\nall of it")], close: .server,
      "GET http://h/a 200 0 9 9 complete"),
    Case(
      "bare line feeds and a folded field",
      [
        (.client, "GET /a HTTP/1.1\nHost: h\nX-Long: one\n two\n\n"),
        (.server, "HTTP/1.1 200\ncontent-LENGTH :\n 3\n\nabc"),
      ],
      "GET http://h/a 200 0 3 3 complete"),
    Case(
      "head, 204 and 304 have no body",
      [
        (.client, "HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n"), (.server, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"),
        (.client, get), (.server, "HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n"),
        (.client, get), (.server, "HTTP/1.1 204 No Content\r\n\r\n"),
        (.client, get), (.server, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
      ],
      "HEAD http://h/a 200 0 0 0 complete", "GET http://h/a 304 0 0 0 complete", "GET http://h/a 204 0 0 0 complete",
      "GET http://h/a 200 0 0 0 complete"),
    Case(
      "100 and 103 before the answer",
      [
        (.client, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"),
        (.server, "HTTP/1.1 100 Continue\r\n\r\n"), (.client, "body"),
        (.server, "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok"),
      ],
      "POST http://h/a 201 4 2 2 complete"),
    Case(
      "pipelined",
      [
        (.client, get + "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc" + get),
        (
          .server,
          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nyy"
            + "HTTP/1.1 500 Oops\r\nContent-Length: 3\r\n\r\nzzz"
        ),
      ],
      "GET http://h/a 200 0 1 1 complete", "POST http://h/b 404 3 2 2 complete", "GET http://h/a 500 0 3 3 complete"),
    Case(
      "connect, then HTTP in the tunnel",
      [
        (.client, "CONNECT x.example:443 HTTP/1.1\r\nHost: x.example:443\r\n\r\n"),
        (.server, "HTTP/1.1 200 Connection established\r\n\r\n"), (.client, "GET / HTTP/1.1\r\n\r\n"),
        (.server, "HTTP/1.1 999 no\r\n\r\n"),
      ],
      "CONNECT x.example:443 200 0 0 0 complete", "GET http://x.example:443/ 999 0 0 0 complete"),
    Case(
      "upgrade, then another protocol",
      [
        (.client, "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n\r\n"),
        (.server, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u{1}\u{2}"), (.client, "\u{1}"),
      ],
      "GET http://h/ws 101 0 0 0 complete"),
    Case(
      "chunked wins over a length",
      [
        (.client, get),
        (.server, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"),
      ],
      "GET http://h/a 200 0 1 1 complete"),
    Case(
      "equal lengths are one",
      [(.client, get), (.server, "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\nContent-Length: 2\r\n\r\nab")],
      "GET http://h/a 200 0 2 2 complete"),
    Case(
      "lengths that differ",
      [(.client, get), (.server, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nab")],
      "GET http://h/a 200 0 0 0 malformed(invalid Content-Length)"),
    Case(
      "a length without bounds",
      [(.client, get), (.server, "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nab")],
      "GET http://h/a 200 0 0 0 malformed(invalid Content-Length)"),
    Case(
      "a chunk size without bounds",
      [
        (.client, get),
        (.server, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nab"),
      ],
      "GET http://h/a 200 0 0 0 malformed(invalid chunk size)"),
    Case(
      "cut short by the server", [(.client, get), (.server, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello")],
      close: .server, "GET http://h/a 200 0 5 5 cutShort(by: Exchanges.HTTPParty.server)"),
    Case("closed without an answer", [(.client, get)], close: .server, "GET http://h/a - 0 -1 -1 unanswered"),
    Case("given up by the client", [(.client, get)], close: .client, "GET http://h/a - 0 -1 -1 abandoned"),
    Case(
      "given up by the client in the middle",
      [(.client, get), (.server, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello")], close: .client,
      "GET http://h/a 200 0 5 5 abandoned"),
    Case("not over", [(.client, get)], close: nil, "GET http://h/a - 0 -1 -1 open"),
    Case(
      "a large head", [(.client, "GET /a HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 300_000))\r\n\r\n")],
      close: nil, "GET http://h/a - 0 -1 -1 malformed(head longer than 262144 bytes)"),
    Case("another protocol", [(.server, "220 mail.example ESMTP\r\n"), (.client, "EHLO x\r\n")]),
    Case(
      "a server first", [(.server, "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")], close: .server,
      "- - 408 -1 0 0 complete"),
    Case(
      "an answer before the request is over",
      [
        (.client, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nsome"),
        (.server, "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n"),
      ], close: .server, "POST http://h/a 413 4 0 0 complete"),
  ]

  @Test(arguments: cases) func readsWhole(_ example: Case) {
    #expect(Self.exchanges(example.words, close: example.close) == example.expected)
  }

  /// The same whatever the segments are: every size from one byte up.
  @Test(arguments: cases) func readsInSegmentsOfAnySize(_ example: Case) {
    let longest = example.words.map(\.1.utf8.count).max() ?? 1
    for size in longest > 1000 ? [1400, 333] : Array(1...longest) {
      #expect(
        Self.exchanges(example.words, size: size, close: example.close) == example.expected, "segments of \(size)")
    }
  }

  @Test func findsHTTPOnAnyPortAndInBothDirections() {
    var talk = Talk(clientPort: 80, serverPort: 31_337)
    talk.say(.client, Self.get)
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let exchange = HTTPReader.exchanges(in: talk.packets)[0]
    #expect(exchange.server == talk.server && exchange.client == talk.client)
  }

  @Test func timesFromPackets() {
    var talk = Talk()
    // Packet 4 at 3 ms, acknowledged in 5; and so on.
    talk.say(.client, "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n")
    talk.time = 100_000
    talk.say(.client, "body")  // packet 6
    talk.time = 250_000
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")  // packet 8
    talk.time = 400_000
    talk.say(.server, "hello")  // packet 10
    let exchange = HTTPReader.exchanges(in: talk.packets)[0]
    #expect(exchange.began?.number == 4)
    #expect(exchange.request?.last?.number == 6)
    #expect(exchange.response?.first.number == 8)
    #expect(exchange.response?.last?.number == 10)
    #expect(exchange.timeToFirstByte == 150_000_000)
    #expect(exchange.time == 300_000_000)
    #expect(exchange.requestTime == 397_000_000)
    // The SYN was sent at 0.
    #expect(exchange.total == 400_000_000)
    #expect(exchange.response.map { $0.range.count } == 43)
  }

  @Test func keepsWhatIsAskedFor() {
    var talk = Talk()
    talk.say(.client, Self.get)
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    talk.say(.client, "GET /b HTTP/1.1\r\nHost: h\r\n\r\n", size: 10)
    talk.say(.server, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nworld", size: 30)
    var options = HTTPOptions()
    options.wanted = 2
    let exchanges = HTTPReader.exchanges(in: talk.packets, options)
    #expect(exchanges[0].detail == nil)
    let detail = exchanges[1].detail
    #expect(detail?.requestHead == Array("GET /b HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
    #expect(
      detail?.responseHead
        == Array("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n".utf8))
    #expect(detail?.responseBody == Array("world".utf8))
    #expect(detail?.sources.map(\.packet.number) == [8, 9, 10, 12, 13, 14])
    #expect(detail?.sources.map(\.party) == [.client, .client, .client, .server, .server, .server])
    #expect(exchanges[1].interim == [100])
  }
}
