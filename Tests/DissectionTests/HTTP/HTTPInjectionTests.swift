import Dissection
import Exchanges
import Streams
import Testing
import Wire

/// Segments that no receiver would take (RFC 9293 section 3.10.7, RFC 5961), as those of somebody who guesses: they change nothing.
@Suite struct HTTPInjectionTests {
  private static let names = ["a", "b", "c", "d"]

  /// Exchanges on one connection; `inject` adds packets after each request and in each response.
  private static func talk(_ inject: (inout Talk) -> Void) -> Talk {
    var talk = Talk()
    for name in names {
      talk.say(.client, "GET /\(name) HTTP/1.1\r\nHost: h\r\n\r\n")
      inject(&talk)
      let body = String(repeating: name, count: 3000)
      talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\n" + body)
      inject(&talk)
    }
    talk.close()
    return talk
  }

  /// A packet of one end's with another sequence number.
  private static func forge(
    _ talk: inout Talk, _ speaker: Talk.Speaker, off distance: Int64, flags: TCPFlags, payload: [UInt8] = []
  ) {
    let isClient = speaker == .client
    let sequence = UInt32(truncatingIfNeeded: Int64(isClient ? talk.clientNext : talk.serverNext) + distance)
    var packet = Packet(
      from: isClient ? talk.client : talk.server, to: isClient ? talk.server : talk.client, sequence: sequence,
      acknowledgment: isClient ? talk.serverNext : talk.clientNext, flags: flags, payload: payload)
    packet.time = talk.time
    talk.time += 1000
    talk.packets.append(packet)
  }

  private static let whole = names.map { "GET http://h/\($0) 200 0 3000 3000 complete" }

  /// Far before and behind the window, and within it but not where the receiver is.
  @Test(
    arguments: [TCPFlags.rst, [.rst, .ack]], [Int64(-1_000_000_000), -200_000, 200_000, 1_000_000_000, 500, 30_000])
  func resetsElsewhere(flags: TCPFlags, distance: Int64) {
    for speaker in [Talk.Speaker.client, .server] {
      let talk = Self.talk { Self.forge(&$0, speaker, off: distance, flags: flags) }
      #expect(HTTPReader.exchanges(in: talk.packets).map(\.summary) == Self.whole, "\(speaker)")
    }
  }

  @Test(
    arguments: [TCPFlags.syn, [.syn, .ack], [.fin, .ack], .ack, [.ack, .psh]],
    [Int64(-1_000_000_000), 300_000, 1_000_000_000])
  func otherSegmentsElsewhere(flags: TCPFlags, distance: Int64) {
    let payload = flags.contains(.psh) ? Array("HTTP/1.1 500 Forged\r\n\r\n".utf8) : []
    for speaker in [Talk.Speaker.client, .server] {
      let talk = Self.talk { Self.forge(&$0, speaker, off: distance, flags: flags, payload: payload) }
      let exchanges = HTTPReader.exchanges(in: talk.packets)
      #expect(exchanges.map(\.summary) == Self.whole, "\(speaker)")
      #expect(exchanges.allSatisfy { $0.findingCounts.missingBytes == 0 && $0.findingCounts.outOfOrder == 0 })
    }
  }

  /// It is said that they were there.
  @Test func theyAreCounted() {
    let talk = Self.talk { Self.forge(&$0, .server, off: 1_000_000_000, flags: [.rst, .ack]) }
    var reader = HTTPReader()
    for (index, packet) in talk.packets.enumerated() {
      reader.read(HTTPReader.frame(index + 1, packet), packet.bytes.span)
    }
    #expect(reader.summary.strays == 8)
    #expect(reader.rest().reduce(0) { $0 + $1.findingCounts.outsideWindow } >= 4)
  }

  /// A RST after which nothing comes, though packets before it are missing, ended the conversation all the same.
  @Test func aResetBehindAGapCounts() {
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nhello")
    talk.serverNext &+= 1000
    talk.add(.server, flags: [.rst, .ack])
    let number = talk.packets.count
    let exchange = HTTPReader.exchanges(in: talk.packets)[0]
    #expect(exchange.outcome == .reset(by: .server))
    #expect(exchange.ended?.number == number)
  }

  /// The answer to a SYN is a RST that acknowledges it; one that acknowledges something else is none.
  @Test func aResetAsTheAnswerToASYN() {
    var talk = Talk(handshake: false)
    talk.add(.client, flags: .syn)
    var forged = talk
    forged.packets.append(
      Packet(
        from: talk.server, to: talk.client, sequence: 0, acknowledgment: talk.clientNext &+ 77, flags: [.rst, .ack]))
    forged.add(.server, flags: [.syn, .ack])
    forged.add(.client)
    forged.say(.client, HTTPMessageTests.get)
    forged.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    #expect(HTTPReader.exchanges(in: forged.packets).map(\.summary) == ["GET http://h/a 200 0 2 2 complete"])
  }

