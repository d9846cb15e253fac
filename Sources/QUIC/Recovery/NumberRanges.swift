/// A set of packet numbers, kept as ranges.
struct NumberRanges {
  /// Beyond this many ranges, the lowest gap is taken as filled.
  private static let most = 512

  /// In order, with gaps between them.
  private var ranges: [ClosedRange<UInt64>] = []

  var heldBytes: Int { ranges.capacity * MemoryLayout<ClosedRange<UInt64>>.stride }
  var last: UInt64? { ranges.last?.upperBound }

  func contains(_ number: UInt64) -> Bool {
    guard let last = ranges.last, number <= last.upperBound else { return false }
    if number >= last.lowerBound { return true }
    let index = firstIndex(endingAtOrAfter: number)
    return index < ranges.count && ranges[index].contains(number)
  }

  /// - Returns: whether it was not there yet.
  mutating func insert(_ number: UInt64) -> Bool {
    // Numbers mostly come in order.
    if let last = ranges.last, last.upperBound &+ 1 == number {
      ranges[ranges.count - 1] = last.lowerBound...number
      return true
    }
    guard !contains(number) else { return false }
    insert(number...number) { _ in }
    return true
  }

  /// Adds a range, and says what of it was not there yet.
  mutating func insert(_ range: ClosedRange<UInt64>, new: (ClosedRange<UInt64>) -> Void) {
    var low = range.lowerBound
    let start = firstIndex(endingAtOrAfter: low == 0 ? 0 : low - 1)
    var end = start
    var joined = range
    while end < ranges.count,
      ranges[end].lowerBound <= range.upperBound || ranges[end].lowerBound == range.upperBound + 1
    {
      let known = ranges[end]
      if low < known.lowerBound, low <= range.upperBound { new(low...min(range.upperBound, known.lowerBound - 1)) }
      low = max(low, known.upperBound + 1)
      joined = min(joined.lowerBound, known.lowerBound)...max(joined.upperBound, known.upperBound)
      end += 1
    }
    if low <= range.upperBound { new(low...range.upperBound) }
    if end == start + 1 {
      ranges[start] = joined
    } else {
      ranges.replaceSubrange(start..<end, with: CollectionOfOne(joined))
    }
    if ranges.count > Self.most {
      ranges[1] = ranges[0].lowerBound...ranges[1].upperBound
      ranges.removeFirst()
    }
  }

  /// How many numbers of a range are in the set.
  func count(in range: ClosedRange<UInt64>) -> UInt64 {
    var count: UInt64 = 0
    var index = firstIndex(endingAtOrAfter: range.lowerBound)
    while index < ranges.count, ranges[index].lowerBound <= range.upperBound {
      let part = ranges[index].clamped(to: range)
      count += part.upperBound - part.lowerBound + 1
      index += 1
    }
    return count
  }

  private func firstIndex(endingAtOrAfter number: UInt64) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
