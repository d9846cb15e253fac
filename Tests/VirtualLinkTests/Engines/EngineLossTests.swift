import Glibc
import LinkConditions
import Testing

@testable import VirtualLink

/// Every loss model on every engine, by how many packets come out.
@Suite(.serialized) struct EngineLossTests {
  /// A model, and what it must come to.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var model: LossModel
    /// The share that is lost.
    var percent: Double
    /// How much wider than independent losses the count spreads.
    var spread = 1.0
  }

  static let cases = [
    Case(testDescription: "none", model: .none, percent: 0),
    Case(testDescription: "random", model: .random(CorrelatedProbability(.percent(10))), percent: 10),
    Case(testDescription: "most", model: .random(CorrelatedProbability(.percent(90))), percent: 90),
    Case(testDescription: "all", model: .random(CorrelatedProbability(.always)), percent: 100),
    // Each draw is mixed with the one before, which narrows their spread: the kernel's own way.
    Case(
      testDescription: "correlated",
      model: .random(CorrelatedProbability(.percent(10), correlation: .percent(25))), percent: 1.7, spread: 3),
    // A quarter of the time in the bad state.
    Case(
      testDescription: "Gilbert-Elliott",
      model: .gilbertElliott(
        .init(toBad: .percent(10), toGood: .percent(30), lossInBad: .percent(80), lossInGood: .percent(5))),
      percent: 23.75, spread: 4),
    // The stationary states are to each other as 1 (gap), 0.01 (lost alone), 1/6 (lost in a burst), 1/12 (burst).
    Case(
      testDescription: "4-state",
      model: .fourState(
        .init(p13: .percent(5), p31: .percent(30), p32: .percent(20), p23: .percent(40), p14: .percent(1))),
      percent: 14.02, spread: 5),
  ]

  @Test(arguments: TestEngines.all, cases)
  func losesWhatTheModelSays(_ kind: EngineKind, _ one: Case) throws {
    let count = 3000
    let link = try TestLink(kind, uplink: DirectionConditions(loss: one.model), seed: .random(in: 0 ... .max))
    let arrived = try link.arrivals(of: count)
    #expect(arrived == arrived.sorted())
    expectShare(count - arrived.count, of: count, percent: one.percent, spread: one.spread)
    #expect(link.engine.stop().uplink.dropped == count - arrived.count)
  }

  /// A sender leaves the cutting of its stream to its interface: each piece must be lost or not for itself.
  @Test(arguments: TestEngines.all)
  func losesSegmentsOfStreamsOneByOne(_ kind: EngineKind) throws {
    let link = try TestLink(
      kind, uplink: DirectionConditions(loss: .random(CorrelatedProbability(.percent(2)))),
      seed: .random(in: 0 ... .max))
    let bytes = Array(ConditionTests.bytes.prefix(1_500_000))
    #expect(try TestTransfer.upload(bytes, across: link) == bytes)
    let statistics = link.engine.stop().uplink
    #expect(statistics.entered > bytes.count / 1460)
    expectShare(statistics.dropped, of: statistics.entered, percent: 2)
  }

  @Test(arguments: TestEngines.all)
  func losesNothingButDNS(_ kind: EngineKind) throws {
    var conditions = DirectionConditions.clean
    conditions.dnsLoss = .always
    let link = try TestLink(kind, uplink: conditions)
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 53)
    for _ in 0..<20 { try sender.send([1]) }
    #expect(try link.arrivals(of: 100).count == 100)
    #expect(link.engine.stop().uplink.dropped == 20)
  }
}
