import Captures
import Dissection
import Exchanges
import Streams
import TLS
import TestSupport
import Testing
import Wire

/// What is known of a link's traffic while it goes on.
struct TrafficLogTests {
  private func read(_ packets: [Packet], into log: inout TrafficLog, client: Endpoint, from first: Int = 1) {
    for (index, packet) in packets.enumerated() {
      let frame = HTTPReader.frame(first + index, packet)
      let isFromClient = PacketHeaders(frame, packet.bytes.span).sourceEndpoint(in: packet.bytes.span) == client
      log.read(frame, packet.bytes.span, isFromClient: isFromClient)
    }
  }

  private func log(_ talk: Talk, limit: Int = TrafficLog.mostRecords) -> TrafficLog {
    var log = TrafficLog(limit: limit)
    read(talk.packets, into: &log, client: talk.client)
    return log
  }

  @Test func aConnectionIsKnownStepByStep() throws {
    var talk = Talk()
    talk.say(.client, "GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab")
    talk.add(.client, flags: [.fin, .ack])
    talk.add(.server, flags: .ack)
    talk.add(.server, flags: [.fin, .ack])
    var states: [ConnectionRecord.State] = []
    var outcomes: [String] = []
    for count in 1...talk.packets.count {
      var part = talk
      part.packets = Array(talk.packets.prefix(count))
      let log = log(part)
      states.append(try #require(log.connections.first).state)
      outcomes += log.exchanges.map { "\($0.outcome)" }.suffix(1)
    }
    #expect(states == [.opening] + Array(repeating: .open, count: 6) + [.closing, .closing, .closed])
    #expect(outcomes == ["open", "open", "open", "open", "abandoned", "abandoned", "abandoned"])
    let connection = try #require(log(talk).connections.first)
    #expect(connection.client == talk.client && connection.server == talk.server)
    #expect(connection.attempts == 1 && connection.opened.number == 1 && connection.connected?.number == 2)
    #expect(connection.firstSent?.number == 4 && connection.firstReceived?.number == 6)
    #expect(connection.sentBytes == 28 && connection.receivedBytes == 40)
    #expect(connection.clientEnding?.packet.number == 8 && connection.serverEnding?.isReset == false)
    #expect(connection.last.number == 10 && connection.isOver)
  }

  @Test func whatIsSentAgainCountsOnce() throws {
    var talk = Talk()
    talk.say(.client, "0123456789")
    talk.packets.insert(talk.packets[0], at: 1)
    talk.packets += [talk.packets[4], talk.packets[4]]
    let connection = try #require(log(talk).connections.first)
    #expect(connection.attempts == 2 && connection.sentBytes == 10)
    #expect(connection.lastSent == connection.firstSent)
    #expect(connection.state == .open && !connection.isOver)
  }

  @Test func aResetOfEitherEndIsTheEnd() throws {
    for speaker in [Talk.Speaker.client, .server] {
      var talk = Talk()
      talk.add(speaker, flags: .rst)
      let connection = try #require(log(talk).connections.first)
      #expect(connection.state == .closed && connection.isOver)
      #expect(connection.clientEnding?.isReset == (speaker == .client ? true : nil))
    }
    // A server that is through leaves the client's end open.
    var talk = Talk()
    talk.add(.server, flags: [.fin, .ack])
    let connection = try #require(log(talk).connections.first)
    #expect(connection.state == .closing && !connection.isOver)
  }

  @Test func aPortThatIsUsedAgainIsAnotherConnection() {
    var first = Talk()
    first.close()
    let second = Talk(sequence: 900_000)
    var log = log(first)
    read(second.packets, into: &log, client: second.client, from: 100)
    #expect(log.connections.map(\.stream) == [0, 1])
    #expect(log.connections.map(\.state) == [.closed, .open])
    #expect(log.connections.map(\.opened.number) == [1, 100])
  }

  @Test func theLatestAreKept() {
    var log = TrafficLog(limit: 10)
    for number in 0..<100 {
      var talk = Talk(clientPort: UInt16(2000 + number))
      talk.say(.client, "GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
      talk.say(.server, "HTTP/1.1 204 No\r\n\r\n")
      talk.close()
      read(talk.packets, into: &log, client: talk.client, from: number * 100 + 1)
    }
    #expect(log.connections.map(\.stream) == Array(90..<100))
    #expect(log.exchanges.map { $0.request?.target ?? "" } == (90..<100).map { "/\($0)" })
  }

  @Test func whateverComesIsBounded() {
    var random = SeededGenerator(seed: 5)
    var log = TrafficLog(limit: 50, memory: 1 << 18)
    var talks: [Packet] = []
    for port in 0..<40 {
      var talk = Talk(clientPort: UInt16(3000 + port))
      talk.say(.client, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      talk.say(.server, String(repeating: "x", count: 3000))
      talks += talk.packets
    }
    for number in 1...5000 {
      var packet = talks[Int(random.next() % UInt64(talks.count))]
      for _ in 0..<random.next() % 4 {
        packet.bytes[Int(random.next() % UInt64(packet.bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      log.read(HTTPReader.frame(number, packet), packet.bytes.span, isFromClient: random.next() % 2 == 0)
    }
    #expect(log.connections.count <= 50)
    #expect(log.connections.allSatisfy { !TrafficLines.text($0).contains("\n") })
    #expect(log.exchanges.allSatisfy { !TrafficLines.text($0).contains("\n") })
  }

  @Test func linesAreObjectsForPrograms() throws {
    var talk = Talk()
    talk.say(.client, "GET /a\"b\\c HTTP/1.1\r\nHost: a\r\n\r\n")
    let log = log(talk)
    let connection = TrafficLines.text(try #require(log.connections.first))
    #expect(
      connection
        == #"{"stream":0,"state":"open","client_address":"10.0.0.1","client_port":50000,"server_address":"10.0.0.2","#
        + #""server_port":8000,"syns":1,"opened":0.000000000,"connected":0.001000000,"first_sent":0.003000000,"#
        + #""last_sent":0.003000000,"first_received":null,"last":0.004000000,"sent_bytes":32,"received_bytes":0,"#
        + #""client_end":null,"client_ended":null,"server_end":null,"server_ended":null,"over":false}"#)
    let exchange = TrafficLines.text(try #require(log.exchanges.first))
    #expect(
      exchange
        == #"{"number":1,"stream":0,"method":"GET","target":"/a\"b\\c","url":"http://a/a\"b\\c","status":null,"#
        + #""version":"HTTP/1.1","tls":null,"http2_stream":null,"http3_stream":null,"#
        + #""outcome":"open","began":0.003000000,"request_sent":0.003000000,"response_started":null,"ended":null,"#
        + #""request_bytes":0,"response_bytes":null}"#)
  }

  /// Programs write their secrets when they like: what waited for them is read then.
  @Test func secretsMayComeLate() throws {
    let fixtures = Repository.file("Tests/TLSTests/Fixtures")
    let secrets = try Files.read(fixtures + "/sessions.keys")
    func exchanges(early: Bool) throws -> [String] {
      let keys = KeyLog()
      var log = TrafficLog(memory: 64 << 20, keys: keys)
      if early { keys.add(secrets) }
      var source = try CaptureReader.open(fixtures + "/sessions.pcap.gz")
      while let frame = try source.next() {
        // Up to a response, before its connection ends.
        let isFromClient = PacketHeaders(frame, source.bytes).isToPort(4400...4499, in: source.bytes)
        log.read(frame, source.bytes, isFromClient: isFromClient)
        guard frame.number < 1085 else { break }
      }
      if !early { #expect(log.exchanges.isEmpty) }
      keys.add(secrets)
      log.readWithNewSecrets()
      return log.exchanges.map { "\($0.stream) \($0.url ?? "?") \($0.response?.status ?? 0)" }
    }
    let late = try exchanges(early: false)
    #expect(late == ["59 https://127.0.0.1:4456/ 200"])
    #expect(try exchanges(early: true).last == late.last)
  }
}

extension PacketHeaders {
  fileprivate func isToPort(_ ports: ClosedRange<UInt16>, in bytes: Span<UInt8>) -> Bool {
    destinationEndpoint(in: bytes).map { ports.contains($0.port) } ?? false
  }
}
