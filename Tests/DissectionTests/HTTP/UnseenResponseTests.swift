import Exchanges
import Streams
import Testing
import Wire

/// Responses that are there, and cannot be read or were not captured; and responses to no request.
@Suite struct UnseenResponseTests {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  private static func fault(_ exchange: HTTPExchange?) -> String? {
    guard case .malformed(.statusLine(let line)) = exchange?.outcome else { return nil }
    return line
  }

  @Test(
    arguments: [
      ("http/1.1 200 OK\r\nServer: x\r\n\r\n", "http/1.1 200 OK", "http/1.1 200 OK"),
      ("HTTP/1.0 2XX OK\nServer: x\n\n", "HTTP/1.0 2XX OK", "HTTP/1.0 2XX OK"),
      ("HTTP/1.10 200 OK\r\n\r\n", "HTTP/1.10 200 OK", "HTTP/1.10 200 OK"),
      ("\u{1}\u{2}junk\r\n", "\\x01\\x02junk", "\\x01"),
      ("ICY 200 OK\r\n\r\n", "ICY 200 OK", "ICY 200 OK"), ("no line at all", "no line at all", "no line at all"),
    ], [Talk.Speaker.client, .server])
  func whatCannotBeReadIsSaid(response: (said: String, told: String, first: String), closer: Talk.Speaker) {
    for size in [1400, 1] {
      var talk = Talk()
      talk.say(.client, HTTPMessageTests.get)
      talk.say(.server, response.said, size: size)
      talk.close(closer)
      let exchanges = HTTPReader.exchanges(in: talk.packets)
      #expect(
        exchanges.count == 1 && Self.fault(exchanges.first) == (size == 1 ? response.first : response.told),
        "\(exchanges.map(\.outcome)) \(size)")
    }
  }

  /// Each of several responses on a connection is told, and one that can be read is.
  @Test func theNextExchangeIsRead() {
    var talk = Talk()
    for said in ["http/1.1 200 OK\r\n\r\nfirst", "http/1.1 404 No\r\n\r\nHTTP/1.1 200 OK no", Self.answer] {
      talk.say(.client, HTTPMessageTests.get)
      talk.say(.server, said)
    }
    talk.close()
    let exchanges = HTTPReader.exchanges(in: talk.packets)
    #expect(exchanges.map(Self.fault) == ["http/1.1 200 OK", "http/1.1 404 No", nil])
    #expect(exchanges.last?.outcome == .complete)
  }

  /// Only what the client sent is in the capture: its acknowledgments prove the responses, and the last request has none.
  @Test(arguments: [true, false]) func oneDirectionOnly(handshake: Bool) {
    var talk = Talk(handshake: handshake)
    for _ in 0..<2 {
      talk.say(.client, HTTPMessageTests.get)
      talk.time += 20_000
      talk.say(.server, Self.answer)
      talk.time += 20_000
    }
    talk.say(.client, HTTPMessageTests.get)
    talk.time += 20_000
    talk.close()
    let client = Set(talk.packets.map(\.bytes).filter { $0[20] == 50_000 >> 8 && $0[21] == 50_000 & 0xFF })
    var reader = HTTPReader()
    for (index, packet) in talk.packets.enumerated() where client.contains(packet.bytes) {
      reader.read(HTTPReader.frame(index + 1, packet), packet.bytes.span)
    }
    reader.finish()
    let exchanges = reader.rest()
    #expect(exchanges.map(\.outcome) == [.lost, .lost, .abandoned])
    let size = Int64(Self.answer.utf8.count)
    #expect(exchanges.map(\.unseenResponseBytes) == [size, size, nil])
    #expect(reader.summary.oneSidedConversations == 1)
  }

  @Test func bothDirectionsAreNotRemarked() {
    var reader = HTTPReader()
    for (index, packet) in Talk.threeExchanges.packets.enumerated() {
      reader.read(HTTPReader.frame(index + 1, packet), packet.bytes.span)
    }
    reader.finish()
    #expect(reader.summary.oneSidedConversations == 0)
  }

  /// A server that closes an idle connection says so (RFC 9110 section 15.5.9), at its beginning or after other exchanges.
  @Test(arguments: [0, 1]) func aResponseToNoRequest(before: Int) {
    let timeout = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    var talk = Talk()
    for _ in 0..<before {
      talk.say(.client, HTTPMessageTests.get)
      talk.say(.server, Self.answer)
    }
    talk.say(.server, timeout)
    talk.close(.server)
    let exchanges = HTTPReader.exchanges(in: talk.packets)
    #expect(exchanges.count == before + 1)
    #expect(exchanges.last?.isUnsolicited == true && exchanges.last?.response?.status == 408)
    // Where the capture lacks the request, there may have been one.
    var packets = talk.packets
    packets.removeFirst(3)
    let joined = HTTPReader.exchanges(in: packets)
    if before == 0 { #expect(joined.last?.isUnsolicited == false) }
  }

  // MARK: The PROXY protocol

  private static let client = Endpoint(address: .v4(IPv4Address(192, 0, 2, 1)), port: 56_324)
  private static let server = Endpoint(address: .v4(IPv4Address(198, 51, 100, 7)), port: 443)
  private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]
  private static let headers: [(bytes: [UInt8], isTold: Bool)] = [
    (Array("PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n".utf8), true),
    (Array("PROXY UNKNOWN\r\n".utf8), false), (Array("PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n".utf8), false),
    (signature + [0x21, 0x11, 0, 12, 192, 0, 2, 1, 198, 51, 100, 7, 0xDC, 4, 1, 0xBB], true),
    // With a value of another type behind the addresses, and of the proxy's own.
    (signature + [0x21, 0x11, 0, 16, 192, 0, 2, 1, 198, 51, 100, 7, 0xDC, 4, 1, 0xBB, 4, 0, 1, 0], true),
    (signature + [0x20, 0, 0, 0], false),
  ]

  @Test(arguments: headers.indices) func aProxysHeaderIsRead(_ index: Int) {
    let (header, isTold) = Self.headers[index]
    for size in [1400, 7, 1] {
      var talk = Talk()
      talk.say(.client, header + Array(HTTPMessageTests.get.utf8), size: size)
      talk.say(.server, Self.answer)
      talk.say(.client, HTTPMessageTests.get)
      talk.say(.server, Self.answer)
      talk.close()
      let exchanges = HTTPReader.exchanges(in: talk.packets)
      #expect(exchanges.map(\.summary) == Array(repeating: "GET http://h/a 200 0 2 2 complete", count: 2), "\(size)")
      #expect(
        exchanges.map { $0.proxied.map { [$0.client, $0.server] } }
          == Array(repeating: isTold ? [Self.client, Self.server] : nil, count: 2))
      #expect(exchanges.first?.opened != nil && exchanges.first?.connected != nil)
    }
  }

  /// Bytes that only look like one are something else, and take nothing down.
  @Test(arguments: [
    "PROXY /a HTTP/1.1\r\nHost: h\r\n\r\n", "PROXY TCP4 1.2.3 4.5.6.7 1 2\r\n",
    "PROXY TCP4 " + String(repeating: "1", count: 200),
  ])
  func whatIsNone(said: String) {
    var talk = Talk()
    talk.say(.client, said)
    talk.say(.server, Self.answer)
    talk.close()
    let exchanges = HTTPReader.exchanges(in: talk.packets)
    #expect(exchanges.allSatisfy { $0.proxied == nil })
    #expect((exchanges.first?.request?.method == "PROXY") == said.hasPrefix("PROXY /"))
  }
}
