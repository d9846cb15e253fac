import Glibc
import LinkConditions
import Testing
import Wire

@testable import VirtualLink

/// Conditions for a part of the traffic, on every engine.
@Suite(.serialized) struct EngineSelectionTests {
  private static let dead = DirectionConditions(loss: .random(CorrelatedProbability(.always)))

  private static func profile(_ selectors: [(PacketSelector, DirectionConditions)]) -> Profile {
    Profile(name: "Test", selections: selectors.map { Selection($0, downlink: $1, uplink: $1) })
  }

  /// How many of ten datagrams of the client's reach a port of the far side.
  private static func arrivals(_ link: TestLink, to port: UInt16, isIPv6: Bool = false) throws -> Int {
    let receiver = try TestSocket.udp(in: link.farSide, isIPv6: isIPv6)
    try receiver.bind(isIPv6 ? link.farAddress6 : link.farAddress4, port: port)
    let sender = try TestSocket.udp(in: link.client, isIPv6: isIPv6)
    try sender.connect(isIPv6 ? link.farAddress6 : link.farAddress4, port: port)
    let before = try link.engine.statistics().uplink
    for number in 0..<10 { try sender.send([UInt8(number)]) }
    var after = before
    repeat { after = try link.engine.statistics().uplink } while after.entered < before.entered + 10 || after.queued > 0
    return after.left - before.left
  }

  @Test(arguments: TestEngines.all, [false, true])
  func partsAreTreatedApart(_ kind: EngineKind, isIPv6: Bool) throws {
    let link = try TestLink(
      kind,
      timeline: Timeline(
        first: Self.profile([
          (PacketSelector(transport: .udp, ports: 4001...4001), Self.dead),
          (PacketSelector(ports: 5003...5103), Self.dead),
          (PacketSelector(transport: .quic), Self.dead),
          (PacketSelector(transport: .tcp, ports: 4000...4000), Self.dead),
          (PacketSelector(ports: 6000...6001, direction: .downlink), Self.dead),
        ])))
    let expected: [UInt16: Int] = [
      4000: 10, 4001: 0, 4002: 10, 5002: 10, 5003: 0, 5004: 0, 5055: 0, 5103: 0, 5104: 10, 443: 0, 444: 10, 6000: 10,
    ]
    for (port, count) in expected.sorted(by: { $0.key < $1.key }) {
      #expect(try Self.arrivals(link, to: port, isIPv6: isIPv6) == count, "port \(port)")
    }
    let statistics = link.engine.stop().uplink
    #expect(statistics.entered == statistics.left + statistics.dropped + statistics.queued)
    #expect(statistics.dropped >= 50)
  }

  @Test(arguments: TestEngines.all)
  func theFirstThatMatchesCounts(_ kind: EngineKind) throws {
    let link = try TestLink(
      kind,
      timeline: Timeline(
        first: Self.profile([
          (PacketSelector(transport: .udp, ports: 4001...4001), .clean),
          (
            PacketSelector(
              network: AddressBlock(IPAddress.v4(IPv4Address(rawValue: 0x0A53_0000)), prefix: 31, text: "10.83.0.0/31")),
            Self.dead
          ),
          (PacketSelector(transport: .udp), .clean),
          (PacketSelector(direction: .uplink), Self.dead),
        ])))
    #expect(try Self.arrivals(link, to: 4001) == 10)
    #expect(try Self.arrivals(link, to: 4002) == 0)
    // The block is one of IPv4.
    #expect(try Self.arrivals(link, to: 4002, isIPv6: true) == 10)
  }

  @Test(arguments: TestEngines.all)
  func anIPv6BlockIsMatched(_ kind: EngineKind) throws {
    for (prefix, count) in [(63, 0), (127, 0), (128, 10)] {
      let block = try #require(
        AddressBlock(IPAddress.v6(IPv6Address(high: 0xFD5B_8E1C_4D77_0000, low: 0)), prefix: prefix, text: "block"))
      let link = try TestLink(
        kind, timeline: Timeline(first: Self.profile([(PacketSelector(network: block), Self.dead)])))
      #expect(try Self.arrivals(link, to: 4000, isIPv6: true) == count, "/\(prefix)")
      #expect(try Self.arrivals(link, to: 4000) == 10)
    }
  }

  /// Each part waits for itself: a slow one holds up nothing else.
  @Test(arguments: TestEngines.all)
  func partsDoNotWaitForEachOther(_ kind: EngineKind) throws {
    let slow = DirectionConditions(bandwidth: .kilobits(8), queue: .packets(100))
    let link = try TestLink(
      kind, timeline: Timeline(first: Self.profile([(PacketSelector(ports: 4001...4001), slow)])))
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 4001)
    // 500 bytes take half a second each.
    for _ in 0..<6 { try sender.send([UInt8](repeating: 0, count: 472)) }
    let receiver = try TestSocket.udp(in: link.farSide)
    try receiver.bind(link.farAddress4, port: 4000)
    let other = try TestSocket.udp(in: link.client)
    try other.connect(link.farAddress4, port: 4000)
    try other.send([7])
    #expect(receiver.receive() == [7])
    #expect(try link.engine.statistics().uplink.queued >= 3)
  }

  /// Queries that no selection takes have DNS's conditions; those of one that it takes have not.
  @Test(arguments: TestEngines.all, [false, true])
  func dnsIsForWhatIsNotSelected(_ kind: EngineKind, isSelected: Bool) throws {
    var profile = Self.profile([(PacketSelector(ports: isSelected ? 53...53 : 54...54), .clean)])
    profile.uplink.dnsLoss = .always
    let link = try TestLink(kind, timeline: Timeline(first: profile))
    #expect(try Self.arrivals(link, to: 53) == (isSelected ? 10 : 0))
    #expect(try Self.arrivals(link, to: 55) == 10)
  }

  /// Other parts, fewer, none, and again some.
  @Test(arguments: TestEngines.all)
  func partsChangeWithTheProfile(_ kind: EngineKind) throws {
    let both = Self.profile([
      (PacketSelector(ports: 4001...4001), Self.dead), (PacketSelector(ports: 4002...4002), Self.dead),
    ])
    let one = Self.profile([(PacketSelector(ports: 4002...4002), Self.dead)])
    let link = try TestLink(kind, timeline: Timeline(first: .clean))
    for (profile, expected) in [
      (both, [0, 0]), (one, [10, 0]), (Profile.clean, [10, 10]), (both, [0, 0]), (one, [10, 0]),
    ] {
      try link.engine.change(to: profile)
      #expect(try [4001, 4002].map { try Self.arrivals(link, to: $0) } == expected)
      #expect(try Self.arrivals(link, to: 4003) == 10)
    }
  }

  @Test(arguments: TestEngines.all)
  func streamsAreTreatedApart(_ kind: EngineKind) throws {
    var conditions = Self.profile([(PacketSelector(transport: .udp), Self.dead)])
    conditions.downlink.delay = .milliseconds(5)
    let link = try TestLink(kind, timeline: Timeline(first: conditions))
    let bytes = Array(ConditionTests.bytes.prefix(200_000))
    #expect(try TestTransfer.upload(bytes, across: link) == bytes)
    // The last words of the stream may still cross: what is dropped is counted, not what leaves.
    let dropped = try link.engine.statistics().uplink.dropped
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 4000)
    for number in 0..<10 { try sender.send([UInt8(number)]) }
    for _ in 0..<1000 where try link.engine.statistics().uplink.dropped < dropped + 10 { usleep(1000) }
    #expect(try link.engine.statistics().uplink.dropped == dropped + 10)
  }
}
