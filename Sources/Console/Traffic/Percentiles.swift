import TextOutput

/// The percentiles of durations by the nearest rank.
struct Percentiles {
  private let sorted: [Int64]

  init(_ values: [Int64]) { sorted = values.sorted() }

  /// Nil if there are no values.
  subscript(percent: Int) -> Int64? {
    guard !sorted.isEmpty else { return nil }
    return sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
  }

  /// `{"50": 0.1, "90": ..., "95": ..., "99": ..., "max": ...}` in seconds.
  func append(to text: inout TextBuffer) {
    text.append("{")
    for percent in [50, 90, 95, 99] {
      text.append("\"\(percent)\":")
      text.append(nanoseconds: self[percent])
      text.append(",")
    }
    text.append("\"max\":")
    text.append(nanoseconds: sorted.last)
    text.append("}")
  }
}
