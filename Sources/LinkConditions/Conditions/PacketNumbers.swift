/// A set of packet numbers, counted from 1: `3, 7..9`.
public struct PacketNumbers: Hashable, Sendable {
  /// No packet at all.
  public static let none = PacketNumbers([])

  /// The ranges in ascending order; no two of them touch.
  public let ranges: [ClosedRange<UInt64>]

  /// Merges the ranges. The number 0 is left out, because numbers start at 1.
  public init(_ ranges: [ClosedRange<UInt64>]) {
    var joined: [ClosedRange<UInt64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > 0 {
      let range = max(1, range.lowerBound)...range.upperBound
      if let last = joined.last, range.lowerBound - 1 <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    self.ranges = joined
  }

  /// Whether it has no number.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Whether the set contains this number.
  public func contains(_ number: UInt64) -> Bool {
    // Find the first range that does not end before the number.
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(number)
  }
}
