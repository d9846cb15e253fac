import Dissection
import Exchanges
import Streams
import Testing
import Wire

/// Packets that are lost, late, doubled or contradict one another.
@Suite struct HTTPLossTests {
  static let head = "HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n"
  static let body = "0123456789abcdefghijABCDEFGHIJ"

  /// Packets 1 to 3 are the handshake, 4 and 5 the request, 6 the head, 7 to 9 a third of the body each, 10 an
  /// acknowledgment, 11 to 13 the end.
  static func talk() -> Talk {
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.add(.server, Array(head.utf8))
    for part in 0..<3 { talk.add(.server, Array(body.utf8)[(part * 10)...].prefix(10).map { $0 }) }
    talk.add(.client)
    talk.close()
    return talk
  }

  static let whole = "GET http://h/a 200 0 30 30 complete"

  @Test func outOfOrder() {
    for order in [[5, 7, 6, 8], [8, 7, 6, 5], [6, 8, 5, 7]] {
      var packets = Self.talk().packets
      let moved = order.map { packets[$0] }
      for (place, packet) in zip(5...8, moved) {
        packets[place] = packet
        packets[place].time = 5000 + place
      }
      let exchanges = HTTPReader.exchanges(in: packets)
      #expect(exchanges.map(\.summary) == [Self.whole], "\(order)")
      #expect(exchanges[0].findingCounts.retransmissions == 0)
      #expect(exchanges[0].findingCounts.outOfOrder > 0)
    }
  }

  @Test func lostAndSentAgain() {
    var packets = Self.talk().packets
    var again = packets.remove(at: 6)
    again.time = 8500
    packets.insert(again, at: 8)
    let exchange = HTTPReader.exchanges(in: packets)[0]
    #expect(exchange.summary == Self.whole)
    #expect(exchange.findingCounts.outOfOrder + exchange.findingCounts.retransmissions == 1)
    #expect(exchange.response?.last?.number == 9)
    #expect(exchange.response?.last?.timestamp.nanoseconds == 8_500_000)
  }

  @Test func sentTwice() {
    var packets = Self.talk().packets
    packets.insert(packets[6], at: 8)
    packets.insert(packets[3], at: 5)
    let exchange = HTTPReader.exchanges(in: packets)[0]
    #expect(exchange.summary == Self.whole)
    #expect(exchange.findingCounts.retransmissions == 2)
    #expect(exchange.findings.map(\.packet.number) == [6, 10])
  }

