import Testing

@testable import Herd

/// What holds for every population, and closed forms for some.
@Suite struct HerdSimulationTests {
  private static let clients = 3000

  private static func plan(
    _ outage: ServiceState = .blackHole, capacity: HerdPlan.Capacity? = nil, seed: UInt64 = 1, clients: Int = clients,
    duration: Double = 30, after: Double = 120, bin: Double = 1
  ) -> HerdPlan {
    HerdPlan(
      clients: clients, period: 10, outage: outage, duration: duration, capacity: capacity, after: after, bin: bin,
      seed: seed)
  }

  private static let tight = HerdPlan.Capacity(rate: 400, longestWait: 12)
  private static let ample = HerdPlan.Capacity(rate: 1e12, longestWait: 1)

  @Test(arguments: RetryPolicy.allCases, ServiceState.outages)
  func everyUseSucceedsOrFailsOrIsUnderWay(policy: RetryPolicy, outage: ServiceState) throws {
    let model = try HerdModel(policy)
    for capacity in [nil, HerdPlan.Capacity(rate: 80, longestWait: 12)] {
      let curves = HerdSimulation(model, Self.plan(outage, capacity: capacity, clients: 600)).run()
      #expect(curves.begun == curves.succeeded + curves.failed + curves.pending)
      #expect((601...600 * 17).contains(curves.begun))
      #expect((0...600).contains(curves.pending))
      #expect(curves.unserved.allSatisfy { (0...600).contains($0) })
    }
  }

  @Test(arguments: [nil, tight])
  func theSameSeedGivesTheSameCurvesAndAnotherOneOthers(capacity: HerdPlan.Capacity?) throws {
    let model = try HerdModel(.fullJitter)
    let first = HerdSimulation(model, Self.plan(capacity: capacity)).run()
    #expect(first == HerdSimulation(model, Self.plan(capacity: capacity)).run())
    #expect(first != HerdSimulation(model, Self.plan(capacity: capacity, seed: 2)).run())
  }

  /// Each client has a generator of its own, so it makes no difference in which order they are simulated, or in how many parts.
  @Test(arguments: RetryPolicy.allCases, ServiceState.outages)
  func theOrderOfTheClientsMakesNoDifference(policy: RetryPolicy, outage: ServiceState) throws {
    let simulation = HerdSimulation(try HerdModel(policy), Self.plan(outage, clients: 600))
    let whole = simulation.alone(0..<600)
    var parts = simulation.alone(200..<600)
    parts.add(simulation.alone(0..<200))
    #expect(parts == whole)
    // With a service that is never too slow, simulating in the order of time comes to the same.
    #expect(simulation.together(Self.ample) == whole)
  }

