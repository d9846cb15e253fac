import LinkConditions
import Testing

/// The queue disciplines by what their RFCs promise. `DisciplineRecordingTests` compares them with a kernel.
struct QueueDisciplineTests {
  private static let millisecond: Int64 = 1_000_000

  private static func conditions(_ discipline: QueueDiscipline) -> DirectionConditions {
    var conditions = DirectionConditions(bandwidth: .megabits(1), delay: .milliseconds(10))
    conditions.discipline = discipline
    return conditions
  }

  /// Sends 1250 bytes (10 ms at 1 Mbps) every 5 ms for some seconds.
  private static func overload(
    _ discipline: QueueDiscipline, seconds: Int64, isECNCapable: Bool = false
  ) -> VirtualTime {
    var link = VirtualTime(conditions(discipline))
    for number in 0..<seconds * 200 { link.send(1250, at: number * 5 * millisecond, isECNCapable: isECNCapable) }
    link.run()
    return link
  }

  /// The first drop comes an interval after the wait has exceeded the target, and the n-th one an interval divided by the
  /// square root of n later (RFC 8289 section 3.2), at the next packet's turn.
  @Test func codelFollowsItsControlLaw() throws {
    let link = Self.overload(.codel(CoDelParameters()), seconds: 3)
    let drops = link.discarded.map(\.instant.nanoseconds)
    #expect(link.discarded.allSatisfy { $0.reason == .discipline })
    #expect(drops.count > 40)
    #expect((110...140).contains(drops[0] / Self.millisecond))
    var expected = Double(drops[0])
    for (index, drop) in drops.enumerated().dropFirst().prefix(40) {
      expected += 100_000_000 / Double(index).squareRoot()
      // Newton's method is coarse for the first steps; drops wait for a turn, one every 10 ms.
      #expect(abs(Double(drop) - expected) < 12_000_000 + 0.06 * (expected - Double(drops[0])), "drop \(index)")
    }
  }

  @Test func codelMarksInsteadOfDropping() {
    var parameters = CoDelParameters()
    parameters.marks = true
    let link = Self.overload(.codel(parameters), seconds: 3, isECNCapable: true)
    #expect(link.discarded.isEmpty)
    #expect(link.departures.count(where: \.isMarked) > 40)
    let deaf = Self.overload(.codel(parameters), seconds: 3)
    #expect(deaf.discarded.count > 40 && !deaf.departures.contains { $0.isMarked })
  }

  @Test func aShortQueueIsLeftAlone() {
    for discipline: QueueDiscipline in [
      .codel(CoDelParameters()), .fqCodel(FairQueueParameters()), .pie(PIEParameters()),
    ] {
      var link = VirtualTime(Self.conditions(discipline))
      for number in 0..<500 { link.send(1000, at: Int64(number) * 9 * Self.millisecond) }
      link.run()
      #expect(link.departures.count == 500 && link.discarded.isEmpty, "\(discipline)")
    }
  }

  @Test func aFullQueueRefuses() {
    var codel = CoDelParameters()
    codel.limit = 10
    var pie = PIEParameters()
    pie.limit = 10
    for discipline: QueueDiscipline in [.codel(codel), .pie(pie)] {
      var link = VirtualTime(Self.conditions(discipline))
      for _ in 0..<20 { link.send(1000, at: 0) }
      // One is being sent.
      #expect(link.admissions.count { $0.drop == .queueLimit } == 9, "\(discipline)")
    }
  }

  /// One flow that sends ten times too much, and one that sends a small packet now and then.
  @Test func aFairQueueProtectsASparseFlow() {
    func waits(_ discipline: QueueDiscipline) -> [Int64] {
      var link = VirtualTime(Self.conditions(discipline))
      var sparse: Set<Int32> = []
      for number in 0..<4000 {
        if number % 100 == 50 {
          sparse.insert(Int32(link.admissions.count))
          link.send(100, at: Int64(number) * Self.millisecond, flow: 2)
        }
        link.send(1250, at: Int64(number) * Self.millisecond, flow: 1)
      }
      link.run()
      return link.departures.filter { sparse.contains($0.handle) }.map { ($0.due - $0.admitted).nanoseconds }
    }
    // A packet takes 10 ms, so with a target of 5 ms even the sparse flow would wait for too long, all the time.
    var parameters = FairQueueParameters()
    parameters.codel.target = .milliseconds(15)
    let fair = waits(.fqCodel(parameters))
    #expect(fair.count == 40)
    // Its turn comes after the packet that is being sent, and takes 0.8 ms; then it travels for 10 ms.
    #expect(fair.allSatisfy { $0 <= 21 * Self.millisecond })
    #expect(waits(.codel(CoDelParameters())).max() ?? 0 > 100 * Self.millisecond)
  }

