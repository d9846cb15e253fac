/// Looks for the mildest value at which a client fails. It proposes values and is told how the runs with them ended; it runs
/// nothing itself.
public struct BisectSearch: Sendable {
  /// How many runs with a value there were, and how they ended.
  public struct Tally: Sendable, Hashable {
    public var failed = 0
    public var passed = 0
    /// Runs without a verdict, which say nothing.
    public var unjudged = 0

    public init(failed: Int = 0, passed: Int = 0, unjudged: Int = 0) {
      (self.failed, self.passed, self.unjudged) = (failed, passed, unjudged)
    }

    public var judged: Int { failed + passed }
    /// A value fails if at least half of its runs do. Nil without any verdict.
    public var fails: Bool? { judged == 0 ? nil : 2 * failed >= judged }

    /// The share of runs that would fail, with a confidence of 95 % (Wilson's interval), in per cent.
    public var confidence: ClosedRange<Int> {
      guard judged > 0 else { return 0...100 }
      let (n, z) = (Double(judged), 1.96)
      let share = Double(failed) / n
      let centre = share + z * z / (2 * n)
      let width = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
      let scale = 100 / (1 + z * z / n)
      let low = max(0, min(100, ((centre - width) * scale).rounded()))
      return Int(low)...Int(max(low, min(100, ((centre + width) * scale).rounded())))
    }
  }

  /// The values' places on the scale are 0 to `count` - 1, the mildest first.
  private let count: Int
  public private(set) var tallies: [Int: Tally] = [:]

  public init(count: Int) {
    self.count = count
  }

  public mutating func note(_ tally: Tally, at place: Int) {
    tallies[place] = tally
  }

  /// The mildest place that fails, or nil if none does.
  public var firstFailure: Int? { tallies.filter { $0.value.fails == true }.keys.min() }
  /// The harshest place that passes, among those that are milder than any that fails.
  public var lastPass: Int? {
    let limit = firstFailure ?? count
    return tallies.filter { $0.value.fails == false && $0.key < limit }.keys.max()
  }
  /// The harshest place at which the client passed although it fails at a milder one.
  public var laterPass: Int? {
    guard let firstFailure else { return nil }
    return tallies.filter { $0.value.fails == false && $0.key > firstFailure }.keys.max()
  }

  /// The places to try next, at most this many (at least two); empty if the search is over.
  public func next(_ most: Int) -> [Int] {
    if tallies.isEmpty { return Self.spread(most, from: 0, to: count - 1) }
    guard let high = firstFailure, high > 0, let low = lastPass, high - low > 1 else { return [] }
    let inner = Self.spread(min(most, high - low - 1) + 2, from: low, to: high)
    return inner.filter { tallies[$0] == nil }
  }

  /// Evenly distributed places, with both ends.
  private static func spread(_ most: Int, from low: Int, to high: Int) -> [Int] {
    let parts = max(1, min(most - 1, high - low))
    return (0...parts).map { low + (high - low) * $0 / parts }
  }
}
