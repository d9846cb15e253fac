import LinkConditions
import TestSupport
import Testing

/// Feeds a conversation to a timeline.
private final class Traffic {
  var runner: TimelineRunner
  var now: Int64 = 0
  var sequences: [LinkDirection: UInt32] = [.uplink: 1000, .downlink: 9000]

  init(_ triggers: Trigger...) {
    let phases = triggers.enumerated().map { Timeline.Phase(trigger: $1, profile: Profile(name: "P\($0 + 1)")) }
    runner = TimelineRunner(
      Timeline(first: Profile(name: "P0"), phases: phases), startingAt: LinkInstant(nanoseconds: 0))
  }

  /// Reports a TCP segment. Returns true if it put another profile in force.
  func tcp(
    _ direction: LinkDirection, _ payload: [UInt8] = [], isSYN: Bool = false, isPush: Bool = true, flow: UInt64 = 1,
    sequence: UInt32? = nil
  ) -> Bool {
    now += 1_000_000
    let own = sequence ?? sequences[direction] ?? 0
    sequences[direction] = max(sequences[direction] ?? 0, own &+ UInt32(payload.count) &+ (isSYN ? 1 : 0))
    let packet = ObservedPacket(
      direction: direction, flow: flow,
      transport: .tcp(sequence: own, isSYN: isSYN, isACK: direction == .downlink || !isSYN, isPush: isPush),
      instant: LinkInstant(nanoseconds: now))
    return runner.observe(packet, payload: payload.span)
  }

  func udp(_ direction: LinkDirection, _ payload: [UInt8], flow: UInt64 = 2, isDNS: Bool = false) -> Bool {
    now += 1_000_000
    let packet = ObservedPacket(
      direction: direction, flow: flow, transport: .udp, isDNS: isDNS, instant: LinkInstant(nanoseconds: now))
    return runner.observe(packet, payload: payload.span)
  }

  /// Reports a datagram that shows something of QUIC, of a client that offers these protocols.
  func quic(_ direction: LinkDirection, _ quic: VisibleQUIC?, offering protocols: [String] = ["h3"]) -> Bool {
    now += 1_000_000
    let packet = ObservedPacket(
      direction: direction, flow: 3, transport: .udp, quic: quic,
      greeting: ConnectionGreeting(isQUIC: true, applicationProtocols: protocols),
      instant: LinkInstant(nanoseconds: now))
    return runner.observe(packet, payload: [UInt8](repeating: 0, count: 1200).span)
  }

  func handshake() -> Bool {
    let syn = tcp(.uplink, isSYN: true)
    let answer = tcp(.downlink, isSYN: true)
    let ack = tcp(.uplink)
    return syn || answer || ack
  }

  func advance(to nanoseconds: Int64) -> Bool {
    runner.advance(to: LinkInstant(nanoseconds: nanoseconds))
  }

  /// A TLS record of a type and length.
  static func record(_ type: UInt8, _ length: Int) -> [UInt8] {
    [type, 3, 3, UInt8(length >> 8), UInt8(length & 0xff)] + Array(repeating: 0xaa, count: length)
  }
}

struct TimelineRunnerTests {
  private let get = Array("GET / HTTP/1.1\r\n\r\n".utf8)

  @Test func timesCountFromThePhaseBefore() {
    let traffic = Traffic(.after(.seconds(2)), .after(.seconds(3)))
    #expect(traffic.runner.nextInstant?.nanoseconds == 2_000_000_000)
    #expect(!traffic.runner.watchesPackets)
    #expect(!traffic.advance(to: 1_999_999_999))
    #expect(traffic.runner.profile.name == "P0")
    #expect(traffic.advance(to: 2_100_000_000))
    #expect(traffic.runner.profile.name == "P1")
    // The call was late, but the next phase is not.
    #expect(traffic.runner.nextInstant?.nanoseconds == 5_000_000_000)
    #expect(traffic.advance(to: 9_000_000_000))
    #expect(traffic.runner.profile.name == "P2")
    #expect(traffic.runner.nextInstant == nil)
  }

