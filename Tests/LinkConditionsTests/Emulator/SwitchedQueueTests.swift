import LinkConditions
import TestSupport
import Testing

/// What a switch does to the packets that wait for the bandwidth.
struct SwitchedQueueTests {
  private static let millisecond: Int64 = 1_000_000
  private static let slow = DirectionConditions(
    bandwidth: .kilobits(200), delay: .milliseconds(20), queue: .packets(100))
  private static let fast = DirectionConditions(
    bandwidth: .megabits(10), delay: .milliseconds(20), queue: .packets(100))

  /// 50 packets of 60 ms each at 200 kbps, and a switch to 10 Mbps (1.2 ms each) in the middle of the second one.
  private static func recovery(_ queued: QueuedTreatment, to conditions: DirectionConditions = fast) -> VirtualTime {
    var link = VirtualTime(slow)
    for _ in 0..<50 { link.send(1500, at: 0) }
    link.change(to: conditions, queued: queued, at: 100 * millisecond)
    link.run()
    return link
  }

  @Test func keepCrawlsForTheWholeQueue() throws {
    let link = Self.recovery(.keep)
    #expect(link.departures.map(\.due.nanoseconds) == (1...50).map { ($0 * 60 + 20) * Self.millisecond })
  }

  /// A third of the second packet is left (500 B: 0.4 ms), and 48 packets take 57.6 ms: the queue is empty 58 ms after the
  /// switch and not 2.9 s.
  @Test func rerateEmptiesTheQueueAtTheNewBandwidth() throws {
    let link = Self.recovery(.rerate)
    let dues = [80_000_000, 120_400_000] + (1...48).map { 120_400_000 + $0 * 1_200_000 }
    #expect(link.departures.map(\.due.nanoseconds) == dues.map(Int64.init))
    #expect(link.departures.map(\.handle) == Array(0..<50))
  }

  @Test func withoutABandwidthTheQueueLeavesAtOnce() throws {
    let link = Self.recovery(.rerate, to: DirectionConditions(delay: .milliseconds(20)))
    #expect(link.departures.dropFirst().map(\.due.nanoseconds) == Array(repeating: 120 * Self.millisecond, count: 49))
  }

  /// What would be lost if it came later has no bandwidth to leave at.
  @Test func conditionsThatLoseEverythingKeepTheQueue() {
    let dead = DirectionConditions(loss: .random(CorrelatedProbability(.always)))
    #expect(Self.recovery(.rerate, to: dead).departures == Self.recovery(.keep).departures)
  }

