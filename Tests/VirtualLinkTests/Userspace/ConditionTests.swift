import Glibc
import LinkConditions
import Testing

@testable import VirtualLink

/// What the conditions do to real packets.
@Suite struct ConditionTests {
  static let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }

  @Test(arguments: [false, true])
  func carriesStreamsWhole(isIPv6: Bool) throws {
    for conditions in ForwardingTests.conditions {
      let link = try TestLink(uplink: conditions, downlink: conditions)
      #expect(try TestTransfer.upload(Self.bytes, across: link, isIPv6: isIPv6) == Self.bytes)
      let statistics = link.engine.stop()
      #expect(statistics.uplink.enteredBytes > Self.bytes.count)
      #expect((statistics.uplink.largeSendsCut > 0) == (conditions == .cutting))
    }
  }

  @Test func carriesStreamsThroughLossReorderingAndCorruption() throws {
    var conditions = DirectionConditions(
      bandwidth: Bandwidth(bitsPerSecond: 100_000_000), delay: LinkDuration(nanoseconds: 1_000_000),
      jitter: LinkDuration(nanoseconds: 500_000), loss: .random(CorrelatedProbability(.percent(1))))
    conditions.duplicate = CorrelatedProbability(.percent(2))
    conditions.corrupt = CorrelatedProbability(.percent(1))
    let link = try TestLink(uplink: conditions, downlink: conditions)
    let bytes = Array(Self.bytes.prefix(500_000))
    #expect(try TestTransfer.upload(bytes, across: link) == bytes)
    let statistics = link.engine.stop()
    #expect(statistics.uplink.droppedByLoss > 0)
    for direction in LinkDirection.allCases {
      let one = statistics[direction]
      #expect(one.entered + one.duplicated == one.left + one.dropped + one.queued)
    }
  }

  @Test func corruptedPacketsFailTheReceiversChecksum() throws {
    var conditions = DirectionConditions.clean
    conditions.corrupt = CorrelatedProbability(.always)
    let link = try TestLink(uplink: conditions)
    let receiver = try TestSocket.udp(in: link.farSide)
    try receiver.bind(link.farAddress4, port: 4000)
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 4000)
    let payload = Array(Self.bytes.prefix(1000))
    for _ in 0..<200 { try sender.send(payload) }
    try waitUntilEntered(200, link)
    try link.change()
    try sender.send([1])
    var intact = 0
    while let datagram = receiver.receive(), datagram != [1] {
      // A flipped bit of an Ethernet address may pass; one that a checksum covers may not.
      #expect(datagram == payload)
      intact += 1
    }
    #expect(intact < 20)
    #expect(link.engine.stop().uplink.corrupted >= 200)
  }

  /// Other packets may be among them: the kernel announces its multicast groups.
  private func waitUntilEntered(_ count: Int, _ link: TestLink) throws {
    while try link.engine.statistics().uplink.entered < count + 30 {
      let sender = try TestSocket.udp(in: link.client)
      try sender.connect(link.farAddress4, port: 9)
      try sender.send([0])
    }
  }

  @Test func aFullQueueDropsAndCounts() throws {
    let conditions = DirectionConditions(
      bandwidth: Bandwidth(bitsPerSecond: 1_000_000), queue: .packets(10))
    let link = try TestLink(uplink: conditions)
    // Without a receiver, an ICMP error would make one of the sends fail.
    let receiver = try TestSocket.udp(in: link.farSide)
    try receiver.bind(link.farAddress4, port: 4000)
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 4000)
    for _ in 0..<500 { try sender.send([UInt8](repeating: 7, count: 1400)) }
    try waitUntilEntered(500, link)
    let statistics = link.engine.stop().uplink
    #expect(statistics.droppedByQueue > 0)
    #expect(statistics.queuedAtMost <= 10)
    #expect(statistics.entered == statistics.left + statistics.dropped + statistics.queued)
  }
}
