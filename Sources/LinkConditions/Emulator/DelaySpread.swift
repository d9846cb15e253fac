/// A delay's middle, its spread, and how single delays are drawn of them.
struct DelaySpread {
  var middle: LinkDuration
  var deviation: LinkDuration
  var distribution: DelayDistribution
  var correlation: Probability
  var isExact = false

  /// The next delay in nanoseconds, which a table can make negative. Without a spread nothing is drawn.
  func draw(_ draws: inout CorrelatedDraw, from generator: inout LFSR113) -> Int64 {
    // The kernel computes with 32 bits and caps the deviation, which then no product below can overflow.
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
