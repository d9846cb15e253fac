import CNetlink
import Glibc
import LinkConditions
import Testing

@testable import VirtualLink

/// Switching from one profile to another, on every engine.
@Suite(.serialized) struct EngineSwitchTests {
  @Test(arguments: TestEngines.all)
  func keepsWhatIsQueued(_ kind: EngineKind) throws {
    let link = try TestLink(kind, uplink: DirectionConditions(delay: .milliseconds(400)))
    let receiver = try TestSocket.udp(in: link.farSide)
    try receiver.bind(link.farAddress4, port: 4000)
    receiver.setWait(seconds: 10)
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 4000)
    for number in 0..<100 { try sender.send([UInt8(number)]) }
    while try link.engine.statistics().uplink.entered < 100 {}
    try link.change(uplink: DirectionConditions(loss: .random(CorrelatedProbability(.always))))
    try sender.send([255])
    var arrived: [UInt8] = []
    while arrived.count < 100, let datagram = receiver.receive() { arrived += datagram }
    #expect(arrived == Array(0..<100))
    try link.change()
    try sender.send([254])
    #expect(receiver.receive() == [254])
    #expect(link.engine.stop().uplink.dropped == 1)
  }

  /// Twenty packets of four seconds each at 2 kbps, which a switch does not leave waiting.
  private func crawling() throws -> (link: TestLink, receiver: TestSocket) {
    let link = try TestLink(uplink: DirectionConditions(bandwidth: .kilobits(2), queue: .packets(100)))
    let receiver = try TestSocket.udp(in: link.farSide)
    try receiver.bind(link.farAddress4, port: 4000)
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 4000)
    for number in 0..<20 { try sender.send([UInt8(number)] + Array(repeating: 0, count: 971)) }
    while try link.engine.statistics().uplink.entered < 20 {}
    return (link, receiver)
  }

  @Test func sendsWhatWaitsAtTheNewBandwidth() throws {
    let (link, receiver) = try crawling()
    receiver.setWait(seconds: 10)
    try link.change(uplink: DirectionConditions(bandwidth: .megabits(10)))
    #expect((0..<20).map { _ in receiver.receive()?.first } == (0..<20).map { UInt8($0) })
    let statistics = link.engine.stop().uplink
    #expect(statistics.left == 20 && statistics.dropped == 0 && statistics.queued == 0)
  }

  @Test func dropsWhatWaitsOnRequest() throws {
    let (link, receiver) = try crawling()
    receiver.setWait(seconds: 10)
    try link.engine.change(to: Timeline(first: .clean), queued: .drop)
    #expect(receiver.receive()?.first == 0)
    let statistics = link.engine.stop().uplink
    #expect(statistics.left == 1 && statistics.droppedBySwitch == 19 && statistics.queued == 0)
  }

  @Test func keepsWhatWaitsOnRequest() throws {
    let (link, receiver) = try crawling()
    try link.engine.change(to: Timeline(first: .clean), queued: .keep)
    receiver.setWait(seconds: 10)
    #expect(receiver.receive()?.first == 0)
    #expect(try link.engine.statistics().uplink.queued > 10)
    link.engine.stop()
  }

  /// The kernel has decided when a packet leaves.
  @Test(.enabled(if: TestEngines.all.contains(.netem)))
  func netemRefusesToTouchWhatWaits() throws {
    let link = try TestLink(.netem, uplink: DirectionConditions(bandwidth: .kilobits(8)))
    for treatment in [QueuedTreatment.rerate, .drop] {
      #expect(throws: LinkError.self) { try link.engine.change(to: Timeline(first: .clean), queued: treatment) }
    }
    try link.engine.change(to: Timeline(first: .clean), queued: .keep)
    #expect(link.engine.usualTreatment == .keep)
    link.engine.stop()
  }

  @Test(arguments: TestEngines.all)
  func keepsQueriesThatWait(_ kind: EngineKind) throws {
    let link = try TestLink(kind, uplink: DirectionConditions(dnsDelay: .milliseconds(1500)))
    let receiver = try TestSocket.udp(in: link.farSide)
    try receiver.bind(link.farAddress4, port: 53)
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 53)
    try sender.send([1])
    while try link.engine.statistics().uplink.entered < 1 {}
    try link.change()
    try sender.send([2])
    #expect(receiver.receive() == [2])
    #expect(receiver.receive() == [1])
  }

  /// Switches from conditions of every kind to none; nothing of the first may remain.
  @Test(arguments: TestEngines.all)
  func leavesNothingOfTheProfileBefore(_ kind: EngineKind) throws {
    var all = DirectionConditions(
      bandwidth: .kilobits(32), delay: .milliseconds(100), jitter: .milliseconds(50),
      loss: .random(CorrelatedProbability(.percent(50), correlation: .percent(20))), queue: .packets(5))
    all.duplicate = CorrelatedProbability(.percent(50), correlation: .percent(20))
    all.corrupt = CorrelatedProbability(.percent(50))
    all.reorder = Reordering(CorrelatedProbability(.percent(50)), gap: 2)
    all.distribution = .table(try #require(.named("pareto")))
    all.slots = Slots(spacing: .uniform(.milliseconds(10), .milliseconds(20)), packets: 1)
    let link = try TestLink(kind, uplink: all)
    try link.change(uplink: DirectionConditions(loss: .random(CorrelatedProbability(.always))))
    #expect(try link.arrivals(of: 50) == [])
    try link.change()
    #expect(try link.arrivals(of: 300) == Array(0..<300))
  }

  @Test(arguments: TestEngines.all)
  func switchesWithTheTime(_ kind: EngineKind) throws {
    let timeline = Timeline(
      first: TimelineTests.blackHole,
      phases: [.init(trigger: .after(.milliseconds(50)), profile: .clean)])
    let link = try TestLink(kind, timeline: timeline)
    let server = try TestSocket.udp(in: link.farSide)
    try server.connect("10.83.0.2", port: 4001)
    let client = try TestSocket.udp(in: link.client)
    try client.bind("10.83.0.2", port: 4001)
    client.setWait(seconds: 0.02)
    var answer: [UInt8]?
    for _ in 0..<500 where answer == nil {
      try server.send([6])
      answer = client.receive()
    }
    #expect(answer == [6])
    #expect(link.engine.stop().downlink.dropped > 0)
  }

  @Test(arguments: TestEngines.all)
  func tellsThatAnInterfaceIsGone(_ kind: EngineKind) throws {
    let alarm = try Alarm()
    let link = try TestLink(kind, timeline: Timeline(first: .clean), onFailure: { alarm.raise($0.message) })
    try link.topology.wire.perform { try RouteSocket().remove("m0") }
    var source = pollfd(fd: alarm.descriptor.raw, events: Int16(POLLIN), revents: 0)
    #expect(poll(&source, 1, 10_000) == 1)
    link.engine.stop()
  }
}