  /// What a cut has kept is sent at the bandwidth that comes after it.
  @Test func aLaterSwitchFindsWhatWasKept() {
    var link = VirtualTime(Self.slow)
    for _ in 0..<50 { link.send(1500, at: 0) }
    let dead = DirectionConditions(loss: .random(CorrelatedProbability(.always)))
    link.change(to: dead, queued: .rerate, at: 60 * Self.millisecond)
    link.change(to: DirectionConditions(delay: .milliseconds(20)), queued: .rerate, at: 120 * Self.millisecond)
    link.run()
    #expect(
      link.departures.map(\.due.nanoseconds)
        == [80, 140].map { $0 * Self.millisecond } + Array(repeating: 140 * Self.millisecond, count: 48))
  }

  /// Neither the packet that has been sent nor the one that is being sent is in the queue.
  @Test func dropDropsExactlyTheQueue() throws {
    let link = Self.recovery(.drop)
    #expect(link.departures.map(\.handle) == [0, 1])
    #expect(link.departures.map(\.due.nanoseconds) == [80_000_000, 120_400_000])
    #expect(link.discarded.map(\.handle) == Array(2..<50))
    #expect(link.discarded.allSatisfy { $0.reason == .switched && $0.instant.nanoseconds == 100 * Self.millisecond })
  }

  @Test func packetsThatTravelKeepTheirTimes() {
    var far = Self.slow
    far.delay = .milliseconds(400)
    for treatment in QueuedTreatment.allCases {
      var link = VirtualTime(far)
      for _ in 0..<10 { link.send(1500, at: 0) }
      link.change(to: Self.fast, queued: treatment, at: 305 * Self.millisecond)
      link.run()
      // Five have been sent by then, the sixth is being sent.
      #expect(
        link.departures.prefix(5).map(\.due.nanoseconds) == (1...5).map { ($0 * 60 + 400) * Self.millisecond },
        "\(treatment)")
    }
  }

  @Test func aSlowerLinkSlowsTheQueueDown() {
    var link = VirtualTime(Self.fast)
    for _ in 0..<4 { link.send(1250, at: 0) }
    link.change(to: Self.slow, queued: .rerate, at: 500_000)
    link.run()
    // Half of the first packet is left: 625 B at 200 kbps.
    #expect(link.departures.map(\.due.nanoseconds) == [45_500_000, 95_500_000, 145_500_000, 195_500_000])
  }

  @Test func newPacketsStayBehindTheQueue() {
    var link = VirtualTime(Self.slow)
    for _ in 0..<20 { link.send(1500, at: 0) }
    link.change(to: Self.fast, queued: .rerate, at: 1)
    link.send(1500, at: 2)
    link.run()
    #expect(link.departures.map(\.handle) == Array(0...20))
    #expect(link.emulator.unsentPackets(at: LinkInstant(nanoseconds: .max)) == 0)
  }

  /// A queue limit in time counts what the queue takes at the new bandwidth.
  @Test func theLimitCountsTheNewBandwidth() {
    var link = VirtualTime(DirectionConditions(bandwidth: .kilobits(200), queue: .time(.milliseconds(500))))
    for _ in 0..<20 { link.send(1500, at: 0) }
    #expect(link.admissions.last?.drop == .queueLimit)
    link.change(
      to: DirectionConditions(bandwidth: .megabits(10), queue: .time(.milliseconds(500))), queued: .rerate, at: 1)
    link.send(1500, at: 2)
    #expect(link.admissions.last?.drop == nil)
  }

  @Test func aDNSQueryKeepsItsOwnDelayAndIsNotLostTwice() throws {
    var conditions = Self.slow
    conditions.dnsDelay = .milliseconds(200)
    var link = VirtualTime(conditions)
    for _ in 0..<3 { link.send(1500, at: 0) }
    link.send(60, at: 0, isDNSQuery: true)
    var lossy = Self.fast
    lossy.dnsLoss = .always
    link.change(to: lossy, queued: .rerate, at: 0)
    link.run()
    let query = try #require(link.departures.first { $0.handle == 3 })
    #expect(query.due.nanoseconds == 3 * 1_200_000 + 48_000 + 220 * Self.millisecond)
  }

  @Test func aDisciplineTakesOverTheQueueAndGivesItBack() {
    var managed = Self.fast
    managed.discipline = .fqCodel(FairQueueParameters())
    for treatment in [QueuedTreatment.keep, .rerate] {
      var link = VirtualTime(Self.slow)
      for _ in 0..<30 { link.send(1500, at: 0) }
      link.change(to: managed, queued: treatment, at: 100 * Self.millisecond)
      for _ in 0..<10 { link.send(1500, at: 101 * Self.millisecond) }
      link.change(to: Self.slow, queued: treatment, at: 110 * Self.millisecond)
      link.run()
      #expect(link.departures.map(\.handle) == Array(0..<40), "\(treatment)")
    }
  }

  /// Whatever the switches: no packet is lost or doubled, the order is kept, and between any two departures no more bits
  /// pass than the bandwidths of that time allow.
  @Test func capacityIsNeverExceeded() {
    var random = SeededGenerator(seed: 18)
    for _ in 0..<300 {
      let travel = Int64.random(in: 0...300, using: &random) * Self.millisecond
      func conditions() -> DirectionConditions {
        DirectionConditions(
          bandwidth: .kilobits(UInt32.random(in: 50...20_000, using: &random)),
          delay: LinkDuration(nanoseconds: travel),
          queue: .packets(1000))
      }
      var rates: [(from: Int64, bandwidth: Bandwidth)] = []
      let first = conditions()
      var link = VirtualTime(first)
      rates.append((0, first.bandwidth ?? .megabits(1)))
      var now: Int64 = 0
      var lengths: [Int32] = []
      for _ in 0..<60 {
        now += Int64.random(in: 0...40, using: &random) * Self.millisecond
        if Int.random(in: 0..<6, using: &random) == 0 {
          let next = conditions()
          let treatment: QueuedTreatment = Bool.random(using: &random) ? .rerate : .drop
          link.change(to: next, queued: treatment, at: now)
          rates.append((now, next.bandwidth ?? .megabits(1)))
        } else {
          for _ in 0..<Int.random(in: 1...6, using: &random) {
            lengths.append(Int32.random(in: 40...1500, using: &random))
            link.send(lengths[lengths.count - 1], at: now)
          }
        }
      }
      link.run()
      let gone = (link.departures.map(\.handle) + link.discarded.map(\.handle)).sorted()
      #expect(gone == (0..<Int32(lengths.count)).filter { link.admissions[Int($0)].queuedCopies == 1 })
      #expect(link.departures.map(\.handle) == link.departures.map(\.handle).sorted())
      let dues = link.departures.map(\.due.nanoseconds)
      #expect(dues == dues.sorted())
      for (index, start) in dues.enumerated() {
        var bits = 0.0
        for later in (index + 1)..<max(index + 1, min(index + 12, dues.count)) {
          bits += Double(lengths[Int(link.departures[later].handle)]) * 8
          let room = Self.capacity(from: start - travel, to: dues[later] - travel, rates)
          // What is left of a packet at a switch is rounded to bytes.
          #expect(bits <= room + 8 * Double(rates.count) + 1)
        }
      }
    }
  }

  private static func capacity(from start: Int64, to end: Int64, _ rates: [(from: Int64, bandwidth: Bandwidth)])
    -> Double
  {
    var bits = 0.0
    for (index, rate) in rates.enumerated() {
      let until = index + 1 < rates.count ? rates[index + 1].from : .max
      let overlap = min(end, until) - max(start, rate.from)
      if overlap > 0 { bits += Double(overlap) * Double(rate.bandwidth.bitsPerSecond) / 1e9 }
    }
    return bits
  }
}
