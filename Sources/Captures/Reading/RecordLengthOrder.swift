/// The order of the two lengths in a pcap record, which differs in files before version 2.4.
enum RecordLengthOrder {
  case capturedFirst
  case originalFirst
  /// Version 2.3: either order; the smaller one is the captured length.
  case smallerIsCaptured

  /// The captured and the original length, from the two lengths of a record.
  func lengths(_ first: Int, _ second: Int) -> (captured: Int, original: Int) {
    switch self {
    case .capturedFirst: (first, second)
    case .originalFirst: (second, first)
    case .smallerIsCaptured: (min(first, second), max(first, second))
    }
  }
}
