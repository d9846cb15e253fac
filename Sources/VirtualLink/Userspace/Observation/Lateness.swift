public import LinkConditions

/// How late packets left a link: the time from when they were due until the engine sent them.
///
/// It is kept as a histogram with eight steps an octave, so that a percentile is too large by an eighth at most.
public struct Lateness: Equatable, Sendable {
  /// Up to this, a link does what its profile says: timers and schedulers are no better on many machines.
  public static let tolerance = LinkDuration.milliseconds(10)

  /// How many departures were measured.
  public private(set) var count = 0
  /// The latest departure.
  public private(set) var worst = LinkDuration.zero
  /// How many departures fall into each step. Empty until the first, so that links on which nothing crosses cost nothing.
  private var steps: [Int] = []

  /// All that is earlier falls into the first step: 1.024 µs.
  private static let firstOctave = 10
  private static let lastOctave = 40
  private static let stepCount = (lastOctave - firstOctave + 1) * 8 + 1

  /// Nothing was late yet.
  public init() {}

  /// Records departures that were equally late. What leaves before it is due counts as punctual.
  public mutating func record(_ lateness: LinkDuration, count: Int = 1) {
    guard count > 0 else { return }
    if steps.isEmpty { steps = [Int](repeating: 0, count: Self.stepCount) }
    steps[Self.step(of: max(0, lateness.nanoseconds))] += count
    self.count += count
    worst = max(worst, lateness)
  }

  /// The lateness that this share of the departures does not exceed; zero if there were none.
  /// - Parameter share: from 0 to 1.
  public func percentile(_ share: Double) -> LinkDuration {
    var left = Int((Double(count) * share).rounded(.up))
    for (index, departures) in steps.enumerated() where departures > 0 {
      left -= departures
      if left <= 0 { return min(worst, LinkDuration(nanoseconds: Self.end(of: index))) }
    }
    return worst
  }

  /// `departures 0.021 ms late at p50, 0.103 ms at p99, 0.310 ms at worst`; nil if nothing has left.
  public var words: String? {
    guard count > 0 else { return nil }
    let (median, p99) = (percentile(0.5).preciseMilliseconds, percentile(0.99).preciseMilliseconds)
    return "departures \(median) late at p50, \(p99) at p99, \(worst.preciseMilliseconds) at worst"
  }

  /// Whether more than one departure in a hundred was later than this.
  public func exceeds(_ tolerance: LinkDuration) -> Bool { percentile(0.99) > tolerance }

  static func + (one: Lateness, other: Lateness) -> Lateness {
    if one.steps.isEmpty { return other }
    if other.steps.isEmpty { return one }
    var sum = one
    for index in sum.steps.indices { sum.steps[index] += other.steps[index] }
    sum.count += other.count
    sum.worst = max(sum.worst, other.worst)
    return sum
  }

  private static func step(of nanoseconds: Int64) -> Int {
    let octave = Int64.bitWidth - 1 - nanoseconds.leadingZeroBitCount
    if octave < firstOctave { return 0 }
    if octave > lastOctave { return stepCount - 1 }
    return (octave - firstOctave) * 8 + Int(nanoseconds >> (octave - 3) & 7) + 1
  }

  /// The greatest number of nanoseconds in a step.
  private static func end(of step: Int) -> Int64 {
    guard step > 0 else { return (1 << firstOctave) - 1 }
    let octave = (step - 1) / 8 + firstOctave
    let part = Int64((step - 1) % 8) + 1
    return (1 << octave) + part << (octave - 3) - 1
  }
}

extension LinkDuration {
  /// `41 ms`, in whole milliseconds.
  var milliseconds: String { "\((nanoseconds + 500_000) / 1_000_000) ms" }

  /// `0.041 ms`, in whole microseconds.
  var preciseMilliseconds: String {
    let microseconds = (nanoseconds + 500) / 1000
    let fraction = String(microseconds % 1000)
    return "\(microseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) ms"
  }
}
