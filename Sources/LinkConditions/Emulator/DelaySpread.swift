/// The mean and the spread of a delay, and how to draw single delays.
struct DelaySpread {
  var middle: LinkDuration
  var deviation: LinkDuration
  var distribution: DelayDistribution
  var correlation: Probability
  var isExact = false

  /// Returns the next delay in nanoseconds, which is negative for some table entries. Without a spread nothing is
  /// drawn.
  func draw(_ draws: inout CorrelatedDraw, from generator: inout LFSR113) -> Int64 {
    // The kernel calculates with 32 bits. The same cap on the deviation keeps the products below from overflowing.
    let deviation = min(max(0, self.deviation.nanoseconds), Int64(Int32.max))
    guard deviation > 0 else { return middle.nanoseconds }
    let value = draws.next(correlation: correlation, isExact: isExact, from: &generator)
    switch distribution {
    case .uniform:
      return middle.nanoseconds.addingSaturated(Int64(value) % (2 * deviation) - deviation)
    case .table(let table):
      let entry = Int64(table.entries[Int(value) % table.entries.count])
      let (whole, part) = deviation.quotientAndRemainder(dividingBy: DelayTable.scale)
      let product = part * entry
      let rounded = (product + (product >= 0 ? DelayTable.scale / 2 : -DelayTable.scale / 2)) / DelayTable.scale
      return middle.nanoseconds.addingSaturated(rounded + whole * entry)
    }
  }
}
