#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The Kolmogorov-Smirnov test of one sample: whether values can have come from a distribution.
public struct KolmogorovSmirnov: Hashable, Sendable {
  /// The largest distance between the sample's distribution and the one asked for, 0 to 1.
  public let distance: Double
  /// How many values there were.
  public let count: Int

  public init(distance: Double, count: Int) {
    self.distance = distance
    self.count = count
  }

  /// Compares values with the distribution of equally probable atoms, as netem's tables are.
  /// - Parameters:
  ///   - sorted: the values, in ascending order.
  ///   - atoms: the distribution's values, in ascending order, each of the same probability; at least one.
  public init(sorted: [Double], atoms: [Double]) {
    var distance = 0.0
    let count = Double(max(1, sorted.count))
    let total = Double(max(1, atoms.count))
    // How many atoms are below a value, and how many are not above it.
    var (below, upTo) = (0, 0)
    for (index, value) in sorted.enumerated() {
      while below < atoms.count, atoms[below] < value { below += 1 }
      while upTo < atoms.count, atoms[upTo] <= value { upTo += 1 }
      distance = max(distance, Double(below) / total - Double(index) / count)
      // Of equal values only the last one shows how many there are.
      if index + 1 == sorted.count || sorted[index + 1] > value {
        distance = max(distance, Double(index + 1) / count - Double(upTo) / total)
      }
    }
    self.init(distance: distance, count: sorted.count)
  }

  /// Compares values with an even distribution.
  public init(sorted: [Double], evenlyBetween low: Double, and high: Double) {
    var distance = 0.0
    let count = Double(max(1, sorted.count))
    for (index, value) in sorted.enumerated() {
      let share = high > low ? min(1, max(0, (value - low) / (high - low))) : (value < low ? 0 : 1)
      distance = max(distance, share - Double(index) / count, Double(index + 1) / count - share)
    }
    self.init(distance: distance, count: sorted.count)
  }

  /// How probable so large a distance is if the values do come from the distribution.
  ///
  /// Source: M. A. Stephens, "EDF Statistics for Goodness of Fit and Some Comparisons", 1974: Kolmogorov's limit with a
  /// correction for samples of few values.
  public var probability: Double {
    Self.exceedance(scaled(by: distance))
  }

  /// The distance that the values exceed with a probability, if they come from the distribution: 0.0163 at 0.01 for 10,000.
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

  /// Kolmogorov's distribution: how probable it is that the scaled distance exceeds a value.
  static func exceedance(_ value: Double) -> Double {
    // The series is an alternating one, useless near zero, where the probability is 1 to all digits.
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
