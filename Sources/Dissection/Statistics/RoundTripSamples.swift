/// Round trips of which the median and other quantiles are asked. Beyond a bound only every second one is kept, then every fourth, and so on.
struct RoundTripSamples {
  private static let most = 4096

  private var values: [Int64] = []
  private var step = 1
  private var passed = 0
  /// The smallest of all; nil if there is none.
  private(set) var least: Int64?

  /// - Parameter value: in nanoseconds.
  mutating func add(_ value: Int64) {
    least = min(least ?? value, value)
    passed += 1
    guard passed % step == 0 else { return }
    values.append(value)
    guard values.count >= Self.most else { return }
    values = stride(from: 1, to: values.count, by: 2).map { values[$0] }
    step *= 2
  }

  /// The value that this share of the samples does not exceed (nearest rank); nil if there is none.
  func quantile(_ share: Double) -> Int64? {
    guard !values.isEmpty else { return least }
    let rank = Int((share * Double(values.count)).rounded(.up))
    return values.sorted()[max(0, min(values.count, rank) - 1)]
  }
}