  /// A new connection on the same ends is one when it is answered.
  @Test func aNewConnectionOnTheSameEnds() {
    var first = Talk()
    first.say(.client, HTTPMessageTests.get)
    var second = Talk(sequence: 900_000)
    second.say(.client, HTTPMessageTests.get)
    second.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    let exchanges = HTTPReader.exchanges(in: first.packets + second.packets)
    #expect(exchanges.map(\.stream) == [0, 1])
    #expect(exchanges.map(\.outcome) == [.open, .complete])
    #expect(exchanges.last?.opened?.number == first.packets.count + 1)
  }

  /// The capture has lost more than a window, of both directions.
  @Test func moreThanAWindowIsMissing() {
    var talk = Talk()
    talk.say(.client, "GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n" + String(repeating: "x", count: 900_000))
    for name in ["b", "c", "d"] {
      talk.say(.client, "GET /\(name) HTTP/1.1\r\nHost: h\r\n\r\n")
      talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    talk.close()
    // A hundred packets of the body remain, and all after it.
    let kept = talk.packets.prefix(105) + talk.packets.suffix(15)
    let exchanges = HTTPReader.exchanges(in: Array(kept))
    #expect(exchanges.map(\.outcome) == [.complete, .complete, .complete, .complete], "\(exchanges.map(\.summary))")
    #expect(exchanges.first?.response?.missing ?? 0 > 700_000)
  }

  /// A client that gives up closes; what the server says to that is no reset by the server.
  @Test func aClientThatTimesOut() {
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.time += 5_000_000
    talk.add(.client, flags: [.fin, .ack])
    let end = talk.packets.count
    talk.time += 20_000
    talk.add(.server, flags: [.rst, .ack])
    let exchange = HTTPReader.exchanges(in: talk.packets)[0]
    #expect(exchange.outcome == .abandoned)
    #expect(exchange.ended?.number == end)
  }

  /// A client that has said all that it has to say, and waits: a reset in the middle of the answer is the server's.
  @Test func aHalfClosedClientThatIsReset() {
    var talk = Talk()
    talk.add(.client, Array(HTTPMessageTests.get.utf8), flags: [.ack, .psh, .fin])
    talk.add(.server)
    talk.add(.server, flags: [.rst, .ack])
    #expect(HTTPReader.exchanges(in: talk.packets)[0].outcome == .reset(by: .server))
    var answered = Talk()
    answered.say(.client, HTTPMessageTests.get)
    answered.add(.client, flags: [.fin, .ack])
    answered.add(.server, Array("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello".utf8))
    answered.add(.server, flags: [.rst, .ack])
    #expect(HTTPReader.exchanges(in: answered.packets)[0].outcome == .reset(by: .server))
  }

  /// Bytes that are sent again with other content are told of, in whatever pieces, as long as they may be on their way.
  @Test(arguments: [0, 1, 17, 35]) func otherContentFarBack(segment: Int) throws {
    var talk = Talk()
    talk.say(.client, HTTPMessageTests.get)
    talk.add(.server, Array("HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n".utf8))
    let start = talk.serverNext
    for _ in 0..<50 { talk.add(.server, [UInt8](repeating: 0x61, count: 1024)) }
    for (place, isOther) in [(segment * 1024 + 100, false), (segment * 1024 + 100, true)] {
      var bytes = [UInt8](repeating: 0x61, count: 700)
      if isOther { bytes[350] = 0x62 }
      talk.packets.append(
        Packet(
          from: talk.server, to: talk.client, sequence: start &+ UInt32(place), acknowledgment: talk.clientNext,
          payload: bytes))
    }
    talk.add(.client)
    let exchange = HTTPReader.exchanges(in: talk.packets)[0]
    #expect(exchange.findingCounts.retransmissions == 2)
    #expect(exchange.findingCounts.conflicts == 1)
    #expect(exchange.findings.last?.packet.number == talk.packets.count - 1)
    let conflicts = try #require(FieldTable.field(named: "tcp.segment.overlap.conflict"))
    var dissector = PacketDissector(wanted: FieldSet([conflicts.id]), wantsText: false)
    var told: [Int] = []
    for (index, packet) in talk.packets.enumerated() {
      dissector.dissect(HTTPReader.frame(index + 1, packet), packet.bytes.span)
      if dissector.tree.nodes.contains(where: { $0.field == conflicts.id }) { told.append(index + 1) }
    }
    #expect(told == [talk.packets.count - 1])
  }
}
