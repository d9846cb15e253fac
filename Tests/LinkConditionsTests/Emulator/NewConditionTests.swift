import LinkConditions
import Testing

/// Conditions that are not the kernel's.
struct NewConditionTests {
  private static let millisecond: Int64 = 1_000_000

  /// An exact correlation keeps the share that was asked for, and neighbours have the correlation that was asked for.
  /// netem's correlation does neither.
  @Test(arguments: [(10, 25), (10, 90), (50, 50), (1, 25), (90, 75)] as [(Double, Double)])
  func anExactCorrelationKeepsTheRate(percent: Double, correlation: Double) throws {
    let share = percent / 100
    let weight = correlation / 100
    let chance = CorrelatedProbability(
      try #require(Probability(percent: percent)), correlation: try #require(Probability(percent: correlation)),
      isExact: true)
    var link = VirtualTime(DirectionConditions(loss: .random(chance)), seed: 21)
    let count = 100_000
    for number in 0..<count { link.send(100, at: Int64(number)) }
    let lost = link.admissions.map { $0.queuedCopies == 0 ? 1.0 : 0.0 }
    let mean = lost.reduce(0, +) / Double(count)
    // The variance of the mean of a correlated sequence is larger by (1 + r) / (1 - r).
    let deviation = (share * (1 - share) / Double(count) * (1 + weight) / (1 - weight)).squareRoot()
    #expect(abs(mean - share) < 2.576 * deviation, "\(mean)")
    let products = zip(lost, lost.dropFirst()).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
    let found = products / Double(count) / (mean * (1 - mean))
    #expect(abs(found - weight) < 0.05, "\(found)")
  }

  @Test func anExactCorrelationOfDelaysKeepsTheirDistribution() throws {
    var conditions = DirectionConditions(delay: .milliseconds(100), jitter: .milliseconds(20))
    conditions.delayCorrelation = try #require(Probability(percent: 50))
    conditions.delayCorrelationIsExact = true
    var link = VirtualTime(conditions, seed: 4)
    let count = 30_000
    for number in 0..<count { link.send(100, at: Int64(number) * Self.millisecond) }
    link.run()
    let delays = link.departures.map { Double(($0.due - $0.admitted).nanoseconds) / 1e6 }.sorted()
    // Quartiles of a uniform distribution from 80 to 120 ms. netem's own correlation moves them closer together.
    for (rank, expected) in [(0.25, 90.0), (0.5, 100.0), (0.75, 110.0)] {
      #expect(abs(delays[Int(Double(count) * rank)] - expected) < 0.8)
    }
  }

  @Test func packetsAreDroppedByNumber() {
    var conditions = DirectionConditions()
    conditions.dropped = PacketNumbers([3...3, 7...9])
    var link = VirtualTime(conditions)
    for number in 0..<12 { link.send(100, at: Int64(number)) }
    #expect(link.admissions.enumerated().filter { $1.drop == .list }.map { $0.offset + 1 } == [3, 7, 8, 9])
    link.run()
    #expect(link.departures.count == 8)
    // The count starts again with other conditions, and a dropped packet draws nothing.
    conditions.dropped = PacketNumbers([1...1])
    link.emulator.change(to: conditions, at: LinkInstant(nanoseconds: 20))
    link.send(100, at: 20)
    link.send(100, at: 21)
    #expect(link.admissions.suffix(2).map(\.drop) == [.list, nil])
  }

  @Test func numbersAreJoinedAndFound() {
    let numbers = PacketNumbers([7...9, 3...3, 9...12, 0...1, 13...13])
    #expect(numbers.ranges == [1...1, 3...3, 7...13])
    #expect((0...15).filter { numbers.contains(UInt64($0)) } == [1, 3, 7, 8, 9, 10, 11, 12, 13])
    #expect(!PacketNumbers.none.contains(1))
    #expect(PacketNumbers([UInt64.max...UInt64.max, 1...UInt64.max]).ranges == [1...UInt64.max])
  }

  @Test func whatIsLongerThanTheMTUDoesNotEnter() {
    var conditions = DirectionConditions()
    conditions.mtu = MTULimit(bytes: 1400)
    var link = VirtualTime(conditions)
    link.send(1400, at: 0)
    link.send(1401, at: 1)
    #expect(link.admissions.map(\.drop) == [nil, .mtu])
  }

  /// From 10 Mbps to 100 kbps over 5 s: a packet of 1250 bytes takes 1 ms at first, and 100 ms at the end.
  @Test func aBandwidthFallsEvenly() throws {
    var conditions = DirectionConditions(bandwidth: .megabits(10))
    conditions.bandwidthRamp = Ramp(to: .kilobits(100), over: .seconds(5))
    var link = VirtualTime(conditions)
    for second in [0, 1, 2, 4, 5, 6] as [Int64] { link.send(1250, at: second * 1000 * Self.millisecond) }
    link.run()
    let times = link.departures.map { Double(($0.due - $0.admitted).nanoseconds) / 1e6 }
    for (time, megabits) in zip(times, [10, 8.02, 6.04, 2.08, 0.1, 0.1]) {
      #expect(abs(time - 10 / megabits) < 0.01, "\(time) at \(megabits)")
    }
  }

  /// While a queue waits, each packet is sent at the rate of its own turn. In total, as many bytes are sent as the
  /// falling rate carries.
  @Test func aFallingBandwidthCarriesWhatItsAverageDoes() throws {
    var conditions = DirectionConditions(bandwidth: .megabits(10), queue: .packets(.max))
    conditions.bandwidthRamp = Ramp(to: .kilobits(100), over: .seconds(5))
    var link = VirtualTime(conditions)
    for _ in 0..<4000 { link.send(1250, at: 0) }
    link.run(until: 5_000 * Self.millisecond)
    let bits = Double(link.departures.count) * 10_000
    #expect(abs(bits / 25_250_000 - 1) < 0.002, "\(bits)")
  }

  @Test func delayAndLossRise() throws {
    var conditions = DirectionConditions(delay: .milliseconds(20))
    conditions.delayRamp = Ramp(to: .milliseconds(220), over: .seconds(2))
    conditions.lossRamp = Ramp(to: .always, over: .seconds(4))
    var link = VirtualTime(conditions)
    link.send(100, at: 0)
    #expect(link.emulator.nextDeparture?.nanoseconds == 20 * Self.millisecond)
    var lost = 0
    for number in 0..<1000 {
      link.send(100, at: (1900 + Int64(number) / 5) * Self.millisecond)
      lost += link.admissions.last?.queuedCopies == 0 ? 1 : 0
    }
    #expect((440...560).contains(lost), "half are lost in the middle of the way: \(lost)")
    link.send(100, at: 4_000 * Self.millisecond)
    #expect(link.admissions.last?.drop == .loss)
    #expect(conditions.settled(after: .seconds(1)).delay == .milliseconds(120))
    #expect(!conditions.settled(after: .seconds(1)).isRamping)
  }
}
