import Glibc
import LinkConditions
import Testing

@testable import VirtualLink

/// Probes through links of every engine: what they count, not how long it takes.
@Suite struct EngineProbeTests {
  private func order(_ count: Int, patience: LinkDuration = .milliseconds(300)) -> ProbeOrder {
    ProbeOrder(count: count, pace: .steady(20_000), patience: patience)
  }

  @Test(arguments: TestEngines.all, [LinkDirection.uplink, .downlink])
  func everythingArrivesAsItWasSent(_ engine: EngineKind, _ direction: LinkDirection) throws {
    let link = try TestLink(engine)
    defer { link.engine.stop() }
    let record = try ProbePath(link.topology, direction).run(order(2_000))
    #expect(record.sent.count == 2_000)
    #expect(record.arrivals.map(\.number) == Array(0..<2_000))
    #expect(!record.arrivals.contains { $0.isCorrupted || $0.isMarked })
    #expect(record.arrivals.allSatisfy { $0.time >= record.sent[$0.number] })
  }

  @Test(arguments: TestEngines.all) func seesEveryKindOfFate(_ engine: EngineKind) throws {
    var conditions = DirectionConditions.clean
    conditions.corrupt = CorrelatedProbability(.percent(50))
    conditions.duplicate = CorrelatedProbability(.percent(30))
    let link = try TestLink(engine, uplink: conditions)
    defer { link.engine.stop() }
    let record = try ProbePath(link.topology, .uplink).run(order(2_000))
    let share = Double(record.arrivals.count { $0.isCorrupted }) / Double(record.arrivals.count)
    #expect((0.4...0.6).contains(share), "\(share)")
    let copies = record.arrivals.count - Set(record.arrivals.map(\.number)).count
    #expect((450...750).contains(copies), "\(copies)")
    // A flipped bit in one of the three copies of a number leaves two.
    #expect(Set(record.arrivals.map(\.number)) == Set(0..<2_000))
  }

  @Test(arguments: TestEngines.all) func seesMarks(_ engine: EngineKind) throws {
    var conditions = DirectionConditions(loss: .random(CorrelatedProbability(.percent(40))))
    conditions.marksInsteadOfLosing = true
    let link = try TestLink(engine, uplink: conditions)
    defer { link.engine.stop() }
    var order = order(2_000)
    order.isECNCapable = true
    let record = try ProbePath(link.topology, .uplink).run(order)
    #expect(record.arrivals.count == 2_000)
    let marked = record.arrivals.count { $0.isMarked }
    #expect((600...1_000).contains(marked), "\(marked)")
    #expect(!record.arrivals.contains { $0.isCorrupted })
  }

  @Test(arguments: TestEngines.all) func loses(_ engine: EngineKind) throws {
    let link = try TestLink(engine, uplink: DirectionConditions(loss: .random(CorrelatedProbability(.percent(50)))))
    defer { link.engine.stop() }
    let record = try ProbePath(link.topology, .uplink).run(order(2_000))
    #expect((800...1_200).contains(record.arrivals.count), "\(record.arrivals.count)")
  }

  /// Linux before 6.2 takes no large sends of datagrams from a packet socket, and the probes are sent one by one.
  private static func takesLargeDatagrams() throws -> Bool {
    var names = utsname()
    try #require(uname(&names) == 0)
    let release = withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let numbers = release.split { !$0.isNumber }.compactMap { Int($0) }
    return (numbers[0], numbers[1]) >= (6, 2)
  }

  @Test func largeSendsArriveAsPackets() throws {
    let link = try TestLink(uplink: .cutting)
    defer { link.engine.stop() }
    var order = order(1_600)
    order.ipLength = 1500
    order.pace = .steady(30_000)
    #expect(order.segments == 16)
    let record = try ProbePath(link.topology, .uplink).run(order)
    #expect(record.arrivals.map(\.number) == Array(0..<1_600))
    let cut = try link.engine.statistics().uplink.largeSendsCut
    #expect(cut == (try Self.takesLargeDatagrams() ? 100 : 0))
  }

  @Test func aBarePairLosesNothing() throws {
    let record = try ProbePath.bare().run(order(2_000, patience: .milliseconds(50)))
    #expect(record.arrivals.map(\.number) == Array(0..<2_000))
  }
}
