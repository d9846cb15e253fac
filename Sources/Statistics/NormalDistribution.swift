#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The standard normal distribution.
public enum NormalDistribution {
  /// The share that lies below `value`.
  public static func share(below value: Double) -> Double {
    0.5 * erfc(-value / 2.0.squareRoot())
  }

  /// The value below which this share lies, between -40 and 40; `share` is in 0...1.
  public static func value(atShare share: Double) -> Double {
    // Bisect until only neighbouring numbers are left.
    var (low, high) = (-40.0, 40.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if self.share(below: middle) < share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The number of standard deviations on either side that hold this share: 2.576 for 0.99.
  public static func deviations(holding confidence: Double) -> Double {
    value(atShare: (1 + confidence) / 2)
  }
}
