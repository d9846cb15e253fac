import Exchanges
import Streams
import Testing
import Wire

/// Responses that come when the client has ended its side of the connection: received or refused.
@Suite struct LateResponseTests {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frame(.settings, []).bytes
  private static let request = HTTP2Frame(.headers, flags: 5, stream: 1, [0x82, 0x87, 0x84, 0x41, 1, 0x61]).bytes
  /// A response with a body of five bytes.
  private static let http2Answer =
    HTTP2Frame(.headers, flags: 4, stream: 1, [0x88]).bytes
    + HTTP2Frame(.data, flags: 1, stream: 1, Array("hello".utf8)).bytes

  /// A request whose client ends its side a second later.
  private static func ended(_ isHTTP2: Bool, first: [UInt8] = []) -> Talk {
    var talk = Talk()
    talk.say(.client, isHTTP2 ? preface + request : Array(HTTPMessageTests.get.utf8))
    if !first.isEmpty { talk.say(.server, first) }
    talk.time += 1_000_000
    talk.add(.client, flags: [.fin, .ack])
    talk.time += 500_000
    return talk
  }

  private static func answer(_ isHTTP2: Bool) -> [UInt8] { isHTTP2 ? http2Answer : Array(answer.utf8) }

  /// A RST as the system sends it that has no socket for the data (RFC 9293 section 3.10.7.1).
  private static func refuse(_ talk: inout Talk) { talk.add(.client, flags: .rst) }

  /// curl -m 1: it closes, and its system refuses the answer.
  @Test(arguments: [false, true], [false, true])
  func aRefusedResponseIsNoSuccess(isHTTP2: Bool, withFIN: Bool) throws {
    var talk = Self.ended(isHTTP2)
    talk.add(.server, Self.answer(isHTTP2), flags: withFIN ? [.ack, .psh, .fin] : [.ack, .psh])
    Self.refuse(&talk)
    let exchange = try #require(HTTPReader.exchanges(in: talk.packets).first)
    #expect(exchange.outcome == .abandoned && exchange.isFailed)
    #expect(exchange.response == nil && exchange.late?.status == 200)
    #expect(exchange.ended?.timestamp.nanoseconds == 1_005_000_000)
    #expect(exchange.total == exchange.timings.total)
  }

  /// A half-close (RFC 9293 section 3.6): the client reads on.
  @Test(arguments: [false, true], [false, true])
  func anAcknowledgedResponseIsComplete(isHTTP2: Bool, isReset: Bool) throws {
    var talk = Self.ended(isHTTP2)
    talk.say(.server, Self.answer(isHTTP2))
    if isReset { talk.add(.client, flags: [.rst, .ack]) }
    let exchange = try #require(HTTPReader.exchanges(in: talk.packets).first)
    #expect(exchange.outcome == .complete && exchange.response?.bodyLength == 5 && exchange.late == nil)
    #expect(exchange.ended?.timestamp.nanoseconds == 1_506_000_000)
  }

  /// It is handed over as soon as it is acknowledged, not at the end of the capture, and not before.
  @Test(arguments: [false, true], [false, true]) func nothingIsHeldForLong(isHTTP2: Bool, bothEnd: Bool) {
    var talk = Self.ended(isHTTP2)
    talk.add(.server, Self.answer(isHTTP2), flags: bothEnd ? [.ack, .fin] : .ack)
    talk.add(.client)
    var reader = HTTPReader()
    for (index, packet) in talk.packets.enumerated() {
      reader.read(HTTPReader.frame(index + 1, packet), packet.bytes.span)
      #expect((reader.next()?.outcome == .complete) == (index + 1 == talk.packets.count))
    }
    #expect(reader.heldBytes < 100_000)
  }

  /// Nobody says what became of it, unless both sides have ended without a RST.
  @Test(arguments: [false, true]) func aCaptureThatEndsFirstLeavesItOpen(isHTTP2: Bool) {
    var talk = Self.ended(isHTTP2)
    talk.add(.server, Self.answer(isHTTP2))
    #expect(HTTPReader.exchanges(in: talk.packets).map(\.outcome) == [.open])
    talk.add(.server, flags: [.fin, .ack])
    #expect(HTTPReader.exchanges(in: talk.packets).map(\.outcome) == [.complete])
  }

  /// The client has the part of a response that came before its end.
  @Test(arguments: [false, true]) func theLastPartIsRefused(isHTTP2: Bool) throws {
    let whole = Self.answer(isHTTP2)
    let start = isHTTP2 ? 10 + 9 + 2 : whole.count - 3
    var first = Array(whole.prefix(start))
    if isHTTP2 {
      first = Array(whole.prefix(10)) + HTTP2Frame(.data, stream: 1, Array("he".utf8)).bytes
    }
    var talk = Self.ended(isHTTP2, first: first)
    talk.add(
      .server, isHTTP2 ? HTTP2Frame(.data, flags: 1, stream: 1, Array("llo".utf8)).bytes : Array(whole.suffix(3)))
    Self.refuse(&talk)
    var options = HTTPOptions()
    options.keepsAll = true
    let exchange = try #require(HTTPReader.exchanges(in: talk.packets, options).first)
    #expect(exchange.outcome == .abandoned && exchange.response?.status == 200 && exchange.response?.bodyLength == 2)
    #expect(exchange.response?.last == nil && exchange.response?.decodedLength == 2)
    #expect(exchange.detail?.responseBody == Array("he".utf8))
    #expect(exchange.total == exchange.timings.total)
  }

