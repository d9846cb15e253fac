#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The one-sample Kolmogorov-Smirnov test: whether values can come from a distribution.
public struct KolmogorovSmirnov: Hashable, Sendable {
  /// The largest distance between the distribution of the sample and the expected one, 0 to 1.
  public let distance: Double
  /// The number of values.
  public let count: Int

  public init(distance: Double, count: Int) {
    self.distance = distance
    self.count = count
  }

  /// Compares values with a distribution of equally probable atoms, as in netem's tables.
  /// - Parameters:
  ///   - sorted: the values, in ascending order.
  ///   - atoms: the values of the distribution, in ascending order, each with the same probability; at least one.
  public init(sorted: [Double], atoms: [Double]) {
    var distance = 0.0
    let count = Double(max(1, sorted.count))
    let total = Double(max(1, atoms.count))
    // The number of atoms below a value, and the number of atoms up to it.
    var (below, upTo) = (0, 0)
    for (index, value) in sorted.enumerated() {
      while below < atoms.count, atoms[below] < value { below += 1 }
      while upTo < atoms.count, atoms[upTo] <= value { upTo += 1 }
      distance = max(distance, Double(below) / total - Double(index) / count)
      // Of equal values, compare only the last one, which shows how many there are.
      if index + 1 == sorted.count || sorted[index + 1] > value {
        distance = max(distance, Double(index + 1) / count - Double(upTo) / total)
      }
    }
    self.init(distance: distance, count: sorted.count)
  }

  /// Compares values with a uniform distribution.
  public init(sorted: [Double], evenlyBetween low: Double, and high: Double) {
    var distance = 0.0
    let count = Double(max(1, sorted.count))
    for (index, value) in sorted.enumerated() {
      let share = high > low ? min(1, max(0, (value - low) / (high - low))) : (value < low ? 0 : 1)
      distance = max(distance, share - Double(index) / count, Double(index + 1) / count - share)
    }
    self.init(distance: distance, count: sorted.count)
  }

  /// The probability of such a large distance if the values do come from the distribution.
  ///
  /// Source: M. A. Stephens, "EDF Statistics for Goodness of Fit and Some Comparisons", 1974: Kolmogorov's limit with a
  /// correction for small samples.
  public var probability: Double {
    Self.exceedance(scaled(by: distance))
  }

  /// The distance that values from the distribution exceed with this probability: 0.0163 at 0.01 for 10,000 values.
  public func criticalDistance(at probability: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Self.exceedance(scaled(by: middle)) > probability { low = middle } else { high = middle }
    }
    return high
  }

  private func scaled(by distance: Double) -> Double {
    let root = Double(max(1, count)).squareRoot()
    return (root + 0.12 + 0.11 / root) * distance
  }

  /// Kolmogorov's distribution: the probability that the scaled distance exceeds a value.
  static func exceedance(_ value: Double) -> Double {
    // The alternating series is useless near zero, where the probability is 1 to all digits.
    guard value > 0.2 else { return 1 }
    var sum = 0.0
    for term in 1...100 {
      let part = exp(-2 * Double(term * term) * value * value)
      sum += term % 2 == 1 ? part : -part
      if part < 1e-16 { break }
    }
    return min(1, max(0, 2 * sum))
  }
}