  @Test func beforeTheOutageTheLoadIsThatOfUniformPhases() throws {
    let plan = Self.plan(clients: 50_000)
    let curves = HerdSimulation(try HerdModel(.none), plan).run()
    #expect(curves.normal.requests == 5000)
    // The number in a bin is binomial: its standard deviation is 67.
    for place in 1..<9 { #expect(abs(curves.requests[place] - 5000) < 5 * 67, "bin \(place)") }
    // Each client does the same in each period, so a period has the same number as there are clients.
    let afterwards = curves.requests.suffix(20)
    #expect(abs(afterwards.reduce(0, +) - 100_000) <= 100)
  }

  /// Without retries, each use that begins in the outage fails, and nothing is left of it when it is over.
  @Test(arguments: [ServiceState.refused, .unavailable])
  func withoutRetriesTheUsesOfTheOutageAreLost(outage: ServiceState) throws {
    let curves = HerdSimulation(try HerdModel(.none), Self.plan(outage)).run()
    #expect(curves.failed == 3 * Self.clients)
    #expect(curves.recovered == 10)
    #expect(curves.peakOverNormal < 1.3)
    let afterwards = curves.requests[40..<160].reduce(0, +)
    #expect(abs(afterwards - Double(12 * Self.clients)) <= 10)
  }

  /// A client that tries every second sends one request a second for each client that waits.
  @Test func aFixedIntervalIsACombForEachWaitingClient() throws {
    let plan = Self.plan(.unavailable, clients: 20_000, duration: 30)
    let curves = HerdSimulation(try HerdModel(.fixed), plan).run()
    // After the first period of the outage, all clients wait, and each tries once in a bit more than a second.
    for place in 25..<39 {
      #expect(curves.unserved[place] == 20_000)
      #expect(abs(curves.requests[place] - 20_000 / 1.004) < 400, "bin \(place)")
    }
    // All are served within a second after the end, and the first bin has them all.
    #expect(curves.recovered == 1)
    #expect(abs(curves.after.requests.rate - 20_000) < 400)
    #expect(curves.failed == 0)
  }

  /// The expected number of attempts in each second of an outage, by convolution of the densities of the pauses, for clients that begin
  /// at random.
  @Test func fullJitterMakesTheLoadThatIsComputedDirectly() throws {
    let (count, step) = (100_000, 0.05)
    let plan = HerdPlan(clients: count, period: 20, outage: .unavailable, duration: 20, after: 20, seed: 3)
    let curves = HerdSimulation(try HerdModel(.fullJitter), plan).run()
    // The density of the time of the n-th attempt, on a grid; attempts take 3 ms.
    let cells = Int(20 / step)
    var density = [Double](repeating: Double(count) / Double(cells), count: cells)
    var expected = density
    for attempt in 0..<200 {
      let width = Int((min(Double(1 << min(attempt, 6)), 60)) / step)
      // A pause is uniform up to its limit: a running mean, at the middles of the cells.
      var next = [Double](repeating: 0, count: cells)
      for (place, mass) in density.enumerated() where mass > 0 {
        let share = mass / Double(width)
        for target in place..<min(place + width + 1, cells) {
          next[target] += share * (target == place || target == place + width ? 0.5 : 1)
        }
      }
      for place in expected.indices { expected[place] += next[place] }
      density = next
      if density.reduce(0, +) < 1 { break }
    }
    let perSecond = Int(1 / step)
    for second in 1..<19 {
      let sum = expected[(second * perSecond)..<((second + 1) * perSecond)].reduce(0, +)
      let got = curves.requests[10 + second]
      #expect(abs(got - sum) < 0.02 * sum + 300, "second \(second): \(got), expected \(sum)")
    }
  }

  /// A SYN that the kernel sends again after the outage is answered, so the client need not begin another attempt.
  @Test func aSYNThatIsSentAgainEndsTheWaiting() throws {
    let plan = Self.plan(clients: 20_000, duration: 5)
    let curves = HerdSimulation(try HerdModel(.none), plan).run()
    // SYNs follow 1, 3 and 7 s after the first. A use that began in the last 5 s is served by one of them before its limit of 10 s.
    #expect(curves.failed == 0)
    #expect(curves.recovered.map { $0 <= 5 } == true)
  }

  /// A client that tries again on the connection that brought the 503 needs no other one when the service is back.
  @Test(arguments: [true, false]) func aConnectionThatBroughtARefusalIsKept(isKept: Bool) throws {
    let whole = [WireEvent(.syn, at: 0), WireEvent(.request, at: 0.001)]
    let again = isKept ? [WireEvent(.request, at: 0)] : whole
    let conduct = ClientConduct(
      client: ["c"], deadline: 30,
      courses: [
        .healthy: [Course(attempts: [Attempt(gap: 0, events: whole)], ending: 0.002)],
        .unavailable: [
          Course(
            attempts: [Attempt(gap: 0, events: whole)] + (0..<40).map { _ in Attempt(gap: 1, events: again) }, ending: 1
          )
        ],
      ])
    let plan = Self.plan(.unavailable)
    for model in [try HerdModel(conduct, for: plan), try HerdModel(.fixed, costing: conduct)] {
      let curves = HerdSimulation(model, plan).run()
      // One SYN a use: the one that a client is busy with in the outage, and two afterwards, if it is not yet busy at the time of the
      // first.
      let syns = curves.syns[10..<60].reduce(0, +)
      let requests = curves.requests[10..<60].reduce(0, +)
      #expect(
        isKept ? (2.85...3).contains(syns / Double(Self.clients)) : abs(syns - requests) < 50,
        "\(syns) SYNs, \(requests) requests")
      #expect(requests > Double(20 * Self.clients))
    }
  }

  @Test func aServiceThatIsTooSlowAnswersNoMoreThanItCan() throws {
    let capacity = HerdPlan.Capacity(rate: 400, longestWait: 1)
    let plan = Self.plan(.unavailable, capacity: capacity, after: 200)
    let curves = HerdSimulation(try HerdModel(.fixed), plan).run()
    #expect(curves.shed.reduce(0, +) > 0)
    for place in curves.requests.indices where curves.times[place] > 30 {
      #expect(curves.requests[place] - curves.shed[place] <= 2 * 400 + 1, "bin \(place)")
    }
    let total = zip(curves.requests, curves.shed).enumerated().filter { curves.times[$0.offset] > 30 }
      .reduce(0) { $0 + $1.element.0 - $1.element.1 }
    #expect(total <= 400 * 200 + 400)
    let free = HerdSimulation(try HerdModel(.fixed), Self.plan(.unavailable, after: 200)).run()
    #expect(try #require(curves.recovered) > (try #require(free.recovered)))
  }

  /// Clients that lose patience leave work behind that nobody waits for, so that the service does not recover.
  @Test func clientsThatDoNotWaitKeepAServiceDown() throws {
    let capacity = HerdPlan.Capacity(rate: 320, longestWait: 1000)
    let plan = Self.plan(.unavailable, capacity: capacity)
    // Without a client's own time limit, it is 10 s, and all are served before.
    let patient = HerdSimulation(try HerdModel(.fixed), plan).run()
    #expect(patient.abandoned.reduce(0, +) == 0)
    #expect(patient.recovered.map { (8...20).contains($0) } == true)
    var hasty = ClientConduct.plain
    hasty.courses[ServiceState.silent.rawValue] = [
      Course(attempts: [Attempt(gap: 0, events: [.init(.request, at: 0)])], ending: 2)
    ]
    let impatient = HerdSimulation(try HerdModel(.fixed, costing: hasty), plan).run()
    #expect(impatient.abandoned.reduce(0, +) > 0)
    #expect(impatient.recovered == nil)
  }
}
