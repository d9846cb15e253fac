/// How many values there were, their mean, and the smallest and largest.
struct StatisticsSpread {
  private(set) var count = 0
  private var sum: Int64 = 0
  private var least = Int64.max
  private var most = Int64.min

  mutating func add(_ value: Int64) {
    count += 1
    sum &+= value
    least = min(least, value)
    most = max(most, value)
  }

  /// Count, mean, least and most, each value in thousandths.
  func cells(scale: Int64) -> [StatisticsTable.Cell] {
    guard count > 0 else { return [.integer(0), .nothing, .nothing, .nothing, .nothing] }
    let mean = sum.multipliedReportingOverflow(by: scale).partialValue / Int64(count)
    return [.integer(count), .nothing, .decimal(mean), .decimal(least &* scale), .decimal(most &* scale)]
  }
}
