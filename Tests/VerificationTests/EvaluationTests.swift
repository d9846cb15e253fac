import LinkConditions
import Testing
import VirtualLink

@testable import Verification

/// What is made of records whose truth is known.
@Suite struct EvaluationTests {
  private let control = VerificationReport.Control(
    delayMedian: 0.01, delayP99: 0.03, lost: 0, packets: 100, rate: 50_000)

  private func asked(_ conditions: DirectionConditions, _ engine: EngineKind = .userspace) -> AskedConditions {
    AskedConditions(conditions: conditions, engine: engine)
  }

  /// Packets a millisecond apart, each late by what `delay` says; nil for lost.
  private func record(_ count: Int, ipLength: Int = 60, _ delay: (Int) -> Double?) -> ProbeRecord {
    let sent = (0..<count).map { Int64($0) * 1_000_000 }
    let arrivals = sent.indices.compactMap { number in
      delay(number).map { ProbeRecord.Arrival(number: number, time: sent[number] + Int64($0 * 1e6)) }
    }
    return ProbeRecord(sent: sent, arrivals: arrivals.sorted { $0.time < $1.time }, ipLength: ipLength)
  }

  private func delayChecks(_ conditions: DirectionConditions, _ record: ProbeRecord) -> [VerificationCheck] {
    DelayChecks(asked: asked(conditions), direction: .uplink, control: control, isDNSQuery: false).checks(record)
  }

  @Test func aDelayIsWithinItsBoundsOrNot() {
    let conditions = DirectionConditions(delay: .milliseconds(100))
    let exact = delayChecks(conditions, record(400) { 100.06 + Double($0 % 100) / 1000 })
    #expect(exact.map { $0.isWithin } == [false, true])
    #expect(delayChecks(conditions, record(400) { _ in 100.03 }).map { $0.isWithin } == [true, true])
    // One in fifty is late by a millisecond.
    #expect(delayChecks(conditions, record(400) { $0 % 50 == 0 ? 101 : 100.01 }).map { $0.isWithin } == [true, false])
    #expect(delayChecks(conditions, record(400) { _ in 99.9 }).map { $0.isWithin } == [false, true])
  }

  @Test func timeToSendIsPartOfTheDelay() {
    // 60 bytes at 32 kbit/s are 15 ms.
    let conditions = DirectionConditions(bandwidth: .kilobits(32), delay: .milliseconds(100))
    #expect(delayChecks(conditions, record(100) { _ in 115.01 }).allSatisfy { $0.isWithin })
    #expect(!delayChecks(conditions, record(100) { _ in 100.01 }).allSatisfy { $0.isWithin })
  }

  @Test func aDistributionIsTheOneAskedForOrNot() throws {
    var conditions = DirectionConditions(delay: .milliseconds(60), jitter: .milliseconds(20))
    let even = record(5_000) { 40 + 40 * (Double($0 * 997 % 5_000) + 0.5) / 5_000 }
    #expect(delayChecks(conditions, even).allSatisfy { $0.isWithin })
    let table = try #require(DelayTable.named("normal"))
    conditions.distribution = .table(table)
    #expect(!delayChecks(conditions, even).allSatisfy { $0.isWithin })
    let normal = record(4_096) { 60 + 20 * Double(table.entries[$0 * 1_021 % 4_096]) / 8192 }
    #expect(delayChecks(conditions, normal).allSatisfy { $0.isWithin })
    conditions.delay = .milliseconds(62)
    #expect(!delayChecks(conditions, normal).allSatisfy { $0.isWithin })
  }

  private func fates(_ conditions: DirectionConditions, _ record: ProbeRecord) -> [VerificationCheck] {
    FateChecks(asked: asked(conditions), direction: .uplink, isDNSQuery: false, isNarrow: true).checks(record)
  }

  @Test func lossIsInsideItsIntervalOrNot() {
    let tenth = DirectionConditions(loss: .random(CorrelatedProbability(Probability(percent: 10) ?? .never)))
    #expect(fates(tenth, record(10_000) { $0 % 10 == 0 ? nil : 1 }).allSatisfy { $0.isWithin })
    #expect(!fates(tenth, record(10_000) { $0 % 9 == 0 ? nil : 1 }).allSatisfy { $0.isWithin })
    // What is not asked for must not happen once.
    #expect(!fates(.clean, record(10_000) { $0 == 77 ? nil : 1 }).allSatisfy { $0.isWithin })
    #expect(fates(.clean, record(10_000) { _ in 1 }).allSatisfy { $0.isWithin })
  }

