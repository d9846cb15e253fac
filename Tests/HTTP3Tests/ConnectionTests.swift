import HTTP2
import HTTP3
import TestSupport
import Testing
import Wire

@Suite struct ConnectionTests {
  private static let ok: [(String, String)] = [(":status", "200"), ("content-type", "text/plain")]

  /// Both control streams, with tables of the given size and no streams that may wait.
  private static func begin(_ connection: inout TestConnection, table: UInt64 = 0) {
    let settings: [(HTTP3Setting.Identifier, UInt64)] = [
      (.qpackMaxTableCapacity, table), (.qpackBlockedStreams, 16), (.init(rawValue: 0x21 + 0x1F * 7), 5),
    ]
    connection.send(.client, 2, [0] + TestFrame.settings(settings))
    connection.send(.server, 3, [0] + TestFrame.settings(settings))
  }

  private static func headers(
    _ kind: HTTP3Headers.Kind, _ fields: [(String, String)], _ flaws: HTTP2FieldFlaws = []
  ) -> ConnectionLog.Event {
    .headers(HTTP3Headers(kind: kind, flaws: flaws), TestFrame.fields(fields))
  }

  @Test func requestAndResponse() {
    var connection = TestConnection()
    Self.begin(&connection)
    connection.send(.client, 0, TestFrame.headers(TestFrame.get) + TestFrame.bytes(.data, Array("ab".utf8)), ends: true)
    let trailers = [("x-sum", "1")]
    connection.send(
      .server, 0,
      TestFrame.headers([(":status", "103")]) + TestFrame.headers(Self.ok)
        + TestFrame.bytes(.data, Array("hello ".utf8))
        + TestFrame.bytes(.init(rawValue: 0x21), [1, 2]) + TestFrame.bytes(.data, Array("world".utf8))
        + TestFrame.headers(trailers), ends: true)
    #expect(
      connection.log.content(of: 0, .client) == [
        Self.headers(.request, TestFrame.get), .data(Array("ab".utf8)), .end,
      ])
    let grease = HTTP3FrameHeader(type: .init(rawValue: 0x21), payloadLength: 2, length: 2)
    #expect(
      connection.log.content(of: 0, .server) == [
        Self.headers(.interim(103), [(":status", "103")]), Self.headers(.response, Self.ok),
        .data(Array("hello ".utf8)),
        .other(grease, [1, 2]), .data(Array("world".utf8)), Self.headers(.trailers, trailers), .end,
      ])
    #expect(connection.log.faults.isEmpty)
    #expect(connection.connection.openStreams.sorted() == [2, 3])
    #expect(connection.connection.settings(of: .server)?.qpackBlockedStreams == 16)
  }

  // What is said does not depend on the pieces in which it comes.
  @Test func everySplitPoint() {
    var whole = TestConnection()
    var single = TestConnection(piece: 1)
    for connection in 0...1 {
      func send(_ connection: inout TestConnection) {
        Self.begin(&connection, table: 220)
        connection.send(.client, 6, [2] + QPACKVectors.bytes("3fbd01 c00f 7777 772e 6578 616d 706c 652e 636f 6d"))
        connection.send(.client, 0, TestFrame.bytes(.headers, QPACKVectors.bytes("0200 80 d1 d7 c1")))
        connection.send(
          .server, 0, TestFrame.headers(Self.ok) + TestFrame.bytes(.data, Array("hello".utf8)), ends: true)
        connection.send(.server, 7, [3, 0x81])
        connection.send(.server, 11, [0x40, 0x54, 4] + Array("raw".utf8), ends: true)
        connection.send(.server, 3, TestFrame.number(.goaway, 4))
        connection.send(.client, 2, TestFrame.number(.maxPushID, 300))
      }
      if connection == 0 { send(&whole) } else { send(&single) }
    }
    #expect(whole.log.entries == single.log.entries)
    #expect(whole.log.faults.isEmpty)
    let authority = [(":authority", "www.example.com"), (":method", "GET"), (":scheme", "https"), (":path", "/")]
    #expect(whole.log.content(of: 0, .client) == [Self.headers(.request, authority)])
    #expect(
      whole.log.events(of: 11) == [.streamType(.webTransport), .session(4), .data(Array("raw".utf8)), .end])
    #expect(whole.log.events(of: 7) == [.streamType(.decoder), .decoder(.sectionAcknowledgment(stream: 1))])
  }

  // A field section before what it refers to (RFC 9204 section 2.1.2): what follows it on its stream waits, other streams do not.
  @Test func blockedStreams() {
    var connection = TestConnection()
    Self.begin(&connection, table: 220)
    let section = TestFrame.bytes(.headers, QPACKVectors.bytes("0200 80 d1 d7 c1"))
    connection.send(.client, 0, section + TestFrame.bytes(.data, [1]))
    connection.send(.client, 0, TestFrame.bytes(.data, [2]), ends: true)
    connection.send(.client, 4, TestFrame.headers(TestFrame.get))
    #expect(connection.log.content(of: 0) == [.blocking])
    #expect(connection.log.content(of: 4) == [Self.headers(.request, TestFrame.get)])
    connection.send(.client, 6, [2] + QPACKVectors.bytes("3fbd01 c00f 7777 772e 6578 616d 706c 652e 636f"))
    #expect(connection.log.content(of: 0) == [.blocking])
    connection.send(.client, 6, [0x6D])
    let fields = [(":authority", "www.example.com"), (":method", "GET"), (":scheme", "https"), (":path", "/")]
    #expect(
      connection.log.content(of: 0) == [
        .blocking, .unblocking, Self.headers(.request, fields), .data([1]), .data([2]), .end,
      ])
    #expect(connection.log.faults.isEmpty)
  }

  // In 0-RTT a client uses the table that it remembers before this connection's settings have come.
  @Test func settingsAfterTheirUse() {
    var connection = TestConnection()
    connection.send(.client, 6, [2] + QPACKVectors.bytes("3fbd01 c00f 7777 772e 6578 616d 706c 652e 636f 6d"))
    connection.send(.client, 0, TestFrame.bytes(.headers, QPACKVectors.bytes("0200 80 d1 d7 c1")), ends: true)
    #expect(connection.log.content(of: 0) == [.blocking])
    Self.begin(&connection, table: 220)
    #expect(connection.log.content(of: 0).count == 4)
    #expect(connection.log.content(of: 0).last == .end)
  }

  @Test func missingEncoderStream() {
    var connection = TestConnection()
    Self.begin(&connection, table: 220)
    connection.send(.client, 0, TestFrame.bytes(.headers, QPACKVectors.bytes("0200 80 d1 d7 c1")), ends: true)
    connection.send(.client, 6, [2])
    connection.miss(.client, 6, 10)
    let unknown: [TestField] = [
      TestField(nil, nil), TestField(":method", "GET"), TestField(":scheme", "https"), TestField(":path", "/"),
    ]
    #expect(
      connection.log.content(of: 0) == [
        .blocking, .unblocking, .headers(HTTP3Headers(kind: .request, flaws: []), unknown), .end,
      ])
    #expect(connection.log.content(of: 6) == [.streamType(.encoder), .loss])
  }

  @Test func endOfTheCapture() {
    var connection = TestConnection()
    Self.begin(&connection, table: 220)
    connection.send(.client, 0, TestFrame.bytes(.headers, QPACKVectors.bytes("0200 80 d1 d7 c1")))
    connection.send(.server, 0, Array(TestFrame.headers(Self.ok).dropLast(4)))
    connection.connection.finish(to: &connection.log)
    #expect(connection.log.content(of: 0, .client).count == 3)
    #expect(connection.log.content(of: 0, .server) == [.fault(.cutShort), .lostHeaders(.missing)])
  }

  // Missing bytes of a body cost only those; missing bytes that hide where a frame begins cost the rest of the stream.
  @Test func gaps() {
    var connection = TestConnection()
    Self.begin(&connection)
    connection.send(.server, 0, TestFrame.headers(Self.ok) + [0, 10, 1, 2])
    connection.miss(.server, 0, 5)
    connection.send(.server, 0, [8, 9, 10] + TestFrame.bytes(.data, [11]))
    connection.miss(.server, 0, 1)
    connection.send(.server, 0, TestFrame.bytes(.data, [12]), ends: true)
    #expect(
      connection.log.content(of: 0) == [
        Self.headers(.response, Self.ok), .data([1, 2]), .missing(5), .data([8, 9, 10]), .data([11]), .loss, .end,
      ])
    // A gap in a field section.
    let head = TestFrame.headers(TestFrame.get)
    connection.send(.client, 4, Array(head.prefix(10)))
    connection.miss(.client, 4, 5)
    connection.send(.client, 4, Array(head.dropFirst(15)) + TestFrame.bytes(.data, [1]), ends: true)
    #expect(connection.log.content(of: 4) == [.lostHeaders(.missing), .data([1]), .end])
    #expect(connection.log.faults.isEmpty)
    // Bytes that overlap those before, and bytes after a jump.
    connection.give(.client, 8, [0], at: 0)
    connection.give(.client, 8, [0, 3, 7], at: 0)
    connection.give(.client, 8, [9], at: 4)
    #expect(connection.log.content(of: 8).suffix(3) == [.data([7]), .missing(1), .data([9])])
  }

  @Test func pushes() {
    var connection = TestConnection()
    Self.begin(&connection)
    connection.send(.client, 2, TestFrame.number(.maxPushID, 3))
    connection.send(.client, 0, TestFrame.headers(TestFrame.get), ends: true)
    connection.send(.server, 0, TestFrame.bytes(.pushPromise, [2] + TestFrame.section(TestFrame.get)))
    connection.send(.server, 0, TestFrame.bytes(.pushPromise, [4] + TestFrame.section(TestFrame.get)))
    connection.send(.server, 7, [1, 2] + TestFrame.headers(Self.ok) + TestFrame.bytes(.data, [1]), ends: true)
    connection.send(.client, 2, TestFrame.number(.cancelPush, 2))
    #expect(connection.log.content(of: 0, .server).first == Self.headers(.pushPromise(2), TestFrame.get))
    #expect(connection.log.faults == [.identifier(4, .pushPromise)])
    #expect(
      connection.log.content(of: 7) == [
        .streamType(.push), .push(2), Self.headers(.response, Self.ok), .data([1]), .end,
      ])
    #expect(connection.log.content(of: 2).suffix(2) == [.maxPushID(3), .cancelPush(2)])
  }

  @Test func controlStream() {
    var connection = TestConnection()
    Self.begin(&connection)
    let update = TestFrame.bytes(.priorityUpdate, [4] + Array("u=1".utf8))
    let ofPush = TestFrame.bytes(.priorityUpdateOfPush, [1] + Array("i".utf8))
    connection.send(.client, 2, update + ofPush)
    connection.send(.server, 3, TestFrame.number(.goaway, 8) + TestFrame.bytes(.origin, [0, 1, 0x61, 0, 1, 0x62]))
    #expect(
      connection.log.content(of: 2).suffix(2) == [
        .priorityUpdate(4, isPush: false, Array("u=1".utf8)), .priorityUpdate(1, isPush: true, Array("i".utf8)),
      ])
    #expect(connection.log.content(of: 3).suffix(3) == [.goaway(8), .origin([0x61]), .origin([0x62])])
    #expect(connection.log.faults.isEmpty)
  }

  @Test func resets() {
    var connection = TestConnection()
    Self.begin(&connection, table: 220)
    connection.send(.client, 0, TestFrame.headers(TestFrame.get))
    connection.connection.stopSending(stream: 0, code: .requestCancelled, from: .client, to: &connection.log)
    connection.reset(.client, 0, .requestCancelled)
    connection.send(.server, 0, TestFrame.headers(Self.ok))
    connection.reset(.server, 0, .init(rawValue: 0x1F + 0x21))
    #expect(
      connection.log.content(of: 0, .client).suffix(2) == [.stopSending(.requestCancelled), .reset(.requestCancelled)])
    #expect(connection.connection.openStreams.sorted() == [2, 3])
    // What waits is told as far as it is known.
    connection.send(.client, 4, TestFrame.bytes(.headers, QPACKVectors.bytes("0200 80 d1")))
    connection.reset(.client, 4, .requestCancelled)
    #expect(connection.log.content(of: 4).count == 4)
    #expect(HTTP3ErrorCode.requestCancelled.description == "H3_REQUEST_CANCELLED")
  }

  @Test func extendedConnectAndCapsules() {
    var connection = TestConnection()
    Self.begin(&connection)
    let connect = [
      (":method", "CONNECT"), (":protocol", "connect-udp"), (":scheme", "https"), (":authority", "proxy.example"),
      (":path", "/masque/10.0.0.1/53/"), ("capsule-protocol", "?1"),
    ]
    let capsule: [UInt8] = [0, 3, 0, 0x61, 0x62]
    connection.send(
      .client, 0,
      TestFrame.headers(connect) + TestFrame.bytes(.data, Array(capsule.prefix(2)))
        + TestFrame.bytes(.data, Array(capsule.dropFirst(2))))
    connection.send(.server, 0, TestFrame.headers([(":status", "200")]) + TestFrame.bytes(.data, [0x68, 0x43, 1, 7]))
    connection.datagram(.client, [0, 0, 0x63])
    connection.datagram(.server, [1, 5])
    connection.datagram(.server, [])
    #expect(connection.log.content(of: 0, .client).first == Self.headers(.request, connect))
    #expect(connection.log.content(of: 0).contains(.datagram([0, 0x61, 0x62], isCapsule: true)))
    #expect(connection.log.content(of: 0).contains(.capsule(.closeWebTransportSession, [7])))
    #expect(connection.log.content(of: 0).contains(.datagram([0, 0x63], isCapsule: false)))
    #expect(connection.log.content(of: 4) == [.datagram([5], isCapsule: false)])
    #expect(connection.log.faults == [.datagram])
  }

  // A bidirectional stream of WebTransport, which a server may open, too.
  @Test func webTransport() {
    var connection = TestConnection()
    Self.begin(&connection)
    connection.send(.server, 1, [0x40, 0x41, 0] + Array("abc".utf8), ends: true)
    connection.send(.client, 1, [0x40, 0x41, 0] + Array("d".utf8), ends: true)
    #expect(connection.log.events(of: 1, .server) == [.session(0), .data(Array("abc".utf8)), .end])
    #expect(connection.log.faults.isEmpty)
  }

  @Test func faults() {
    let settings = TestFrame.settings([])
    let data = TestFrame.bytes(.data, [1])
    let cases: [(HTTP3Side, UInt64, [UInt8], HTTP3Fault)] = [
      (.client, 0, data, .frameUnexpected(.data)), (.client, 0, settings, .frameUnexpected(.settings)),
      (.client, 0, TestFrame.bytes(.init(rawValue: 6), []), .frameUnexpected(.init(rawValue: 6))),
      (.client, 0, TestFrame.bytes(.pushPromise, [0, 0, 0]), .frameUnexpected(.pushPromise)),
      (.client, 2, [0] + TestFrame.number(.goaway, 0), .missingSettings),
      (.client, 2, [0] + settings + settings, .frameUnexpected(.settings)),
      (.client, 2, [0] + settings + data, .frameUnexpected(.data)),
      (.client, 2, [0] + TestFrame.settings([(.init(rawValue: 2), 1)]), .settingValue(.init(.init(rawValue: 2), 1))),
      (.client, 2, [0] + TestFrame.settings([(.datagram, 2)]), .settingValue(.init(.datagram, 2))),
      (.client, 2, [0] + TestFrame.settings([(.datagram, 1), (.datagram, 1)]), .settingTwice(.datagram)),
      (
        .client, 2, [0] + TestFrame.bytes(.settings, [1]),
        .frameSize(HTTP3FrameHeader(type: .settings, payloadLength: 1, length: 2))
      ),
      (.client, 2, [1, 0], .streamOfWrongSide), (.server, 1, TestFrame.headers(Self.ok), .streamOfWrongSide),
      (.server, 3, [0] + settings + TestFrame.number(.goaway, 3), .identifier(3, .goaway)),
      (
        .server, 3, [0] + settings + TestFrame.number(.goaway, 4) + TestFrame.number(.goaway, 8),
        .identifier(8, .goaway)
      ),
      (.server, 3, [0] + settings + TestFrame.number(.maxPushID, 8), .frameUnexpected(.maxPushID)),
      (
        .client, 2, [0] + settings + TestFrame.number(.maxPushID, 4) + TestFrame.number(.maxPushID, 3),
        .identifier(3, .maxPushID)
      ),
      (.client, 2, [2, 0x02], .encoderStream(.dynamicIndex(2))),
      (.client, 0, TestFrame.bytes(.headers, [0, 0, 0xFF]), .compression(.truncated)),
    ]
    for (side, stream, bytes, expected) in cases {
      var connection = TestConnection()
      connection.send(side, stream, bytes)
      #expect(connection.log.faults.contains(expected), "\(expected)")
      #expect(!expected.description.isEmpty)
    }
    var connection = TestConnection()
    Self.begin(&connection)
    connection.send(.client, 6, [0])
    connection.send(.client, 2, [], ends: true)
    #expect(connection.log.faults == [.streamTwice(.control), .criticalStreamClosed(.control)])
  }

  @Test func memoryIsBounded() {
    var limits = HTTP3Limits()
    limits.waiting = 4096
    limits.streams = 16
    limits.payload = 1024
    var connection = TestConnection(limits: limits)
    Self.begin(&connection, table: 220)
    // Frames that are not whole, on more and more streams.
    for number in 0..<100 {
      connection.send(.client, UInt64(number) * 4, [1, 0x44, 0] + [UInt8](repeating: 0, count: 1000))
      #expect(connection.connection.heldBytes < 64 << 10)
    }
    #expect(connection.connection.openStreams.count == 16)
    #expect(connection.connection.openStreams.contains(2))
    #expect(connection.log.faults.contains(.waitingTooLong(limit: 4096)))
    #expect(connection.log.faults.contains(.tooManyStreams(limit: 16)))
    connection.send(
      .client, 400, TestFrame.bytes(.headers, [UInt8](repeating: 0, count: 2000)) + TestFrame.bytes(.data, []))
    #expect(connection.log.content(of: 400).contains(.lostHeaders(.tooLong)))
    // What waits behind a field section.
    var waiting = TestConnection(limits: limits)
    Self.begin(&waiting, table: 220)
    waiting.send(.client, 0, TestFrame.bytes(.headers, QPACKVectors.bytes("0200 80 d1")))
    for _ in 0..<20 { waiting.send(.client, 0, TestFrame.bytes(.data, [UInt8](repeating: 1, count: 500))) }
    #expect(waiting.log.faults == [.waitingTooLong(limit: 4096)])
    #expect(waiting.log.content(of: 0).contains { if case .headers = $0 { true } else { false } })
    let count = waiting.log.entries.reduce(0) { if case .data(let data) = $1.event { $0 + data.count } else { $0 } }
    #expect(count == 20 * 500)
  }

  // The vectors as a connection: each section on a stream of its own, many before what they refer to.
  @Test(arguments: ["fb-req.out.256.100.0", "fb-req-hq.out.4096.100.1", "netbsd.out.512.0.1"])
  func vectors(_ name: String) throws {
    let parts = name.split(separator: ".")
    let capacity = try #require(UInt64(parts[2]))
    var connection = TestConnection(piece: 700)
    Self.begin(&connection, table: capacity)
    var setting: [UInt8] = []
    QPACKTestEncoder.append(Int(capacity), prefix: 5, first: 0x20, &setting)
    connection.send(.client, 6, [2] + setting)
    for chunk in try QPACKVectors.encoded(name) {
      if chunk.stream == 0 {
        connection.send(.client, 6, chunk.bytes)
      } else {
        connection.send(.client, (chunk.stream - 1) * 4, TestFrame.bytes(.headers, chunk.bytes), ends: true)
      }
    }
    let lists = connection.log.entries.compactMap { entry in
      if case .headers(_, let fields) = entry.event { (entry.place.stream, fields) } else { nil }
    }.sorted { $0.0 < $1.0 }.map(\.1)
    #expect(lists == (try QPACKVectors.fields(String(parts[0]))))
    #expect(connection.log.faults.allSatisfy { if case .compression = $0 { false } else { true } })
  }
}
