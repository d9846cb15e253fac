import Testing

@testable import Statistics

@Suite struct KolmogorovSmirnovTests {
  /// Kolmogorov's distribution, as N. Smirnov's table of 1948 has it.
  @Test(arguments: [(0.5, 0.963945), (1.0, 0.270000), (1.2238, 0.10), (1.3581, 0.05), (1.6276, 0.01), (2.0, 0.000671)])
  func knowsTheTable(_ value: Double, _ probability: Double) {
    #expect(abs(KolmogorovSmirnov.exceedance(value) - probability) < 0.00005)
  }

  /// Critical distances for small samples: L. H. Miller, "Table of Percentage Points of Kolmogorov Statistics", 1956.
  @Test(arguments: [(10, 0.05, 0.409), (10, 0.01, 0.489), (20, 0.05, 0.294), (20, 0.01, 0.352), (100, 0.01, 0.161)])
  func knowsCriticalDistances(_ count: Int, _ probability: Double, _ distance: Double) {
    let critical = KolmogorovSmirnov(distance: 0, count: count).criticalDistance(at: probability)
    #expect(abs(critical - distance) < 0.003, "\(critical)")
  }

  @Test func tenThousandValuesMayBeAsFarAsTheIssueSays() {
    let critical = KolmogorovSmirnov(distance: 0, count: 10_000).criticalDistance(at: 0.01)
    #expect(abs(critical - 0.01626) < 0.0001)
  }

  @Test func measuresTheDistanceByHand() {
    // F is 0.1, 0.4, 0.7, 0.8 at the values; the steps are at 0.25, 0.5, 0.75, 1.
    let even = KolmogorovSmirnov(sorted: [0.1, 0.4, 0.7, 0.8], evenlyBetween: 0, and: 1)
    #expect(abs(even.distance - 0.2) < 1e-12)
    let atoms = KolmogorovSmirnov(sorted: [1, 1, 3], atoms: [1, 2, 3, 4])
    // Two thirds have come where a quarter should have.
    #expect(abs(atoms.distance - (2.0 / 3 - 0.25)) < 1e-12)
    #expect(KolmogorovSmirnov(sorted: [1, 2, 3, 4], atoms: [1, 2, 3, 4]).distance == 0)
  }

  @Test func tellsOneDistributionFromAnother() {
    var state: UInt64 = 7
    let values = (0..<10_000).map { _ -> Double in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }.sorted()
    #expect(KolmogorovSmirnov(sorted: values, evenlyBetween: 0, and: 1).probability > 0.01)
    #expect(KolmogorovSmirnov(sorted: values, evenlyBetween: 0, and: 1.05).probability < 0.0001)
    #expect(KolmogorovSmirnov(sorted: values.map { $0 * 0.9 + 0.05 }, evenlyBetween: 0, and: 1).probability < 0.0001)
  }
}
