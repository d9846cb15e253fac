/// The quantiles of a sample.
public struct Quantiles: Sendable {
  /// The values in ascending order.
  public let sorted: [Double]

  public init(_ values: [Double]) {
    sorted = values.sorted()
  }

  /// The quantile at a share from 0 to 1, by the nearest rank. NaN for an empty sample.
  public subscript(share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let rank = (share * Double(sorted.count)).rounded(.up)
    return sorted[min(sorted.count - 1, max(0, Int(rank) - 1))]
  }

  public var median: Double { self[0.5] }
}
