import Glibc
import LinkConditions
import Testing
import Wire

@testable import VirtualLink

/// Large sends of UDP and the ECN field, between real sockets, on every engine.
@Suite(.serialized) struct EngineDatagramTests {
  /// The ways in which an engine carries packets; see `Carriage`.
  enum Way: String, CaseIterable {
    case clean, delayed, decided, tapped, selected, rebound

    var timeline: Timeline {
      var profile = Profile(name: "Test")
      switch self {
      case .clean, .tapped, .rebound: break
      case .delayed: profile.uplink.delay = .milliseconds(2)
      case .decided: profile.uplink = .cutting
      case .selected:
        profile.selections = [Selection(PacketSelector(transport: .udp), uplink: .cutting)]
      }
      return Timeline(first: profile)
    }
  }

  private static let length = 1200
  private static let count = 10
  /// The octets of DSCP and ECN: Not-ECT, ECT(1), ECT(0) and CE, each with a DSCP.
  private static let classes: [UInt8] = [0x28, 0x51, 0xb2, 0x2b]

  /// Ten datagrams and a shorter one, each of which has its number and the traffic class at the start.
  private static func bytes(_ trafficClass: UInt8) -> [UInt8] {
    (0...count).flatMap { number in
      [trafficClass, UInt8(number)]
        + (2..<(number < count ? length : 300)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
    }
  }

  private static func datagrams(_ trafficClass: UInt8, arrivingAs arriving: UInt8? = nil) -> [TestSocket.Datagram] {
    let all = bytes(trafficClass)
    return stride(from: 0, to: all.count, by: length).map {
      TestSocket.Datagram(
        trafficClass: arriving ?? trafficClass, payload: Array(all[$0..<min($0 + length, all.count)]))
    }
  }

  private static func sockets(_ link: TestLink, isIPv6: Bool) throws -> (client: TestSocket, farSide: TestSocket) {
    let host = isIPv6 ? link.farAddress6 : link.farAddress4
    let farSide = try TestSocket.udp(in: link.farSide, isIPv6: isIPv6)
    try farSide.bind(host, port: 4433)
    farSide.enlargeBuffer()
    farSide.describeDatagrams()
    let client = try TestSocket.udp(in: link.client, isIPv6: isIPv6)
    try client.connect(host, port: 4433)
    return (client, farSide)
  }

  private static func receive(_ count: Int, on socket: TestSocket) -> (all: [TestSocket.Datagram], most: Int) {
    var all: [TestSocket.Datagram] = []
    var most = 0
    while all.count < count, let some = socket.receiveDatagrams() {
      most = max(most, some.count)
      all += some
    }
    return (all, most)
  }

  /// Our own engine too in the machine that is started for its kernel: packet sockets of that kernel take no large sends.
  private static let engines = Set([.userspace] + TestEngines.all)

  /// Every datagram arrives with its bytes and its traffic class, however the engine carries it. What has one fate goes on as one.
  @Test(arguments: engines.flatMap { engine in Way.allCases.map { (engine, $0) } }, [false, true])
  func datagramsOfALargeSendArriveAsTheyWereSent(_ place: (EngineKind, Way), isIPv6: Bool) throws {
    let (kind, way) = place
    guard kind == .userspace || (way != .rebound && way != .tapped) else { return }
    let tap: (any PacketTap)? = way == .tapped ? TapTests.Recorder() : nil
    let link = try TestLink(kind, timeline: way.timeline, tap: tap)
    if way == .rebound { try link.engine.perform(.rebind) }
    let (client, farSide) = try Self.sockets(link, isIPv6: isIPv6)
    for trafficClass in Self.classes {
      try client.sendSegments(Self.bytes(trafficClass), of: Self.length, trafficClass: trafficClass, isIPv6: isIPv6)
      let expected = Self.datagrams(trafficClass)
      let (arrived, most) = Self.receive(expected.count, on: farSide)
      #expect(arrived == expected)
      if kind == .userspace, way == .clean || way == .delayed {
        #expect(most == (PacketSocket.takesLargeDatagrams ? expected.count : 1))
      }
    }
    let statistics = link.engine.stop().uplink
    #expect(statistics.dropped == 0)
  }

  /// What supports ECN is marked instead of lost, datagram by datagram; what does not is lost (RFC 3168 section 5).
  @Test(arguments: engines, [false, true])
  func whatSupportsECNIsMarked(_ kind: EngineKind, isIPv6: Bool) throws {
    var conditions = DirectionConditions(loss: .random(CorrelatedProbability(.always)))
    conditions.marksInsteadOfLosing = true
    let link = try TestLink(kind, uplink: conditions)
    let (client, farSide) = try Self.sockets(link, isIPv6: isIPv6)
    for trafficClass in Self.classes {
      try client.sendSegments(Self.bytes(trafficClass), of: Self.length, trafficClass: trafficClass, isIPv6: isIPv6)
    }
    let expected = Self.classes.dropFirst().flatMap { Self.datagrams($0, arrivingAs: $0 | 3) }
    let (arrived, _) = Self.receive(expected.count, on: farSide)
    #expect(Set(arrived) == Set(expected))
    // The kernel's netem counts as dropped what it marks, too (sch_netem.c, netem_enqueue).
    let lost = kind == .netem ? Self.classes.count : 1
    #expect(link.engine.stop().uplink.dropped == lost * (Self.count + 1))
  }

  /// Queue disciplines mark datagrams that have waited, and leave those alone that do not support ECN.
  @Test(arguments: [false, true], [false, true])
  func aQueueMarksDatagrams(hasFlows: Bool, isIPv6: Bool) throws {
    var codel = CoDelParameters()
    codel.marks = true
    codel.markThreshold = .microseconds(1)
    var fair = FairQueueParameters()
    fair.codel = codel
    var conditions = DirectionConditions(bandwidth: Bandwidth(bitsPerSecond: 20_000_000))
    conditions.discipline = hasFlows ? .fqCodel(fair) : .codel(codel)
    let link = try TestLink(uplink: conditions)
    let (client, farSide) = try Self.sockets(link, isIPv6: isIPv6)
    for trafficClass in Self.classes {
      try client.sendSegments(Self.bytes(trafficClass), of: Self.length, trafficClass: trafficClass, isIPv6: isIPv6)
      // The first has not waited.
      let expected = Self.datagrams(trafficClass)
      let (arrived, _) = Self.receive(expected.count, on: farSide)
      #expect(arrived.map(\.payload) == expected.map(\.payload))
      let isCapable = trafficClass & 3 != 0
      #expect(arrived.dropFirst(2).allSatisfy { $0.trafficClass == (isCapable ? trafficClass | 3 : trafficClass) })
    }
    #expect(link.engine.stop().uplink.marked > 0)
  }
}
