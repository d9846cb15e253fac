import Glibc
import LinkConditions
import Testing

@testable import VirtualLink

/// What is not netem's: parts of the traffic, MTU limits, translators that forget, cables that are pulled.
@Suite struct SelectionTests {
  /// Datagrams from the client to a port of the far side; how many arrive.
  func arrivals(of count: Int, to port: UInt16, on link: TestLink, isIPv6: Bool = false) throws -> Int {
    let receiver = try TestSocket.udp(in: link.farSide, isIPv6: isIPv6)
    try receiver.bind(isIPv6 ? link.farAddress6 : link.farAddress4, port: port)
    let sender = try TestSocket.udp(in: link.client, isIPv6: isIPv6)
    try sender.connect(isIPv6 ? link.farAddress6 : link.farAddress4, port: port)
    let before = try link.engine.statistics().uplink
    for number in 0..<count { try sender.send([UInt8(truncatingIfNeeded: number)]) }
    while try link.engine.statistics().uplink.entered < before.entered + count {}
    let after = try link.engine.statistics().uplink
    return after.left - before.left
  }

  @Test(arguments: [false, true])
  func onePortIsDeadAndTheRestLives(isIPv6: Bool) throws {
    let dead = DirectionConditions(loss: .random(CorrelatedProbability(.always)))
    let profile = Profile(
      name: "Test",
      selections: [
        Selection(PacketSelector(transport: .udp, ports: 4001...4001), uplink: dead),
        Selection(PacketSelector(transport: .udp, ports: 4002...4002, first: 3), uplink: dead),
      ])
    let link = try TestLink(timeline: Timeline(first: profile))
    #expect(try arrivals(of: 20, to: 4000, on: link, isIPv6: isIPv6) == 20)
    #expect(try arrivals(of: 20, to: 4001, on: link, isIPv6: isIPv6) == 0)
    #expect(try arrivals(of: 20, to: 4002, on: link, isIPv6: isIPv6) == 17)
    let statistics = link.engine.stop().uplink
    #expect(statistics.droppedByLoss == 23)
    #expect(statistics.entered + statistics.duplicated == statistics.left + statistics.dropped + statistics.queued)
  }

  @Test func packetsOfALossListAreLost() throws {
    var conditions = DirectionConditions()
    conditions.dropped = PacketNumbers([3...3, 7...9])
    let link = try TestLink(uplink: conditions)
    #expect(try arrivals(of: 20, to: 4000, on: link) == 16)
    #expect(link.engine.stop().uplink.droppedByList == 4)
  }

  /// TCP learns the MTU from the ICMP that the link makes, in the middle of a connection, and gets all through.
  @Test(arguments: [false, true])
  func aSenderIsToldOfTheMTU(isIPv6: Bool) throws {
    var conditions = DirectionConditions()
    conditions.mtu = MTULimit(bytes: 1300)
    let link = try TestLink(uplink: conditions, downlink: conditions)
    let bytes = Array(ConditionTests.bytes.prefix(200_000))
    #expect(try TestTransfer.upload(bytes, across: link, isIPv6: isIPv6) == bytes)
    let statistics = link.engine.stop()
    #expect(statistics.uplink.droppedByMTU > 0)
    #expect(statistics.downlink.made > 0)
    for direction in [statistics.uplink, statistics.downlink] {
      #expect(direction.entered + direction.made == direction.left + direction.dropped + direction.queued)
    }
  }

  @Test func aTranslatorThatForgetsGivesOtherPorts() throws {
    let link = try TestLink()
    let server = try TestSocket.udp(in: link.farSide)
    try server.bind(link.farAddress4, port: 4000)
    let client = try TestSocket.udp(in: link.client)
    try client.connect(link.farAddress4, port: 4000)
    try client.send([1])
    let first = try server.receiveFrom()
    try link.engine.perform(.rebind)
    // An answer to the port that was: no one has it now.
    try server.send([9], to: link.clientAddress4, port: first.port)
    while try link.engine.statistics().downlink.droppedByRebinding < 1 {}
    try client.send([2])
    let second = try server.receiveFrom()
    #expect(second.bytes == [2])
    #expect(second.port != first.port && second.port >= 61_000)
    try server.send([3], to: link.clientAddress4, port: second.port)
    #expect(client.receive() == [3])
    try link.engine.perform(.rebind)
    try client.send([4])
    #expect(try server.receiveFrom().port != second.port)
  }

  @Test func aPulledCableIsSeenByTheClient() throws {
    let link = try TestLink()
    func carrier() throws -> Bool {
      try link.client.perform {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { throw LinkError("list interfaces", errno: errno) }
        defer { freeifaddrs(first) }
        var entry = first
        while let found = entry?.pointee, String(cString: found.ifa_name) != "c0" { entry = found.ifa_next }
        return (entry?.pointee.ifa_flags ?? 0) & UInt32(IFF_RUNNING) != 0
      }
    }
    #expect(try arrivals(of: 3, to: 4000, on: link) == 3)
    try link.engine.perform(.carrier(isUp: false))
    while try carrier() {}
    try link.engine.perform(.carrier(isUp: true))
    while try !carrier() {}
    #expect(try arrivals(of: 3, to: 4001, on: link) == 3)
    #expect(try arrivals(of: 3, to: 4002, on: link, isIPv6: true) == 3)
  }
}
