import LinkConditions
import Testing

struct LinkEmulatorTests {
  static let millisecond: Int64 = 1_000_000
  static let second: Int64 = 1_000_000_000

  @Test func aCleanLinkDeliversAtOnce() {
    var link = VirtualTime(.clean)
    link.send(100, at: 5)
    link.run()
    #expect(
      link.departures == [
        Departure(handle: 0, admitted: LinkInstant(nanoseconds: 5), due: LinkInstant(nanoseconds: 5))
      ])
    #expect(link.emulator.nextDeparture == nil)
  }

  /// Over ten hours at 32 kbit/s, and at a rate at which no packet takes a whole number of nanoseconds.
  @Test(arguments: [32_000, 999_999_937, 333_333_333, 1_000_000_000, 1] as [UInt64])
  func aRateIsExactForHours(bitsPerSecond: UInt64) throws {
    let bandwidth = Bandwidth(bitsPerSecond: bitsPerSecond)
    var link = VirtualTime(DirectionConditions(bandwidth: bandwidth, queue: .packets(.max)))
    var bytes: UInt64 = 0
    for number in 0..<100_000 {
      let length = Int32(40 + number * 7919 % 1461)
      bytes += UInt64(length)
      link.send(length, at: 0)
    }
    link.run()
    #expect(link.departures.count == 100_000)
    let last = try #require(link.departures.last).due.nanoseconds
    let exact = (bytes * 8).multipliedFullWidth(by: 1_000_000_000)
    let expected = exact.high < bitsPerSecond ? Int64(clamping: bitsPerSecond.dividingFullWidth(exact).quotient) : .max
    #expect(last == expected)
  }

  /// At 32 kbit/s, departures are spaced by the sending time of each packet, to the nanosecond.
  @Test func departuresAreSpacedByThePacketsOwnTime() {
    var link = VirtualTime(DirectionConditions(bandwidth: .kilobits(32), delay: .milliseconds(100)))
    for length in [1500, 40, 1500] as [Int32] { link.send(length, at: 0) }
    link.run()
    #expect(link.departures.map(\.due.nanoseconds) == [475, 485, 860].map { $0 * Self.millisecond })
  }

  /// An idle link delays a packet by the travel time and its sending time. On a busy link, waiting overlaps with
  /// travel.
  @Test func waitingAndTravelOverlap() {
    var link = VirtualTime(DirectionConditions(bandwidth: .megabits(1), delay: .milliseconds(50)))
    link.send(1250, at: 0)
    link.send(1250, at: 4 * Self.millisecond)
    link.send(1250, at: 100 * Self.millisecond)
    link.run()
    #expect(link.departures.map(\.due.nanoseconds) == [60, 70, 160].map { $0 * Self.millisecond })
  }

  @Test(arguments: [1, 10, 50, 90] as [Double])
  func lossIsInsideThe99PercentInterval(percent: Double) throws {
    let chance = try #require(Probability(percent: percent))
    var link = VirtualTime(DirectionConditions(loss: .random(CorrelatedProbability(chance))), seed: 7)
    let count = 100_000
    for number in 0..<count { link.send(100, at: Int64(number)) }
    link.run()
    let share = percent / 100
    let deviation = (Double(count) * share * (1 - share)).squareRoot()
    let lost = count - link.departures.count
    #expect(abs(Double(lost) - Double(count) * share) < 2.576 * deviation, "\(lost) of \(count) lost")
  }

  @Test func allAreLostAtAHundredPercent() {
    var link = VirtualTime(DirectionConditions(loss: .random(CorrelatedProbability(.always))))
    for number in 0..<10_000 { link.send(100, at: Int64(number)) }
    link.run()
    #expect(link.departures.isEmpty)
    #expect(link.admissions.allSatisfy { $0 == Admission(queuedCopies: 0, drop: .loss) })
  }

  /// Jitter is uniform: within its bounds, and by a Kolmogorov-Smirnov test at 1 % over 10,000 packets.
  @Test func jitterIsUniform() {
    var link = VirtualTime(DirectionConditions(delay: .milliseconds(100), jitter: .milliseconds(20)), seed: 3)
    let count = 10_000
    for number in 0..<count { link.send(100, at: Int64(number) * Self.millisecond) }
    link.run()
    let delays = link.departures.map { ($0.due - $0.admitted).nanoseconds }.sorted()
    #expect(delays.count == count)
    #expect(delays.allSatisfy { (80 * Self.millisecond..<120 * Self.millisecond).contains($0) })
    var distance = 0.0
    for (rank, delay) in delays.enumerated() {
      let expected = Double(delay - 80 * Self.millisecond) / Double(40 * Self.millisecond)
      distance = max(
        distance, abs(expected - Double(rank) / Double(count)), abs(expected - Double(rank + 1) / Double(count)))
    }
    #expect(distance < 1.628 / Double(count).squareRoot())
  }

  @Test func aBandwidthKeepsTheOrderDespiteJitter() {
    var link = VirtualTime(
      DirectionConditions(bandwidth: .megabits(10), delay: .milliseconds(50), jitter: .milliseconds(50)))
    for number in 0..<5_000 { link.send(200, at: Int64(number) * Self.millisecond / 2) }
    link.run()
    #expect(link.departures.map(\.handle) == link.departures.map(\.handle).sorted())
    #expect(link.departures.count == 5_000)
  }

  /// What people expect of "Slow Net": 13 KB that are sent at once arrive completely, in the time that 32 kbit/s take.
  @Test func theUsualQueueHoldsAnInitialWindow() {
    var link = VirtualTime(DirectionConditions(bandwidth: .kilobits(32), delay: .milliseconds(100)))
    for _ in 0..<10 { link.send(1500, at: 0) }
    link.run()
    #expect(link.departures.count == 10)
    #expect(link.departures.last?.due.nanoseconds == 3_850 * Self.millisecond)
  }

  @Test func theUsualQueueIsFiftyPacketsOnASlowLink() {
    var link = VirtualTime(DirectionConditions(bandwidth: .kilobits(32)))
    for _ in 0..<60 { link.send(1500, at: 0) }
    #expect(link.queued == 50)
    #expect(link.admissions.last == Admission(queuedCopies: 0, drop: .queueLimit))
  }

  @Test func theUsualQueueIsARoundTripOnAFastLink() {
    let conditions = DirectionConditions(bandwidth: .megabits(50), delay: .milliseconds(100))
    #expect(QueueLimit.usual(for: conditions) == .time(.milliseconds(200)))
    #expect(QueueLimit.usual(for: DirectionConditions(bandwidth: .kilobits(32))) == .bytes(75_000))
    #expect(QueueLimit.usual(for: .clean) == nil)
  }

  @Test func aQueueInPacketsCountsThoseThatTravel() {
    var link = VirtualTime(DirectionConditions(delay: .milliseconds(10), queue: .packets(3)))
    for _ in 0..<5 { link.send(100, at: 0) }
    #expect(link.queued == 3)
    link.send(100, at: 10 * Self.millisecond)
    #expect(link.queued == 4)
  }

  @Test func aQueueInTimeRefusesWhoWouldWaitLonger() {
    // 1250 bytes take 10 ms: the third would wait 20 ms, the fourth 30 ms.
    var link = VirtualTime(DirectionConditions(bandwidth: .megabits(1), queue: .time(.milliseconds(20))))
    for _ in 0..<5 { link.send(1250, at: 0) }
    #expect(link.queued == 3)
    link.send(1250, at: 10 * Self.millisecond)
    #expect(link.queued == 4)
  }

  @Test func aQueueInBytesTakesAnyPacketWhenNoneWaits() {
    var link = VirtualTime(DirectionConditions(bandwidth: .megabits(1), queue: .bytes(100)))
    link.send(1250, at: 0)
    link.send(1250, at: 0)
    link.send(1250, at: 10 * Self.millisecond)
    #expect(link.admissions.map(\.queuedCopies) == [1, 0, 1])
  }

  @Test func aDNSQueryWaitsAndHoldsUpNothing() {
    var link = VirtualTime(
      DirectionConditions(bandwidth: .kilobits(32), delay: .milliseconds(100), dnsDelay: .milliseconds(200)))
    link.send(40, at: 0, isDNSQuery: true)
    link.send(40, at: 0)
    link.send(40, at: 1 * Self.second)
    link.run()
    #expect(link.departures.map(\.handle) == [1, 0, 2])
    #expect(link.departures.map(\.due.nanoseconds) == [120, 310, 1110].map { $0 * Self.millisecond })
  }

  @Test func dnsLossConcernsQueriesAlone() {
    var conditions = DirectionConditions()
    conditions.dnsLoss = .always
    var link = VirtualTime(conditions)
    link.send(40, at: 0, isDNSQuery: true)
    link.send(40, at: 0)
    link.run()
    #expect(link.departures.map(\.handle) == [1])
    #expect(link.admissions.map(\.drop) == [.loss, nil])
  }

  @Test func switchingLosesNothing() {
    var link = VirtualTime(DirectionConditions(bandwidth: .kilobits(32), delay: .milliseconds(100)))
    for _ in 0..<10 { link.send(1500, at: 0) }
    link.emulator.change(
      to: DirectionConditions(loss: .random(CorrelatedProbability(.always))), at: LinkInstant(nanoseconds: 0))
    link.send(1500, at: 1)
    link.run()
    #expect(link.departures.map(\.handle) == Array(0..<10))
    #expect(link.departures.last?.due.nanoseconds == 3_850 * Self.millisecond)
  }

  @Test func aSeedRepeatsTheFates() {
    var conditions = DirectionConditions(
      delay: .milliseconds(10), jitter: .milliseconds(5),
      loss: .random(CorrelatedProbability(Probability(rawValue: 1 << 30), correlation: Probability(rawValue: 1 << 30))))
    conditions.corrupt = CorrelatedProbability(Probability(rawValue: 1 << 30))
    conditions.slots = Slots(spacing: .uniform(.milliseconds(1), .milliseconds(20)), packets: 3)
    func departures(seed: UInt64) -> [Departure] {
      var link = VirtualTime(conditions, seed: seed)
      for number in 0..<2_000 { link.send(100, at: Int64(number) * Self.millisecond) }
      link.run()
      return link.departures
    }
    #expect(departures(seed: 11) == departures(seed: 11))
    #expect(departures(seed: 11) != departures(seed: 12))
  }

  @Test func aRunsTwoDirectionsHaveSeedsOfTheirOwn() {
    let seed = RunSeed(42)
    #expect(seed.uplink != seed.downlink)
    #expect(seed.uplink != 42 && seed.downlink != 42)
    #expect(RunSeed(42).uplink == seed.uplink)
  }

  @Test func slotsDeliverInBursts() {
    var conditions = DirectionConditions()
    conditions.slots = Slots(spacing: .uniform(.milliseconds(20), .milliseconds(20)), packets: 2)
    var link = VirtualTime(conditions)
    for _ in 0..<5 { link.send(100, at: 0) }
    link.run()
    #expect(link.departures.map(\.due.nanoseconds) == [20, 20, 40, 40, 60].map { $0 * Self.millisecond })
  }

  @Test func duplicatesAreCopiesOfTheirOwn() {
    var conditions = DirectionConditions(delay: .milliseconds(1))
    conditions.duplicate = CorrelatedProbability(.always)
    var link = VirtualTime(conditions)
    link.send(100, at: 0)
    link.run()
    #expect(link.admissions == [Admission(queuedCopies: 2, copies: 2)])
    #expect(link.departures.map(\.handle) == [0, 0])
  }

  /// Every bit of the frame is flipped equally often: each tenth of the frame gets its tenth, by the 99.9 % interval.
  @Test func anyBitIsFlipped() {
    var conditions = DirectionConditions()
    conditions.corrupt = CorrelatedProbability(.always)
    var link = VirtualTime(conditions)
    let count = 10_000
    for number in 0..<count { link.send(86, at: Int64(number)) }
    link.run()
    let bits = link.departures.compactMap(\.corruptedBit)
    #expect(bits.count == count)
    #expect(bits.allSatisfy { (0..<800).contains($0) })
    for tenth in 0..<10 {
      let share = bits.count { $0 / 80 == tenth }
      #expect(abs(share - 1000) < 99, "tenth \(tenth): \(share)")
    }
  }

  @Test func aFrameOfAnyLengthHasABitToFlip() {
    var conditions = DirectionConditions()
    conditions.corrupt = CorrelatedProbability(.always)
    for length in [Int32.min, 0, 1, .max] {
      var emulator = LinkEmulator(conditions: conditions, seed: 3)
      for _ in 0..<100 {
        _ = emulator.admit(
          LinkPacket(handle: 0, frameLength: length, ipLength: length), at: LinkInstant(nanoseconds: 0))
        let bit = emulator.depart(at: LinkInstant(nanoseconds: 0))?.corruptedBit
        #expect(bit.map { $0 >= 0 && $0 < max(1, Int(length)) * 8 } == true)
      }
    }
  }
}