  @Test func aFairQueueSharesBytes() {
    var link = VirtualTime(Self.conditions(.fqCodel(FairQueueParameters())))
    for number in 0..<3000 {
      link.send(1400, at: Int64(number) * 2 * Self.millisecond, flow: 1)
      link.send(500, at: Int64(number) * 2 * Self.millisecond, flow: 2)
    }
    link.run(until: 6_000 * Self.millisecond)
    let first = link.departures.count { $0.handle % 2 == 0 } * 1414
    let second = link.departures.count { $0.handle % 2 == 1 } * 514
    #expect(abs(first - second) < 2 * 1514 + 64 * 1414)
    #expect(Double(min(first, second)) / Double(max(first, second)) > 0.9)
  }

  /// At the limit, the longest queue loses up to half of its bytes from its head, at most 64 packets.
  @Test func aFullFairQueueDropsFromTheLongest() {
    var parameters = FairQueueParameters()
    parameters.codel.limit = 200
    var link = VirtualTime(Self.conditions(.fqCodel(parameters)))
    for _ in 0..<20 { link.send(500, at: 0, flow: 2) }
    for _ in 0..<181 { link.send(500, at: 0, flow: 1) }
    #expect(link.discarded.isEmpty)
    link.send(500, at: 0, flow: 1)
    #expect(link.discarded.map(\.handle) == Array(20..<84))
    #expect(link.discarded.allSatisfy { $0.reason == .queueLimit })
  }

  @Test func theSeedDecidesWhichFlowsShareAQueue() {
    var parameters = FairQueueParameters()
    parameters.flows = 2
    var shared = 0
    for seed in 0..<200 {
      var link = VirtualTime(Self.conditions(.fqCodel(parameters)), seed: UInt64(seed))
      for flow in [1, 1, 1, 1, 2] as [UInt32] { link.send(1250, at: 0, flow: flow) }
      link.run()
      if link.departures.last?.handle == 4 { shared += 1 }
    }
    // Half of the seeds, within four standard deviations.
    #expect(abs(shared - 100) < 29)
  }

  /// Under an overload that reacts to nothing, PIE still keeps packets waiting for about its target.
  @Test func pieKeepsTheWaitAtItsTarget() {
    let link = Self.overload(.pie(PIEParameters()), seconds: 60)
    let late = link.departures.suffix(link.departures.count / 2)
    let mean = late.map { ($0.due - $0.admitted).nanoseconds - 20 * Self.millisecond }.reduce(0, +) / Int64(late.count)
    #expect((5...40).contains(mean / Self.millisecond), "\(mean / Self.millisecond) ms")
    let drops = link.admissions.count { $0.drop == .discipline }
    #expect(abs(Double(drops) / Double(link.admissions.count) - 0.5) < 0.05)
  }

  @Test func aSeedRepeatsWhatPieDecides() {
    let (one, other) = (
      Self.overload(.pie(PIEParameters()), seconds: 5), Self.overload(.pie(PIEParameters()), seconds: 5)
    )
    #expect(one.admissions == other.admissions && one.departures == other.departures)
  }

  @Test func allPacketsLeaveOrAreAccountedFor() {
    for discipline: QueueDiscipline in [
      .codel(CoDelParameters()), .fqCodel(FairQueueParameters()), .pie(PIEParameters()),
    ] {
      let link = Self.overload(discipline, seconds: 5)
      #expect(link.queued == link.departures.count + link.discarded.count && link.emulator.queuedPackets == 0)
      let dues = link.departures.map(\.due)
      #expect(dues == dues.sorted())
    }
  }

  /// A mark by the queue does not change which packets netem's loss drops: a seed keeps its meaning.
  @Test func aDisciplineLeavesTheSeedsDecisionsAlone() throws {
    let loss = LossModel.random(CorrelatedProbability(try #require(Probability(percent: 20))))
    var plain = DirectionConditions(bandwidth: .megabits(1), loss: loss, queue: .packets(100_000))
    func lost() -> [Int] {
      var link = VirtualTime(plain, seed: 7)
      for number in 0..<2000 { link.send(1250, at: Int64(number) * 5 * Self.millisecond) }
      return link.admissions.indices.filter { link.admissions[$0].drop == .loss }
    }
    let expected = lost()
    for discipline: QueueDiscipline in [
      .codel(CoDelParameters()), .fqCodel(FairQueueParameters()), .pie(PIEParameters()),
    ] {
      plain.discipline = discipline
      #expect(lost() == expected)
    }
  }
}
