/// Losses of a direction that were not said yet, so that adjoining ones are said as one.
struct PendingLoss {
  private var loss: TLSLoss?

  var isEmpty: Bool { loss == nil }

  /// - Parameter records: nil if nobody can tell.
  mutating func add(_ side: TLSSide, _ range: Range<Int64>, records: Int?, _ cause: TLSLoss.Cause) {
    guard var sum = loss else {
      loss = TLSLoss(side: side, cause: cause, range: range, records: records)
      return
    }
    sum.range = min(sum.range.lowerBound, range.lowerBound)..<max(sum.range.upperBound, range.upperBound)
    sum.records = sum.records.flatMap { known in records.map { known &+ $0 } }
    loss = sum
  }

  /// - Parameter records: their number as the sequence numbers say it.
  mutating func take(records: Int? = nil) -> TLSLoss? {
    defer { loss = nil }
    guard var sum = loss else { return nil }
    if let records { sum.records = records }
    return sum
  }
}