  @Test func countsCopiesFlippedBitsMarksAndOvertaking() {
    let times: [Int64] = [0, 0, 0, 0]
    let arrivals = [
      ProbeRecord.Arrival(number: 0, time: 20_000_000), .init(number: 0, time: 20_000_001, isCorrupted: true),
      .init(number: 2, time: 1_000, isMarked: true), .init(number: 9, time: 1),
    ]
    let tally = FateTally(ProbeRecord(sent: times, arrivals: arrivals, ipLength: 60), overtakesBelow: 10)
    #expect((tally.sent, tally.arrived, tally.distinct, tally.missing) == (4, 3, 2, 2))
    #expect((tally.twice, tally.corrupted, tally.marked, tally.overtaken) == (1, 1, 1, 1))
  }

  @Test func whatIsLostAndDuplicatedArrivesOnce() {
    var conditions = DirectionConditions(loss: .random(CorrelatedProbability(Probability(percent: 20) ?? .never)))
    conditions.duplicate = CorrelatedProbability(Probability(percent: 50) ?? .never)
    let expected = asked(conditions).fates(isDNSQuery: false)
    #expect(abs(expected.missing.probability - 0.1) < 1e-6)
    #expect(abs(expected.twice.probability - 0.32) < 1e-6)
  }

  @Test func aRateIsWhatArrives() {
    let conditions = DirectionConditions(bandwidth: .megabits(1))
    // 1500 bytes take 12 ms at 1 Mbit/s.
    let exact = record(200, ipLength: 1500) { 5 + 11 * Double($0) }
    let rate = RateChecks(asked: asked(conditions), direction: .uplink)
    #expect(rate.checks(exact)[0].isWithin)
    #expect(abs(rate.checks(exact)[0].gotValue - 1e6) < 1)
    #expect(!rate.checks(record(200, ipLength: 1500) { 5 + 11.05 * Double($0) })[0].isWithin)
    var counted = conditions
    counted.accounting = .ethernet
    // 14 of 1514 bytes are Ethernet's.
    let narrower = RateChecks(asked: asked(counted), direction: .uplink).checks(exact)[0]
    #expect(abs(narrower.askedValue - 1e6 * 1500 / 1514) < 1)
  }

  @Test func aFullQueueIsSeenInHowLongPacketsStay() throws {
    var conditions = DirectionConditions(bandwidth: .megabits(1), delay: .milliseconds(10))
    conditions.queue = .time(.milliseconds(60))
    let rate = RateChecks(asked: asked(conditions), direction: .uplink)
    // Twelve packets a second too many: they fill the queue, and stay for what it holds; one is held up by the machine.
    let full = record(400, ipLength: 1500) { min(22 + 11 * Double($0), 80) + ($0 == 300 ? 30 : 0) }
    let check = try #require(rate.checks(full).last)
    #expect(check.quantity == .queue && check.isWithin, "\(check)")
    let short = try #require(rate.checks(record(400, ipLength: 1500) { min(22 + 11 * Double($0), 45) }).last)
    #expect(!short.isWithin)
  }

  @Test func aQueueHoldsWhatItsLimitSays() throws {
    var conditions = DirectionConditions(bandwidth: .megabits(1), delay: .milliseconds(10))
    conditions.queue = .packets(20)
    let packets = try #require(asked(conditions).stayWhenFull(ipLength: 1500))
    #expect(packets == .milliseconds(216)...(.milliseconds(240)))
    conditions.queue = .bytes(15_000)
    let bytes = try #require(asked(conditions).stayWhenFull(ipLength: 1500))
    #expect(bytes.upperBound == .milliseconds(130))
    conditions.queue = .time(.milliseconds(50))
    #expect(asked(conditions).stayWhenFull(ipLength: 1500)?.upperBound == .milliseconds(72))
    // netem turns it into this many full packets: five for the time, and one for those that travel.
    #expect(asked(conditions, .netem).stayWhenFull(ipLength: 1500)?.upperBound == .milliseconds(72))
    #expect(asked(.clean).stayWhenFull(ipLength: 1500) == nil)
  }
}
