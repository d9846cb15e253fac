import Statistics
import Testing

@Suite struct ProportionIntervalTests {
  @Test(arguments: [(0.90, 1.644854), (0.95, 1.959964), (0.99, 2.575829), (0.999, 3.290527)])
  func knowsTheNormalDistribution(_ confidence: Double, _ deviations: Double) {
    #expect(abs(NormalDistribution.deviations(holding: confidence) - deviations) < 0.000001)
  }

  /// Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
  @Test(arguments: [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)])
  func knowsPublishedIntervals(_ successes: Int, _ trials: Int, _ low: Double, _ high: Double) {
    let interval = ProportionInterval.wilson(successes: successes, trials: trials, confidence: 0.95)
    #expect(abs(interval.low - low) < 0.00006)
    #expect(abs(interval.high - high) < 0.00006)
  }

  @Test func whatNeverHappenedMayBeImpossible() {
    #expect(ProportionInterval.wilson(successes: 0, trials: 100_000, confidence: 0.99).contains(0))
    #expect(!ProportionInterval.wilson(successes: 1, trials: 100_000, confidence: 0.99).contains(0))
    #expect(ProportionInterval.wilson(successes: 500, trials: 500, confidence: 0.99).contains(1))
    #expect(ProportionInterval.wilson(successes: 0, trials: 0, confidence: 0.99).contains(0.5))
  }

  @Test func resemblingTrialsSayLess() {
    let alone = ProportionInterval.wilson(successes: 1_000, trials: 100_000, confidence: 0.99)
    let bursts = ProportionInterval.wilson(successes: 1_000, trials: 100_000, confidence: 0.99, inflation: 9)
    #expect(abs((bursts.high - bursts.low) / (alone.high - alone.low) - 3) < 0.05)
  }

  @Test func quantilesAreValuesOfTheSample() {
    let quantiles = Quantiles([5, 1, 4, 2, 3])
    #expect(quantiles.median == 3)
    #expect(quantiles[0.99] == 5)
    #expect(quantiles[0] == 1)
    #expect(Quantiles([]).median.isNaN)
  }
}
