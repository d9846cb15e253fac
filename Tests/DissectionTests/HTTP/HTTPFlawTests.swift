import Dissection
import Exchanges
import Testing
import Wire

/// What is wrong with a message that can be read all the same (RFC 9112), and what cannot be read as a request.
@Suite struct HTTPFlawTests {
  private static func exchange(_ request: String, _ response: String, size: Int = 1400) -> HTTPExchange? {
    var talk = Talk()
    talk.say(.client, request, size: size)
    talk.say(.server, response, size: size)
    talk.close()
    return HTTPReader.exchanges(in: talk.packets).first
  }

  private static let requests: [(String, HTTPFlaws)] = [
    (
      "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
      .codingAndLength
    ),
    ("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", .spaceBeforeColon),
    ("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", .chunkedNotLast),
    ("POST /a HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .codingInOldVersion),
    ("GET /a HTTP/1.1\r\nHost: h\r\nX: 1\r\n  2\r\n\r\n", .foldedLine),
    ("GET /a HTTP/1.1\r\n Host: h\r\n\r\n", .foldedLine),
    ("GET /a HTTP/1.1\r\nHost: h\r\nX: 1\r2\r\n\r\n", .bareCarriageReturn),
    ("GET /a HTTP/1.1\nHost: h\r\n\r\n", .bareLineFeed),
    ("GET /a HTTP/1.1\r\nHost: h\nX: 1\r\n\r\n", .bareLineFeed),
    ("GET /a HTTP/1.1\r\nHost: h\r\nX: 1\u{0}2\r\n\r\n", .controlInField),
    ("GET /a\u{1}b HTTP/1.1\r\nHost: h\r\n\r\n", .controlInStartLine),
    ("GET /a\u{0}b HTTP/1.1\r\nHost: h\r\n\r\n", .controlInStartLine),
    ("GET /a HTTP/1.1\r\nHost: h\r\nno field\r\n\r\n", .notAField),
    ("GET /a HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n", .severalHosts),
    ("GET /a HTTP/1.1\r\nHost: h\r\nAccept: */*\r\nX-Empty:\r\n\r\n", []),
    ("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", []),
  ]

  @Test(arguments: requests) func ofRequests(_ text: String, _ flaws: HTTPFlaws) {
    for size in [1, 2, 3, 7, 1400] {
      let exchange = Self.exchange(text, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", size: size)
      #expect(exchange?.request?.fields.flaws == flaws, "\(size)")
      #expect(exchange?.outcome == .complete)
      #expect(exchange?.response?.fields.flaws == [])
      #expect(exchange?.request?.fields.flaws.words.isEmpty == flaws.isEmpty)
    }
  }

  @Test func ofResponses() {
    let both = Self.exchange(
      HTTPMessageTests.get,
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n")
    #expect(both?.response?.fields.flaws == .codingAndLength)
    #expect(both?.response?.bodyLength == 2)
    let last = Self.exchange(HTTPMessageTests.get, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\nabc")
    #expect(last?.response?.fields.flaws == .chunkedNotLast)
  }

  @Test func lengthsThatDiffer() {
    let exchange = Self.exchange(
      "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok", "HTTP/1.1 400 No\r\n\r\n")
    #expect(exchange?.outcome == .malformed(.contentLength))
  }

  @Test func aControlCharacterDoesNotHideTheRequest() {
    let exchange = Self.exchange(
      "GET /a\u{1B}[2Jb HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    #expect(exchange?.request?.target == "/a\u{1B}[2Jb")
    #expect(exchange?.request?.method == "GET")
  }

  /// What the server answers with an error is no request that the capture lacks.
  @Test(arguments: [
    "HELLO WORLD\r\n\r\n", "GET / HTTP/2.0\r\nHost: h\r\n\r\n", "GET /\r\n", "\u{16}\u{3}\u{1}\u{2}abc", "GET / HT",
  ])
  func aMalformedRequest(_ text: String) {
    let answer = "HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"
    for size in [1, 1400] {
      guard let exchange = Self.exchange(text, answer, size: size),
        case .malformed(.requestLine(let line)) = exchange.outcome
      else {
        Issue.record("\(text.debugDescription): no malformed request, size \(size)")
        continue
      }
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
      #expect(exchange.response?.status == 400)
      #expect(exchange.response?.bodyLength == 2)
    }
    var second = Talk()
    second.say(.client, HTTPMessageTests.get)
    second.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    second.say(.client, text)
    second.say(.server, answer)
    let exchanges = HTTPReader.exchanges(in: second.packets)
    #expect(exchanges.count == 2 && exchanges.first?.outcome == .complete)
    guard case .malformed(.requestLine)? = exchanges.last?.outcome else {
      Issue.record("\(text.debugDescription): \(exchanges.map(\.summary))")
      return
    }
  }

  /// Whoever speaks no HTTP is left alone.
  @Test func otherProtocolsAreNoMalformedRequests() {
    #expect(Self.exchange("EHLO me\r\n", "250 you\r\n") == nil)
    #expect(Self.exchange("\u{16}\u{3}\u{1}", "\u{16}\u{3}\u{1}") == nil)
  }

  /// A snapshot that cuts the head of an interim response does not end its exchange.
  @Test(arguments: [60, 70, 80]) func aCutInterimResponse(length: Int) {
    var talk = Talk()
    talk.say(.client, "GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    let interim = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n"
    talk.say(.server, interim)
    let cut = talk.packets.count - 2
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    talk.say(.client, "GET /b HTTP/1.1\r\nHost: h\r\n\r\n")
    talk.say(.server, "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno")
    talk.close()
    var reader = HTTPReader()
    for (index, packet) in talk.packets.enumerated() {
      let bytes = index == cut ? Array(packet.bytes.prefix(length)) : packet.bytes
      reader.read(HTTPReader.frame(index + 1, packet), bytes.span)
    }
    reader.finish()
    let exchanges = reader.rest().sorted { $0.number < $1.number }
    #expect(exchanges.map(\.response?.status) == [200, 404], "\(exchanges.map(\.summary))")
    #expect(exchanges.map(\.outcome) == [.complete, .complete])
    #expect(exchanges.first?.interim == [103])
  }
}
