/// The interval in which a probability lies, as far as counting can tell.
public struct ProportionInterval: Hashable, Sendable {
  public var low: Double
  public var high: Double

  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Wilson's score interval.
  /// - Parameters:
  ///   - successes: how often it happened in `trials`.
  ///   - confidence: the confidence level, 0 to 1.
  ///   - inflation: how many times larger the variance of the count is than that of independent trials; 1 if they are
  ///     independent.
  ///
  /// Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927. Correlated
  /// trials count for fewer: their number divided by the inflation of the variance.
  public static func wilson(
    successes: Int, trials: Int, confidence: Double, inflation: Double = 1
  ) -> ProportionInterval {
    guard trials > 0 else { return ProportionInterval(low: 0, high: 1) }
    let share = Double(successes) / Double(trials)
    let count = Double(trials) / max(inflation, 1e-9)
    let z = NormalDistribution.deviations(holding: confidence)
    let middle = share + z * z / (2 * count)
    let spread = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
    let scale = 1 + z * z / count
    // The ends are exact if nothing, or everything, happened.
    return ProportionInterval(
      low: successes == 0 ? 0 : max(0, (middle - spread) / scale),
      high: successes == trials ? 1 : min(1, (middle + spread) / scale))
  }

  public func contains(_ value: Double) -> Bool {
    low <= value && value <= high
  }
}
