/// Which of a pcap record's two lengths comes first: files before version 2.4 of the format disagree.
enum RecordLengthOrder {
  case capturedFirst
  case originalFirst
  /// Version 2.3: either way; the smaller one is what was captured.
  case smallerIsCaptured

  /// The captured and the original length of a record that has these two.
  func lengths(_ first: Int, _ second: Int) -> (captured: Int, original: Int) {
    switch self {
    case .capturedFirst: (first, second)
    case .originalFirst: (second, first)
    case .smallerIsCaptured: (min(first, second), max(first, second))
    }
  }
}