  /// A client that reads on after its end, and breaks off in the middle, has given up then and not before.
  @Test(arguments: [false, true]) func aReaderThatBreaksOff(isHTTP2: Bool) throws {
    let whole = Self.answer(isHTTP2)
    var talk = Self.ended(isHTTP2)
    talk.say(.server, Array(whole.dropLast(3)))
    Self.refuse(&talk)
    let exchange = try #require(HTTPReader.exchanges(in: talk.packets).first)
    #expect(exchange.outcome == .reset(by: .client) && exchange.response?.status == 200)
    #expect(exchange.ended?.timestamp.nanoseconds == 1_508_000_000)
  }

  /// Only exchanges that were not over are concerned, also on pipelined and kept connections.
  @Test func onlyWhatCameLateIsLost() {
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.say(.server, Self.answer)
    talk.say(.client, HTTPMessageTests.get + HTTPMessageTests.get)
    talk.say(.server, Self.answer)
    talk.add(.client, flags: [.fin, .ack])
    talk.add(.server, Array(Self.answer.utf8))
    Self.refuse(&talk)
    #expect(HTTPReader.exchanges(in: talk.packets).map(\.outcome) == [.complete, .complete, .abandoned])
  }

  /// A body that only the server's end delimits, and a tunnel.
  @Test(arguments: ["GET /a HTTP/1.0\r\n\r\n", "CONNECT x.example:443 HTTP/1.1\r\nHost: x.example:443\r\n\r\n"])
  func otherEndsOfAResponse(request: String) {
    for isRefused in [true, false] {
      var talk = Talk()
      talk.say(.client, request)
      talk.add(.client, flags: [.fin, .ack])
      talk.add(.server, Array("HTTP/1.0 200 OK\r\n\r\n".utf8))
      if !isRefused { talk.add(.client) }
      talk.add(.server, flags: [.fin, .ack])
      if isRefused { Self.refuse(&talk) } else { talk.add(.client) }
      #expect(HTTPReader.exchanges(in: talk.packets).map(\.outcome) == [isRefused ? .abandoned : .complete])
    }
  }

  /// The acknowledgment may be in the capture before what it acknowledges.
  @Test func anAcknowledgmentThatWasCapturedFirst() {
    var talk = Self.ended(false)
    talk.say(.server, Self.answer)
    talk.packets.swapAt(talk.packets.count - 1, talk.packets.count - 2)
    #expect(HTTPReader.exchanges(in: talk.packets).map(\.outcome) == [.complete])
  }

  /// A field section that is too long says so, as a head of HTTP/1.1 does: in one go, and in frames of which none is the last.
  @Test func headsWithoutEnd() {
    let fragment = HTTP2Frame(.continuation, stream: 1, [UInt8](repeating: 0x82, count: 1000)).bytes
    for last in [[], HTTP2Frame(.continuation, flags: 4, stream: 1, [0x84]).bytes] {
      var talk = Talk()
      talk.say(.client, Self.preface + HTTP2Frame(.headers, flags: 1, stream: 1, [0x82, 0x87]).bytes)
      for _ in 0..<300 { talk.say(.client, fragment) }
      talk.say(.client, last)
      talk.say(.server, Self.http2Answer)
      #expect(
        HTTPReader.exchanges(in: talk.packets).map(\.outcome) == [.malformed(.headTooLong(limit: 262_144))])
    }
  }

  /// A connection that is joined in the middle, each side with a single frame in a packet: each exchange has one row.
  @Test func aConnectionFromItsMiddle() {
    var options = HTTPOptions()
    options.applications[8000] = .http2
    for first in [Talk.Speaker.client, .server] {
      var talk = Talk(handshake: false)
      if first == .server { talk.add(.server) }
      talk.say(.client, Self.request)
      talk.say(.server, HTTP2Frame(.headers, flags: 5, stream: 1, [0x88]).bytes)
      talk.say(.client, HTTP2Frame(.headers, flags: 5, stream: 3, [0x82, 0x87, 0x84, 0x41, 1, 0x61]).bytes)
      talk.say(.server, HTTP2Frame(.headers, flags: 5, stream: 3, [0x88]).bytes)
      talk.close()
      let exchanges = HTTPReader.exchanges(in: talk.packets, options)
      #expect(exchanges.map(\.outcome) == [.complete, .complete], "\(exchanges.map(\.summary))")
      #expect(exchanges.map { $0.request?.method } == ["GET", "GET"])
      #expect(exchanges.map(\.requestTime) == [2_000_000, 2_000_000])
    }
  }

  /// A stream that its client has given up is over, whatever its server still says on it.
  @Test func nothingIsInventedAfterAReset() {
    for code in [UInt8(8), 0] {
      var talk = Talk()
      talk.say(.client, Self.preface + Self.request)
      talk.say(.client, HTTP2Frame(.resetStream, stream: 1, [0, 0, 0, code]).bytes)
      talk.say(.server, Self.http2Answer)
      talk.close()
      #expect(HTTPReader.exchanges(in: talk.packets).map(\.outcome) == [.abandoned])
    }
  }
}

/// A frame of HTTP/2, to be written.
private struct HTTP2Frame {
  enum Kind: UInt8 { case data, headers, resetStream = 3, settings, continuation = 9 }

  let bytes: [UInt8]

  init(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8]) {
    bytes =
      [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), kind.rawValue, flags]
      + (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * $0)) } + payload
  }
}
