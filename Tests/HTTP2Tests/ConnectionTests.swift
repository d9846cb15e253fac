import HTTP2
import TestSupport
import Testing

@Suite struct ConnectionTests {
  typealias Event = ConnectionLog.Event

  private static func headers(
    _ kind: HTTP2Headers.Kind, ends: Bool = false, priority: HTTP2Priority? = nil, flaws: HTTP2FieldFlaws = []
  ) -> HTTP2Headers {
    HTTP2Headers(kind: kind, endsStream: ends, priority: priority, flaws: flaws)
  }

  private static func kinds(_ talk: TestTalk) -> [HTTP2Headers.Kind] {
    talk.log.entries.compactMap { if case .headers(let headers, _) = $0.event { headers.kind } else { nil } }
  }

  @Test func anExchangeIsToldFromItsBeginningToItsEnd() {
    var talk = TestTalk()
    talk.client(TestFrame.headers(1, TestFrame.request), TestFrame.data(1, [1, 2, 3], ends: true))
    talk.server(
      TestFrame.headers(1, TestFrame.block([(":status", "103"), ("link", "</a>")])),
      TestFrame.headers(1, TestFrame.block([(":status", "200")])), TestFrame.data(1, [4, 5]),
      TestFrame.headers(1, TestFrame.block([("x-sum", "9")]), ends: true))
    #expect(
      talk.events == [
        .headers(
          Self.headers(.request),
          [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "a")].map(HPACKTests.field)),
        .data([1, 2, 3]), .end,
        .headers(Self.headers(.interim(103)), [(":status", "103"), ("link", "</a>")].map(HPACKTests.field)),
        .headers(Self.headers(.response), [HPACKTests.field(":status", "200")]), .data([4, 5]),
        .headers(Self.headers(.trailers, ends: true), [HPACKTests.field("x-sum", "9")]), .end,
      ])
    #expect(talk.connection.client == .first)
    #expect(talk.connection.openStreams.isEmpty)
  }

  @Test func theClientIsWhoeverSentThePreface() {
    var connection = HTTP2Connection()
    var log = ConnectionLog()
    let (settings, preface) = (TestFrame.settings(), HTTP2FrameReader.preface)
    connection.receive(settings.span, at: 0, from: .first, to: &log)
    #expect(connection.client == nil)
    connection.receive(preface.span, at: 0, from: .second, to: &log)
    #expect(connection.client == .second)
    #expect(log.faults.isEmpty)
  }

  // RFC 7540 section 3.2: the request of HTTP/1.1 is stream 1, which the client has ended.
  @Test func anUpgradedConnectionAnswersOnStreamOne() {
    var talk = TestTalk(
      .upgrade(client: .first, settings: [HTTP2Setting(.initialWindowSize, 10)]), greets: false)
    talk.server(TestFrame.settings(), TestFrame.headers(1, TestFrame.block([(":status", "200")])))
    talk.server(TestFrame.data(1, [UInt8](repeating: 0, count: 10)))
    talk.client(HTTP2FrameReader.preface, TestFrame.settings())
    #expect(Self.kinds(talk) == [.response])
    #expect(talk.log.faults.isEmpty)
    #expect(talk.events.contains(.stall(HTTP2Stall(sender: .second, stream: 1, window: 0))))
    let field = Array("AAMAAABkAAQAoAAAAAIAAAAA".utf8)
    let list = HTTP2Settings.list(headerField: field.span)
    #expect(list?.map(\.value) == [100, 10_485_760, 0])
  }

  @Test func paddingAndPriorityAreTakenOff() {
    var talk = TestTalk()
    let priority: [UInt8] = [0x80, 0, 0, 3, 15]
    talk.client(
      TestFrame.bytes(
        .headers, [.endHeaders, .padded, .priority], stream: 1, [4] + priority + TestFrame.request + [0, 0, 0, 0]),
      TestFrame.bytes(.data, [.padded, .endStream], stream: 1, [2, 7, 8, 9, 0, 0]),
      TestFrame.bytes(.priority, stream: 3, priority))
    let read = HTTP2Priority(priority.span, at: 0)
    #expect(read?.isExclusive == true && read?.dependency == 3 && read?.weight == 16)
    guard case .headers(let headers, let fields)? = talk.events.first else { return #expect(Bool(false)) }
    #expect(headers.priority == read && fields.count == 4)
    #expect(Array(talk.events.dropFirst()) == [.data([7, 8, 9]), .end] + (read.map { [.priority($0)] } ?? []))
  }

  @Test(arguments: [
    (TestFrame.bytes(.data, .padded, stream: 1, [9, 1]), HTTP2Fault.padding),
    (TestFrame.bytes(.data, .padded, stream: 1), .padding),
    (TestFrame.bytes(.headers, [.endHeaders, .padded], stream: 1, [9, 1]), .padding),
    (TestFrame.bytes(.continuation, .endHeaders, stream: 1, [0x82]), .continuationUnexpected),
    (TestFrame.headers(1, [0x80]), .compression(.indexZero)),
    (TestFrame.windowUpdate(0, 0), .windowIncrement(0)),
    (TestFrame.windowUpdate(0, 0x7FFF_FFFF), .windowIncrement(0x7FFF_FFFF)),
    (TestFrame.settings([(.maxFrameSize, 5)]), .settingValue(HTTP2Setting(.maxFrameSize, 5))),
    (TestFrame.data(99, [1]), .idleStream), (TestFrame.reset(99, .cancel), .idleStream),
    (TestFrame.headers(2, TestFrame.request), .streamNumber), (TestFrame.windowUpdate(99, 1), .idleStream),
  ])
  func faultsAreSaidAndSurvived(_ frame: [UInt8], _ fault: HTTP2Fault) {
    var talk = TestTalk()
    talk.client(TestFrame.headers(1, TestFrame.request))
    talk.client(frame, TestFrame.bytes(.ping, [UInt8](repeating: 7, count: 8)))
    #expect(talk.log.faults.contains(fault))
    #expect(talk.events.last == .ping(0x0707_0707_0707_0707, false))
  }

  @Test(arguments: [
    (HTTP2FrameType.ping, UInt32(0), 7), (.settings, 0, 5), (.priority, 1, 4), (.resetStream, 1, 5), (.goaway, 0, 7),
    (.windowUpdate, 0, 3), (.altSvc, 0, 1), (.priorityUpdate, 0, 3), (.pushPromise, 1, 3),
  ])
  func lengthsThatATypeMayNotHaveAreFaults(_ type: HTTP2FrameType, _ stream: UInt32, _ count: Int) {
    var talk = TestTalk()
    talk.client(TestFrame.bytes(type, stream: stream, [UInt8](repeating: 0, count: count)))
    #expect(talk.log.faults.contains { if case .frameSize = $0 { true } else { false } })
  }

  @Test func blocksGoOnInContinuations() {
    var talk = TestTalk()
    let (first, rest) = (Array(TestFrame.request.prefix(7)), Array(TestFrame.request.dropFirst(7)))
    talk.client(
      TestFrame.bytes(.headers, .endStream, stream: 1, first), TestFrame.bytes(.continuation, stream: 1, []),
      TestFrame.bytes(.continuation, .endHeaders, stream: 1, rest))
    #expect(Self.kinds(talk) == [.request])
    #expect(talk.events.last == .end)
    // After the preface, the settings and the acknowledgment.
    #expect(talk.log.entries.last?.place.range.lowerBound == Int64(24 + 9 + 9))
    // Another frame where a block should go on.
    talk.client(TestFrame.bytes(.headers, stream: 3, first), TestFrame.bytes(.ping, [0, 0, 0, 0, 0, 0, 0, 0]))
    #expect(
      Array(talk.events.suffix(3)) == [
        .fault(.continuationExpected(.ping)), .lostHeaders(.interrupted, endsStream: false), .ping(0, false),
      ])
  }

  @Test func aFloodOfContinuationsIsBounded() {
    var limits = HTTP2Limits()
    limits.block = 10_000
    var talk = TestTalk(limits: limits)
    talk.client(TestFrame.bytes(.headers, stream: 1, [0x82]))
    let piece = TestFrame.bytes(.continuation, stream: 1, [UInt8](repeating: 0x82, count: 1000))
    for _ in 0..<2000 {
      talk.client(piece, TestFrame.bytes(.continuation, stream: 1))
      talk.log.entries.removeAll { if case .frame = $0.event { true } else { false } }
    }
    #expect(talk.connection.heldBytes < 100_000)
    talk.client(TestFrame.bytes(.continuation, .endHeaders, stream: 1, []), TestFrame.headers(3, TestFrame.request))
    #expect(talk.events.first == .fault(.blockTooLong(limit: 10_000)))
    #expect(talk.events.contains(.lostHeaders(.tooLong, endsStream: false)))
    #expect(Self.kinds(talk) == [.request])
  }

  @Test func pushesArePromisedWithTheirRequest() {
    var talk = TestTalk()
    talk.client(TestFrame.headers(1, TestFrame.request, ends: true))
    talk.server(
      TestFrame.bytes(.pushPromise, .endHeaders, stream: 1, TestFrame.number(2) + TestFrame.request),
      TestFrame.headers(2, TestFrame.block([(":status", "200")]), ends: true))
    #expect(Self.kinds(talk) == [.request, .pushPromise(2), .response])
    #expect(talk.log.faults.isEmpty)
    #expect(talk.connection.openStreams == [1])
  }

  @Test func resetsEndStreamsAndGoawayTellsWhy() {
    var talk = TestTalk()
    talk.client(TestFrame.headers(1, TestFrame.request))
    talk.server(TestFrame.reset(1, .refusedStream))
    talk.server(TestFrame.bytes(.goaway, [0, 0, 0, 1, 0, 0, 0, 11] + Array("calm".utf8)))
    #expect(
      Array(talk.events.dropFirst()) == [.reset(.refusedStream), .goaway(.enhanceYourCalm, 1, Array("calm".utf8))])
    #expect(talk.connection.openStreams.isEmpty)
    #expect("\(HTTP2ErrorCode.enhanceYourCalm)" == "ENHANCE_YOUR_CALM")
  }

  @Test func otherFramesAreHandedOn() {
    var talk = TestTalk()
    let origin = Array("https://a.example".utf8)
    let length = [0, UInt8(origin.count)]
    let strange = HTTP2FrameHeader(payloadLength: 3, type: HTTP2FrameType(rawValue: 0xBB), flags: [.padded], stream: 9)
    talk.server(
      TestFrame.bytes(.altSvc, length + origin + Array("h2=\":8000\"".utf8)),
      TestFrame.bytes(.origin, length + origin + length + origin),
      TestFrame.bytes(strange.type, strange.flags, stream: 9, [1, 2, 3]))
    talk.client(TestFrame.bytes(.priorityUpdate, TestFrame.number(5) + Array("u=1".utf8)))
    #expect(
      talk.events == [
        .altSvc(origin, Array("h2=\":8000\"".utf8)), .origin(origin), .origin(origin), .other(strange, [1, 2, 3]),
        .priorityUpdate(5, Array("u=1".utf8)),
      ])
  }

  @Test func settingsAreInForceOnceTheyAreAcknowledged() {
    var talk = TestTalk()
    talk.server(TestFrame.settings([(.maxConcurrentStreams, 7), (.enableConnectProtocol, 1), (.headerTableSize, 0)]))
    #expect(talk.connection.settings(of: .second).maxConcurrentStreams == nil)
    talk.client(TestFrame.acknowledgment)
    let settings = talk.connection.settings(of: .second)
    #expect(settings.maxConcurrentStreams == 7 && settings.enableConnectProtocol && settings.headerTableSize == 0)
    // The client may not set its table larger than that.
    talk.client(TestFrame.headers(1, [0x21] + TestFrame.request))
    #expect(talk.log.faults == [.compressionFlaws(.sizeBeyondLimit)])
  }

  @Test func whoUsedUpAWindowIsSaidToWait() {
    var talk = TestTalk()
    talk.client(TestFrame.headers(1, TestFrame.request), TestFrame.headers(3, TestFrame.request))
    for _ in 0..<4 { talk.client(TestFrame.data(1, [UInt8](repeating: 0, count: 16_000))) }
    #expect(talk.connection.window(of: .first) == 1535)
    talk.client(TestFrame.data(1, [UInt8](repeating: 0, count: 1535)))
    let stalls = [HTTP2Stall(sender: .first, stream: 1, window: 0), HTTP2Stall(sender: .first, stream: 0, window: 0)]
    #expect(Array(talk.events.suffix(2)) == stalls.map { .stall($0) })
    talk.server(TestFrame.windowUpdate(0, 1000))
    #expect(talk.events.last == .resumption(HTTP2Stall(sender: .first, stream: 0, window: 1000)))
    talk.server(TestFrame.settings([(.initialWindowSize, 70_000)]))
    #expect(talk.events.last == .resumption(HTTP2Stall(sender: .first, stream: 1, window: 70_000 - 65_535)))
    talk.client(TestFrame.data(1, [UInt8](repeating: 0, count: 1100), ends: true))
    #expect(talk.log.faults == [.windowExceeded(by: 100)])
  }

  // Hundreds of thousands of streams that are opened and reset (CVE-2023-44487).
  @Test func rapidResetsTakeNoMemory() {
    var talk = TestTalk()
    for stream in stride(from: UInt32(1), to: 40_000, by: 2) {
      talk.client(TestFrame.headers(stream, TestFrame.request), TestFrame.reset(stream, .cancel))
      talk.log.entries = []
    }
    #expect(talk.connection.openStreams.isEmpty)
    #expect(talk.connection.heldBytes < 100_000)
  }

  @Test func tooManyStreamsGiveUpTheOldest() {
    var limits = HTTP2Limits()
    limits.streams = 100
    var talk = TestTalk(limits: limits)
    for stream in stride(from: UInt32(1), to: 4000, by: 2) { talk.client(TestFrame.headers(stream, TestFrame.request)) }
    #expect(talk.connection.openStreams.count == 100)
    #expect(talk.events.contains(.abandonment(1)) && talk.events.contains(.abandonment(3799)))
    #expect(!talk.events.contains(.abandonment(3801)))
  }

  private static let plain = [(":method", "GET"), (":scheme", "http"), (":path", "/")]
  private static let sections: [(fields: [(String, String)], flaws: HTTP2FieldFlaws)] = [
    ([(":method", "GET")], .missingPseudo), ([(":method", "CONNECT"), (":authority", "a:1")], []),
    (plain + [("Accept", "*/*")], .name), ([(":method", "GET"), ("a", "b")] + plain.dropFirst(), .latePseudo),
    (plain + [(":path", "/")], .repeatedPseudo), (plain + [(":status", "200")], .strangePseudo),
    (plain + [("connection", "close")], .connectionField), (plain + [("te", "trailers")], []),
    (plain + [("te", "gzip")], .connectionField), (plain + [("a", "b\nc")], .value),
  ]

  @Test(arguments: sections.indices) func malformedFieldsAreFlaws(_ index: Int) {
    let (fields, flaws) = Self.sections[index]
    var talk = TestTalk()
    talk.client(TestFrame.headers(1, TestFrame.block(fields)))
    guard case .headers(let headers, _)? = talk.events.first else { return #expect(Bool(false)) }
    #expect(headers.flaws == flaws)
  }

  @Test func aStreamOfBytesThatEndsInAFrameIsCutShort() {
    var talk = TestTalk()
    talk.client(Array(TestFrame.headers(1, TestFrame.request, ends: true).dropLast()))
    talk.connection.finish(.first, to: &talk.log)
    #expect(talk.events == [.fault(.cutShort), .lostHeaders(.missing, endsStream: true), .end])
  }
}
