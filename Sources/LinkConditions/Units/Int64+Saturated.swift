/// Arithmetic on nanoseconds that saturates instead of trapping, because one byte per second and a queue of gigabytes
/// are legal conditions.
extension Int64 {
  /// The sum, or the nearest value that fits.
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The product, or the nearest value that fits.
  func multipliedSaturated(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