  @Test func theResponseStartsWithItsFirstBytes() {
    let traffic = Traffic(.responseStarted)
    #expect(!traffic.udp(.uplink, [1, 2, 3], isDNS: true))
    #expect(!traffic.udp(.downlink, [1, 2, 3], isDNS: true))
    #expect(!traffic.handshake())
    #expect(!traffic.tcp(.uplink, get))
    #expect(!traffic.tcp(.downlink))
    #expect(traffic.runner.watchesPackets)
    #expect(traffic.tcp(.downlink, Array("HTTP/1.1 200 OK\r\n".utf8)))
    #expect(traffic.runner.profile.name == "P1")
    #expect(!traffic.runner.watchesPackets)
  }

  @Test func aRequestIsKnownByItsFirstLine() throws {
    let pattern = try #require(RequestPattern("GET /search*"))
    let traffic = Traffic(.http(pattern))
    #expect(!traffic.handshake())
    #expect(!traffic.tcp(.uplink, Array("GET /other HTTP/1.1\r\n\r\n".utf8)))
    #expect(!traffic.tcp(.downlink, Array("HTTP/1.1 200 OK\r\n\r\n".utf8)))
    // The request line arrives in pieces. Text after it does not count, and neither does a line that only looks
    // similar.
    #expect(!traffic.tcp(.uplink, Array("POST /x HTTP/1.1\r\n\r\nGET /search HTTP/1.1\r\n".utf8)))
    #expect(!traffic.tcp(.downlink, Array("HTTP/1.1 200 OK\r\n\r\n".utf8)))
    #expect(!traffic.tcp(.uplink, Array("GET /sea".utf8), isPush: false))
    #expect(!traffic.tcp(.uplink, Array("rch?q=a".utf8), isPush: false))
    #expect(traffic.tcp(.uplink, Array(" HTTP/1.1\r\nHost: a\r\n".utf8)))
  }

  @Test func aServerThatSpeaksFirstDoesNotRespond() {
    let traffic = Traffic(.responseStarted)
    #expect(!traffic.handshake())
    #expect(!traffic.tcp(.downlink, Array("220 ready\r\n".utf8)))
    #expect(!traffic.tcp(.uplink, Array("EHLO\r\n".utf8)))
    #expect(traffic.tcp(.downlink, Array("250 ok\r\n".utf8)))
  }

  @Test func aRequestIsSentWithItsLastSegment() {
    let traffic = Traffic(.request, .requestSent)
    #expect(!traffic.handshake())
    #expect(traffic.tcp(.uplink, Array(repeating: 65, count: 1448), isPush: false))
    #expect(traffic.runner.profile.name == "P1")
    #expect(!traffic.tcp(.uplink, Array(repeating: 65, count: 1448), isPush: false))
    #expect(traffic.tcp(.uplink, Array(repeating: 65, count: 10)))
    #expect(traffic.runner.profile.name == "P2")
  }

  @Test func eachExchangeStartsOnce() {
    let traffic = Traffic(.responseStarted, .responseStarted)
    #expect(!traffic.handshake())
    #expect(!traffic.tcp(.uplink, get))
    #expect(traffic.tcp(.downlink, [1]))
    // The rest of the first response, and the retransmitted request, start nothing.
    #expect(!traffic.tcp(.downlink, [2]))
    #expect(!traffic.tcp(.uplink, get, sequence: 1001))
    #expect(!traffic.tcp(.downlink, [3]))
    #expect(!traffic.tcp(.uplink, get))
    #expect(traffic.tcp(.downlink, [4]))
    #expect(traffic.runner.profile.name == "P2")
  }

