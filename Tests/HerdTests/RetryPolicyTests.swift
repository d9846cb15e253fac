import Statistics
import Testing

@testable import Herd

/// The pauses of published policies.
@Suite struct RetryPolicyTests {
  private func gaps(_ policy: RetryPolicy, failed: Double = 0, count: Int = 10, seed: UInt64 = 1) -> [Double] {
    var random = SplitMix64(seed: seed, stream: 0)
    var pause = 0.0
    return (0..<count).map { policy.gap(afterAttempt: $0, failed: failed, pause: &pause, &random) }
  }

  @Test func pausesWithoutJitterAreExact() {
    #expect(gaps(.fixed, count: 3) == [1, 1, 1])
    #expect(gaps(.exponential, count: 8) == [1, 2, 4, 8, 16, 32, 60, 60])
    #expect(gaps(.exponential, failed: 0.5, count: 2) == [1.5, 2.5])
    #expect(gaps(.rfc8085, count: 8) == [1, 2, 4, 8, 16, 32, 60, 60])
    // A timer runs while the attempt does.
    #expect(gaps(.rfc8085, failed: 0.5, count: 2) == [1, 2])
  }

  /// The mean and the range of each pause over many seeds.
  @Test(arguments: [
    (RetryPolicy.fullJitter, [0.5, 1, 2, 4, 8, 16, 30, 30], 0.0...1.0),
    (.awsStandard, [0.5, 1, 2, 4, 8, 10, 10], 0.0...1.0),
    (.grpcRetry, [0.1, 0.2, 0.4, 0.8, 1, 1], 0.8...1.2),
  ])
  func jitterIsUniform(policy: RetryPolicy, means: [Double], shares: ClosedRange<Double>) {
    let runs = (0..<4000).map { gaps(policy, count: means.count, seed: UInt64($0)) }
    let middle = (shares.lowerBound + shares.upperBound) / 2
    for (index, mean) in means.enumerated() {
      let values = runs.map { $0[index] / mean * middle }
      #expect(abs(values.reduce(0, +) / 4000 - middle) < 0.02, "pause \(index)")
      #expect(values.allSatisfy { shares.contains($0) }, "pause \(index)")
      #expect((values.max() ?? 0) > shares.upperBound - 0.01 && (values.min() ?? 1) < shares.lowerBound + 0.01)
    }
  }

  @Test func connectionsOfGRPCAreBackedOffFromBeginningToBeginning() {
    #expect(gaps(.grpcConnection, count: 1) == [1])
    for seed in 0..<100 {
      for (index, gap) in gaps(.grpcConnection, count: 14, seed: UInt64(seed)).enumerated().dropFirst() {
        var backoff = 1.0
        for _ in 0..<index { backoff = min(backoff * 1.6, 120) }
        #expect((0.8 * backoff...1.2 * backoff).contains(gap), "pause \(index)")
      }
    }
    // An attempt that takes 20 s is followed at once as long as the backoff is shorter.
    #expect(gaps(.grpcConnection, failed: 20, count: 6) == [20, 20, 20, 20, 20, 20])
  }

  @Test func decorrelatedJitterGrowsFromItsLastPause() {
    for seed in 0..<200 {
      var last = 1.0
      for gap in gaps(.decorrelatedJitter, count: 30, seed: UInt64(seed)) {
        #expect((1...min(60, 3 * last)).contains(gap))
        last = gap
      }
    }
  }

  @Test func aPolicyHasTheCostsOfTheClient() throws {
    let plan = HerdPlan(clients: 2000, period: 10, outage: .refused, duration: 20, after: 60)
    let frugal = ClientConduct(
      client: ["frugal"], deadline: 5,
      courses: [
        .healthy: [
          Course(attempts: [Attempt(gap: 0, events: [.init(.syn, at: 0), .init(.request, at: 0.001)])], ending: 0.002)
        ]
      ])
    let curves = HerdSimulation(try HerdModel(.fixed, costing: frugal), plan).run()
    #expect(curves.queries.allSatisfy { $0 == 0 } && curves.handshakes.allSatisfy { $0 == 0 })
    #expect(curves.requests.reduce(0, +) > 0)
    let plain = HerdSimulation(try HerdModel(.fixed), plan).run()
    #expect(plain.queries.reduce(0, +) == plain.syns.reduce(0, +))
  }
}
