import Glibc
import LinkConditions
import Synchronization
import Testing
import Wire

@testable import VirtualLink

/// What every engine must do, by the packets that come out.
@Suite(.serialized) struct EngineTests {
  private static func milliseconds(_ count: Int64) -> LinkDuration { .milliseconds(count) }

  private static func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let start = EngineClock.now
    try body()
    return Double((EngineClock.now - start).nanoseconds) / 1e6
  }

  @Test(arguments: TestEngines.all, [false, true])
  func carriesStreamsWhole(_ kind: EngineKind, isIPv6: Bool) throws {
    let link = try TestLink(kind)
    let bytes = Array(ConditionTests.bytes.prefix(1_000_000))
    #expect(try TestTransfer.upload(bytes, across: link, isIPv6: isIPv6) == bytes)
    let statistics = link.engine.stop().uplink
    #expect(statistics.enteredBytes > bytes.count)
    #expect(statistics.left == statistics.entered)
  }

  @Test(arguments: TestEngines.all)
  func delaysEachWay(_ kind: EngineKind) throws {
    let link = try TestLink(
      kind, uplink: DirectionConditions(delay: .milliseconds(60)),
      downlink: DirectionConditions(delay: .milliseconds(30)))
    let server = try TestSocket.udp(in: link.farSide)
    try server.bind(link.farAddress4, port: 4000)
    let client = try TestSocket.udp(in: link.client)
    try client.bind("10.83.0.2", port: 4001)
    try client.connect(link.farAddress4, port: 4000)
    try server.connect("10.83.0.2", port: 4001)
    var up: [Double] = []
    var down: [Double] = []
    for _ in 0..<5 {
      up.append(
        try Self.elapsed {
          try client.send([1])
          #expect(server.receive() == [1])
        })
      down.append(
        try Self.elapsed {
          try server.send([2])
          #expect(client.receive() == [2])
        })
    }
    #expect(up.allSatisfy { $0 >= 60 })
    #expect(down.allSatisfy { $0 >= 30 })
    // At least one of five is not held up by much else.
    #expect((up.min() ?? 0) < 60 + 25)
    #expect((down.min() ?? 0) < 30 + 25)
  }

  @Test(arguments: TestEngines.all)
  func sendsAtTheBandwidth(_ kind: EngineKind) throws {
    let link = try TestLink(
      kind, uplink: DirectionConditions(bandwidth: .megabits(1), queue: .packets(1000)))
    var arrived: [Int] = []
    let time = try Self.elapsed { arrived = try link.arrivals(of: 50, payload: 1000) }
    #expect(arrived.count == 50)
    // 50 datagrams of 1028 bytes of IP.
    #expect(time >= 50 * 1028 * 8 / 1000)
    #expect(link.engine.stop().uplink.dropped == 0)
  }

  @Test(arguments: TestEngines.all)
  func dropsWhatTheQueueCannotHold(_ kind: EngineKind) throws {
    let link = try TestLink(
      kind, uplink: DirectionConditions(bandwidth: .megabits(1), queue: .packets(10)))
    let arrived = try link.arrivals(of: 100, payload: 1000)
    #expect(arrived.count < 100)
    #expect(arrived == arrived.sorted())
    let statistics = link.engine.stop().uplink
    #expect(statistics.dropped == 100 - arrived.count)
    #expect(statistics.entered == statistics.left + statistics.dropped)
  }

  @Test(arguments: TestEngines.all)
  func jitterReorders(_ kind: EngineKind) throws {
    var conditions = DirectionConditions(delay: .milliseconds(50), jitter: .milliseconds(20))
    for distribution in [DelayDistribution.uniform, .table(try #require(.named("normal")))] {
      conditions.distribution = distribution
      let link = try TestLink(kind, uplink: conditions)
      let arrived = try link.arrivals(of: 200)
      #expect(arrived.sorted() == Array(0..<200))
      #expect(arrived != arrived.sorted())
    }
  }

  @Test(arguments: TestEngines.all)
  func reordersByOvertaking(_ kind: EngineKind) throws {
    var conditions = DirectionConditions(delay: .milliseconds(500))
    conditions.reorder = Reordering(CorrelatedProbability(.always), gap: 5)
    let link = try TestLink(kind, uplink: conditions)
    let arrived = try link.arrivals(of: 50)
    // Every fifth goes at once, the latest first where several come together; all others half a second later.
    #expect(arrived.prefix(10).sorted() == (0..<50).filter { $0 % 5 == 4 })
    #expect(Array(arrived.dropFirst(10)) == (0..<50).filter { $0 % 5 != 4 })
  }

  @Test(arguments: TestEngines.all)
  func duplicates(_ kind: EngineKind) throws {
    var conditions = DirectionConditions.clean
    conditions.duplicate = CorrelatedProbability(.percent(20))
    let link = try TestLink(kind, uplink: conditions)
    let arrived = try link.arrivals(of: 2000)
    #expect(Set(arrived).count == 2000)
    expectShare(arrived.count - 2000, of: 2000, percent: 20)
    #expect(link.engine.stop().uplink.duplicated == arrived.count - 2000)
  }

  @Test(arguments: TestEngines.all)
  func corruptsOneBit(_ kind: EngineKind) throws {
    var conditions = DirectionConditions.clean
    conditions.corrupt = CorrelatedProbability(.percent(50))
    let link = try TestLink(kind, uplink: conditions)
    let client = try TestWire("c0", in: link.client)
    let farSide = try TestWire("s0", in: link.farSide)
    let frame =
      [UInt8](repeating: 2, count: 6) + [UInt8](repeating: 4, count: 6) + [0x88, 0xB5]
      + [UInt8](repeating: 0, count: 1000)
    var corrupted = 0
    for _ in 0..<200 {
      try client.send(frame)
      guard let arrived = farSide.receiveAny() else { break }
      let bits = zip(frame, arrived).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
      #expect(bits <= 1)
      corrupted += bits
    }
    expectShare(corrupted, of: 200, percent: 50)
  }

  @Test(arguments: TestEngines.all, [false, true])
  func delaysOnlyDNS(_ kind: EngineKind, isIPv6: Bool) throws {
    let link = try TestLink(kind, uplink: DirectionConditions(dnsDelay: .milliseconds(300)))
    let host = isIPv6 ? link.farAddress6 : link.farAddress4
    let dns = try TestWire("s0", in: link.farSide)
    let time = try Self.elapsed {
      for port: UInt16 in [53, 5353, 54] {
        let sender = try TestSocket.udp(in: link.client, isIPv6: isIPv6)
        try sender.connect(host, port: port)
        try sender.send([UInt8(truncatingIfNeeded: port)])
      }
      let portOffset = isIPv6 ? 56 : 36
      var order: [UInt16] = []
      while order.count < 3, let frame = dns.receive(etherType: isIPv6 ? 0x86DD : 0x0800) {
        let isUDP = frame.count > portOffset + 1 && frame[isIPv6 ? 20 : 23] == 17
        if isUDP { order.append(UInt16(frame[portOffset]) << 8 | UInt16(frame[portOffset + 1])) }
      }
      #expect(order == [5353, 54, 53])
    }
    #expect(time >= 300)
  }

  @Test(arguments: TestEngines.all)
  func tapsBothEnds(_ kind: EngineKind) throws {
    let recorder = TapTests.Recorder()
    let link = try TestLink(kind, uplink: DirectionConditions(delay: .milliseconds(20)), tap: recorder)
    let bytes = Array(ConditionTests.bytes.prefix(50_000))
    #expect(try TestTransfer.upload(bytes, across: link) == bytes)
    link.engine.stop()
    let all = recorder.seen.withLock { $0 }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.sighting.timestamp <= $1.sighting.timestamp })
    #expect(all.allSatisfy { $0.frame.count <= 1514 })
    let sent = all.filter { $0.sighting.direction == .uplink && $0.sighting.place == .entering }
    let seen = all.filter { $0.sighting.direction == .uplink && $0.sighting.place == .leaving }
    #expect(seen.count > 30)
    // Without the frames themselves in the message of a failure.
    let isSame = zip(sent, seen).allSatisfy { $0.frame == $1.frame }
    #expect(isSame)
    // Compare only the first: times are kept in order, so a frame that entered while another left may carry the later time.
    let (first, last) = (try #require(sent.first), try #require(seen.first))
    #expect(last.sighting.timestamp.nanoseconds - first.sighting.timestamp.nanoseconds >= 20_000_000)
  }
}

/// A count out of so many that were each chosen with a probability: off by more once in a hundred thousand runs.
func expectShare(
  _ count: Int, of all: Int, percent: Double, spread: Double = 1, sourceLocation: SourceLocation = #_sourceLocation
) {
  let share = percent / 100
  let deviation = (Double(all) * share * (1 - share) * spread).squareRoot()
  #expect(abs(Double(count) - Double(all) * share) <= 4.5 * deviation + 1, sourceLocation: sourceLocation)
}
