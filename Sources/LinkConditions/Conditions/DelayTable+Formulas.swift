#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The tables that users of netem know by name. They are computed and have 4096 entries of equal probability.
extension DelayTable {
  /// Each table's name, and the function that computes its entries.
  static let formulas: [(name: String, entry: @Sendable (Double) -> Double)] = [
    ("normal", { normal($0) }),
    ("pareto", { pareto($0) }),
    ("paretonormal", { 0.25 * normal($0) + 0.75 * pareto($0) }),
  ]

  /// A table by its name, or nil.
  public static func named(_ name: String) -> DelayTable? {
    guard let formula = formulas.first(where: { $0.name == name }) else { return nil }
    let count = 4096
    let entries = (0..<count).map { index in
      let deviation = formula.entry((Double(index) + 0.5) / Double(count))
      return Int16(clamping: Int((deviation * Double(scale)).rounded()))
    }
    return DelayTable(name: name, entries: entries)
  }

  /// The deviation below which this share of a normal distribution lies.
  private static func normal(_ share: Double) -> Double {
    // A bisection between ten deviations on either side. Its steps end far below the size of an entry.
    var low = -10.0
    var high = 10.0
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if 0.5 * erfc(-middle / 2.0.squareRoot()) < share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// A Pareto distribution of exponent 3 about its mean of 1.5, scaled by 4/3 as netem's own table is.
  private static func pareto(_ share: Double) -> Double {
    (pow(1 - share, -1.0 / 3) - 1.5) * 4 / 3
  }
}