  @Test func firstCopyCounts() {
    var options = HTTPOptions()
    options.wanted = 1
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.add(.server, Array(Self.head.utf8))
    let bodyStart = talk.serverNext
    func piece(_ offset: Int, _ text: String) -> Packet {
      Packet(
        from: talk.server, to: talk.client, sequence: bodyStart &+ UInt32(offset), acknowledgment: talk.clientNext,
        payload: Array(text.utf8))
    }
    // Behind a hole, then over one another, then over what was delivered.
    let later = [piece(10, "AAAAAAAAAA"), piece(5, "bbbbbbbbbb"), piece(15, "cccccccccc"), piece(0, "dddddd")]
    let exchange = HTTPReader.exchanges(in: talk.packets + later + [piece(25, "eeeee"), piece(0, Self.body)], options)[
      0]
    #expect(
      exchange.detail.map { String(decoding: $0.responseBody, as: UTF8.self) } == "dddddbbbbbAAAAAAAAAAccccceeeee")
    #expect(exchange.findingCounts.conflicts == 3)
  }

  @Test func missingFromTheCapture() {
    // The client acknowledged bytes that are not there: the body has a hole, the exchange is told all the same.
    var packets = Self.talk().packets
    packets.remove(at: 7)
    let exchange = HTTPReader.exchanges(in: packets)[0]
    #expect(exchange.summary == Self.whole)
    #expect(exchange.response?.missing == 10)
    #expect(exchange.findingCounts.missingBytes == 10)
  }

  @Test func missingWithoutAnAcknowledgmentIsNotAHoleYet() {
    var packets = Self.talk().packets
    packets.remove(at: 7)
    var reader = HTTPReader()
    for (index, packet) in packets.prefix(8).enumerated() {
      reader.read(HTTPReader.frame(index + 1, packet), packet.bytes.span)
    }
    #expect(reader.rest().isEmpty)
    // What the other side says says nothing about what is missing here.
    var other = Packet(
      from: Self.talk().client, to: Self.talk().server, sequence: 5000, acknowledgment: 0, payload: [1, 2, 3])
    other.time = 60_000_000
    reader.read(HTTPReader.frame(9, other), other.bytes.span)
    #expect(reader.rest().isEmpty)
    let late = Self.talk().packets[7]
    reader.read(HTTPReader.frame(10, late), late.bytes.span)
    let exchanges = reader.rest()
    #expect(exchanges.map(\.summary) == [Self.whole])
    #expect(exchanges.first?.response?.missing == 0)
  }

  @Test func missingRequestAndMissingResponse() {
    let talk = Talk.threeExchanges
    var withoutRequest = talk.packets
    withoutRequest.remove(at: 7)
    #expect(
      HTTPReader.exchanges(in: withoutRequest).map(\.summary) == [
        "GET http://h/a 200 0 1 1 complete", "- - 200 -1 1 1 complete", "GET http://h/c 200 0 1 1 complete",
      ])
    var withoutResponse = talk.packets
    withoutResponse.remove(at: 9)
    #expect(
      HTTPReader.exchanges(in: withoutResponse).map(\.summary) == [
        "GET http://h/a 200 0 1 1 complete", "GET http://h/b - 0 -1 -1 lost", "GET http://h/c 200 0 1 1 complete",
      ])
  }

  @Test func joinsInTheMiddle() {
    var talk = Talk(handshake: false)
    talk.say(.server, "the middle of a body\r\nGET it\r\n")
    talk.say(.client, HTTPMessageTests.get)
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    #expect(HTTPReader.exchanges(in: talk.packets).map(\.summary) == ["GET http://h/a 200 0 5 5 complete"])
  }

  @Test func resets() {
    for (speaker, party) in [(Talk.Speaker.client, "client"), (.server, "server")] {
      var talk = Talk()
      talk.say(.client, HTTPMessageTests.get)
      talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello")
      talk.add(speaker, flags: [.rst, .ack])
      #expect(
        HTTPReader.exchanges(in: talk.packets).map(\.summary)
          == ["GET http://h/a 200 0 5 5 reset(by: Exchanges.HTTPParty.\(party))"])
    }
  }

  @Test func sequenceNumbersWrap() {
    var talk = Talk(sequence: UInt32.max - 20)
    talk.serverNext = UInt32.max - 30
    talk.packets = []
    talk.clientNext = UInt32.max - 20
    talk.add(.client, flags: .syn)
    talk.add(.server, flags: [.syn, .ack])
    talk.say(.client, HTTPMessageTests.get, size: 7)
    talk.say(.server, Self.head + Self.body, size: 9)
    #expect(HTTPReader.exchanges(in: talk.packets).map(\.summary) == [Self.whole])
    #expect(
      HTTPReader.exchanges(in: talk.packets.dropLast(9) + talk.packets.suffix(9).reversed()).map(\.summary) == [
        Self.whole
      ])
  }

  @Test func portsUsedAgainAreAnotherConversation() {
    var first = Self.talk()
    first.packets.removeLast(3)
    var second = Talk(sequence: 900_000)
    second.say(.client, HTTPMessageTests.get)
    let exchanges = HTTPReader.exchanges(in: first.packets + second.packets)
    #expect(exchanges.map(\.stream) == [0, 1])
    #expect(exchanges.map(\.summary) == [Self.whole, "GET http://h/a - 0 -1 -1 open"])
  }

  @Test func keepAlivesAndZeroWindowsAreFound() {
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.clientNext &-= 1
    talk.add(.client, [0])
    talk.add(.server, window: 0)
    talk.say(.server, Self.head + Self.body)
    let exchange = HTTPReader.exchanges(in: talk.packets)[0]
    #expect(exchange.findingCounts.keepAlives == 1)
    #expect(exchange.findingCounts.zeroWindows == 1)
    #expect(exchange.findingCounts.retransmissions == 0)
    #expect(exchange.summary == Self.whole)
  }

  @Test func aShortSnapshotLeavesHoles() {
    let packets = Self.talk().packets
    var reader = HTTPReader()
    for (index, packet) in packets.enumerated() {
      let bytes = Array(packet.bytes.prefix(46 + 40))
      reader.read(HTTPReader.frame(index + 1, packet), bytes.span)
    }
    reader.finish()
    let exchange = reader.rest().first
    #expect(exchange?.summary == Self.whole)
  }
}
