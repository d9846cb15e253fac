#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Somebody who loads pages: transfers of heavy-tailed sizes, and exponentially distributed times from one to the next.
///
/// Source: P. Barford, M. Crovella, "Generating Representative Web Workloads for Network and Server Performance
/// Evaluation", 1998, for the kinds of distributions; the tail is cut at `largest`, so that a run of seconds reaches the rate.
public struct WebUser: Hashable, Sendable {
  /// How many users make the web traffic of a direction.
  package static let number = 8
  /// The exponent of the Pareto distribution of sizes.
  static let tail = 1.2
  /// The smallest and the largest transfer, in bytes.
  static let smallest = 4_096.0
  static let largest = 1_048_576.0

  /// The mean of the sizes, in bytes: that of a bounded Pareto distribution.
  static let meanSize: Double = {
    let ratio = smallest / largest
    return tail / (tail - 1) * smallest * (1 - pow(ratio, tail - 1)) / (1 - pow(ratio, tail))
  }()

  /// The mean time from the start of a transfer to the start of the next, in seconds.
  let meanGap: Double
  private var state: UInt64
  private var next: Double

  /// - Parameter bitsPerSecond: the rate in the long run.
  public init(bitsPerSecond: Double, seed: UInt64) {
    meanGap = Self.meanSize * 8 / bitsPerSecond
    state = RunSeed.mixed(seed)
    next = 0
    // The first page is asked for somewhere within the first gap, so that not all users begin at once.
    next = uniform() * meanGap
  }

  /// The next transfer: when it is due, in seconds from the beginning, and its size in bytes.
  public mutating func transfer() -> (start: Double, bytes: Int) {
    let start = next
    next += -log(1 - uniform()) * meanGap
    let ratio = pow(Self.smallest / Self.largest, Self.tail)
    let size = Self.smallest / pow(1 - uniform() * (1 - ratio), 1 / Self.tail)
    return (start, Int(min(size, Self.largest)))
  }

  /// A number from 0 to less than 1.
  private mutating func uniform() -> Double {
    state = RunSeed.mixed(state)
    return Double(state >> 11) / Double(1 << 53)
  }
}