  @Test(arguments: [1, 7, 100, 5000])
  func aHandshakeOfTLS12IsNoExchange(segment: Int) {
    let traffic = Traffic(.request, .responseStarted)
    #expect(!traffic.handshake())
    func send(_ direction: LinkDirection, _ bytes: [UInt8]) -> Bool {
      var changed = false
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(segment))
        rest = rest.dropFirst(segment)
        if traffic.tcp(direction, piece, isPush: rest.isEmpty) { changed = true }
      }
      return changed
    }
    #expect(!send(.uplink, Traffic.record(22, 512)))
    #expect(!send(.downlink, Traffic.record(22, 3000) + Traffic.record(22, 4)))
    #expect(!send(.uplink, Traffic.record(22, 70) + Traffic.record(20, 1) + Traffic.record(22, 40)))
    #expect(!send(.downlink, Traffic.record(20, 1) + Traffic.record(22, 40)))
    #expect(send(.uplink, Traffic.record(23, 120)))
    #expect(send(.downlink, Traffic.record(23, 1300)))
    #expect(traffic.runner.profile.name == "P2")
  }

  @Test func aHandshakeOfTLS13IsNoExchange() {
    let traffic = Traffic(.request, .responseStarted)
    #expect(!traffic.handshake())
    #expect(!traffic.tcp(.uplink, Traffic.record(22, 512)))
    #expect(!traffic.tcp(.downlink, Traffic.record(22, 122) + Traffic.record(20, 1) + Traffic.record(23, 2000)))
    #expect(!traffic.tcp(.uplink, Traffic.record(20, 1) + Traffic.record(23, 53)))
    #expect(traffic.tcp(.uplink, Traffic.record(23, 100)))
    #expect(traffic.tcp(.downlink, Traffic.record(23, 1000)))
  }

  @Test func aLostSegmentDoesNotLoseTheRecords() {
    let traffic = Traffic(.responseStarted)
    #expect(!traffic.handshake())
    #expect(!traffic.tcp(.uplink, Traffic.record(22, 512)))
    let hello = Traffic.record(22, 3000)
    #expect(!traffic.tcp(.downlink, Array(hello[..<1000])))
    // The middle was lost and is retransmitted after the end.
    #expect(!traffic.tcp(.downlink, Array(hello[2000...]), sequence: 9001 + 2000))
    #expect(!traffic.tcp(.downlink, Array(hello[1000..<2000]), sequence: 9001 + 1000))
    #expect(!traffic.tcp(.uplink, Traffic.record(20, 1) + Traffic.record(22, 40) + Traffic.record(23, 100)))
    #expect(traffic.tcp(.downlink, Traffic.record(23, 1000)))
  }

  @Test func aHandshakeOfQUICIsNoExchange() {
    let traffic = Traffic(.request, .responseStarted)
    #expect(!traffic.quic(.uplink, VisibleQUIC(hasInitial: true)))
    // The server's settings may come before the client's request.
    #expect(!traffic.quic(.downlink, VisibleQUIC(hasInitial: true, protectedLength: 200)))
    #expect(!traffic.quic(.uplink, VisibleQUIC()))
    #expect(!traffic.quic(.uplink, VisibleQUIC(protectedLength: 40)))
    #expect(!traffic.quic(.uplink, nil))
    #expect(traffic.quic(.uplink, VisibleQUIC(protectedLength: 200)))
    #expect(!traffic.quic(.downlink, VisibleQUIC(protectedLength: 40)))
    #expect(traffic.quic(.downlink, VisibleQUIC(protectedLength: 200)))
  }

  @Test func theHandshakeOfQUICIsSeenFromItsStartToTheFirstProtectedPacket() {
    let traffic = Traffic(.quicInitial, .quicHandshake, .h3Request, .quicInitial)
    #expect(!traffic.udp(.uplink, [1]) && !traffic.quic(.downlink, VisibleQUIC(hasInitial: true)))
    #expect(traffic.quic(.uplink, VisibleQUIC(hasInitial: true)))
    #expect(!traffic.quic(.uplink, VisibleQUIC(hasInitial: true)))
    #expect(!traffic.quic(.downlink, VisibleQUIC(protectedLength: 1000)))
    #expect(traffic.quic(.uplink, VisibleQUIC(protectedLength: 40)))
    #expect(traffic.quic(.uplink, VisibleQUIC(protectedLength: 100)))
    // Another connection on the same port.
    #expect(traffic.quic(.uplink, VisibleQUIC(hasInitial: true)))
  }

  @Test(arguments: [(["h3"], true), (["doq"], false), (["h3-29", "h3"], true)])
  func onlyAClientThatOffersHTTP3RequestsByIt(_ protocols: [String], isRequest: Bool) {
    let traffic = Traffic(.h3Request)
    let early = VisibleQUIC(hasInitial: true, hasEarlyData: true)
    #expect(traffic.quic(.uplink, early, offering: protocols) == isRequest)
  }

  /// Where the secrets are known, only what they reveal is a request.
  @Test func whatIsRevealedDecidesAboutRequestsOfHTTP3() {
    let traffic = Traffic(.h3Request)
    #expect(!traffic.quic(.uplink, VisibleQUIC(hasInitial: true)))
    func observe(_ revealed: RevealedTraffic) -> Bool {
      traffic.now += 1
      let packet = ObservedPacket(
        direction: .uplink, flow: 3, transport: .udp, quic: VisibleQUIC(protectedLength: 500),
        instant: LinkInstant(nanoseconds: traffic.now))
      return traffic.runner.observe(packet, payload: [0x40].span, revealing: revealed)
    }
    #expect(!observe(RevealedTraffic()))
    #expect(observe(RevealedTraffic(requests: [Array("GET / HTTP/3".utf8)])))
  }

  @Test func bytesCountPayloadOfADirection() {
    let traffic = Traffic(.bytes(4000, .downlink), .bytes(10, .uplink))
    #expect(!traffic.udp(.downlink, Array(repeating: 0, count: 4000), isDNS: true))
    #expect(!traffic.tcp(.uplink, Array(repeating: 0, count: 5000)))
    #expect(!traffic.tcp(.downlink, Array(repeating: 0, count: 3999)))
    #expect(traffic.tcp(.downlink, [0]))
    #expect(!traffic.tcp(.uplink, Array(repeating: 0, count: 9)))
    #expect(traffic.udp(.uplink, [0]))
  }

  @Test func idleCountsFromTheLastPacket() {
    let traffic = Traffic(.idle(.seconds(1)))
    #expect(traffic.runner.nextInstant == nil)
    #expect(!traffic.tcp(.uplink, get))
    #expect(!traffic.tcp(.downlink, get))
    #expect(traffic.runner.nextInstant?.nanoseconds == 1_002_000_000)
    #expect(traffic.advance(to: 1_002_000_000))
    #expect(traffic.runner.profile.name == "P1")
  }

  @Test func aConnectionIsAskedForWithASYN() {
    let traffic = Traffic(.syn)
    #expect(!traffic.udp(.uplink, [1], isDNS: true))
    #expect(!traffic.tcp(.downlink, isSYN: true))
    #expect(traffic.tcp(.uplink, isSYN: true))
  }

  /// With arbitrary packets, sequence numbers and payloads, nothing traps and no phase goes back.
  @Test func arbitraryPackets() {
    var random = SeededGenerator(seed: 5)
    var runner = Traffic(.responseStarted, .bytes(.max, .uplink)).runner
    var phase = 0
    for _ in 0..<fuzzCount {
      if Int.random(in: 0..<1000, using: &random) == 0 {
        runner =
          Traffic(
            [.syn, .request, .requestSent, .h3Request, .quicHandshake, .idle(.milliseconds(1))].randomElement(
              using: &random) ?? .syn,
            .responseStarted
          ).runner
        phase = 0
      }
      var payload = (0..<Int.random(in: 0..<64, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if payload.count > 5, Bool.random(using: &random) {
        payload.replaceSubrange(0..<4, with: [UInt8.random(in: 20...23, using: &random), 3, 3, 0])
      }
      let isTCP = Bool.random(using: &random)
      let packet = ObservedPacket(
        direction: Bool.random(using: &random) ? .uplink : .downlink,
        flow: UInt64.random(in: 0..<10_000, using: &random) % 7,
        transport: isTCP
          ? .tcp(
            sequence: UInt32(truncatingIfNeeded: random.next() >> UInt64.random(in: 32..<64, using: &random)),
            isSYN: UInt8.random(in: 0..<20, using: &random) == 0, isACK: true, isPush: Bool.random(using: &random))
          : .udp,
        quic: Bool.random(using: &random)
          ? nil
          : VisibleQUIC(
            hasInitial: Bool.random(using: &random), hasEarlyData: Bool.random(using: &random),
            protectedLength: Int.random(in: 0..<200, using: &random)),
        instant: LinkInstant(nanoseconds: Int64(truncatingIfNeeded: random.next())))
      _ = runner.observe(packet, payload: payload.span)
      #expect(runner.phase >= phase)
      phase = runner.phase
    }
  }

  @Test func phasesAreAddedAfterThoseToCome() {
    let traffic = Traffic(.after(.seconds(1)))
    traffic.runner.append(
      [.init(trigger: .after(.seconds(2)), profile: Profile(name: "Added"))], at: LinkInstant(nanoseconds: 500_000_000))
    #expect(traffic.runner.progress.pending.map(\.profile.name) == ["P1", "Added"])
    #expect(traffic.runner.progress.lastProfile.name == "Added")
    #expect(traffic.advance(to: 1_000_000_000) && traffic.runner.profile.name == "P1")
    #expect(!traffic.advance(to: 2_900_000_000))
    #expect(traffic.advance(to: 3_000_000_000) && traffic.runner.profile.name == "Added")
    // If no phase precedes it, the time counts from when it was added.
    traffic.runner.append(
      [.init(trigger: .after(.seconds(1)), profile: .clean)], at: LinkInstant(nanoseconds: 10_000_000_000))
    #expect(traffic.runner.nextInstant?.nanoseconds == 11_000_000_000)
    #expect(traffic.advance(to: 11_000_000_000) && traffic.runner.phase == 3)
    #expect(traffic.runner.progress.pending.isEmpty)
  }

  @Test func whoIsAttentiveKnowsConversationsThatWereOpenBefore() {
    for isAttentive in [false, true] {
      let traffic = Traffic()
      traffic.runner.isAttentive = isAttentive
      #expect(traffic.runner.watchesPackets == isAttentive)
      _ = traffic.handshake()
      _ = traffic.tcp(.uplink, get)
      traffic.runner.append(
        [.init(trigger: .responseStarted, profile: Profile(name: "Added"))], at: LinkInstant(nanoseconds: traffic.now))
      #expect(traffic.tcp(.downlink, [1, 2, 3]) == isAttentive)
    }
  }

  @Test func anotherTimelineKnowsTheConversationsToo() {
    let traffic = Traffic(.bytes(1000, .downlink))
    _ = traffic.handshake()
    _ = traffic.tcp(.uplink, get)
    let next = Timeline(first: .clean, phases: [.init(trigger: .responseStarted, profile: Profile(name: "Next"))])
    traffic.runner.restart(next, at: LinkInstant(nanoseconds: traffic.now))
    #expect(traffic.runner.profile == .clean)
    #expect(traffic.tcp(.downlink, [1, 2, 3]))
    #expect(traffic.runner.profile.name == "Next")
  }

  @Test func nothingFollowsATimelineThatRepeats() {
    var timeline = Timeline(first: .clean, phases: [.init(trigger: .after(.seconds(1)), profile: .clean)])
    timeline.repetition = .forever
    var runner = TimelineRunner(timeline, startingAt: LinkInstant(nanoseconds: 0))
    runner.append([.init(trigger: .syn, profile: .clean)], at: LinkInstant(nanoseconds: 0))
    #expect(runner.progress.repeats && runner.progress.pending.count == 1)
  }
}
