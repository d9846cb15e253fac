/// How the records of a pcap file begin.
struct PcapRecordShape: Hashable {
  /// Which of a record's two lengths comes first: files before version 2.4 of the format disagree.
  enum LengthOrder {
    case capturedFirst
    case originalFirst
    /// Version 2.3: either way; the smaller one is what was captured.
    case smallerIsCaptured
  }

  /// The bytes before the frame.
  var headerLength: Int
  var order: LengthOrder

  static let standard = PcapRecordShape(headerLength: 16, order: .capturedFirst)
  /// Alexey Kuznetsov's patched libpcap: interface index, protocol and packet type follow.
  static let patched = PcapRecordShape(headerLength: 24, order: .capturedFirst)

  /// The captured and the original length of a record that has these two.
  func lengths(_ first: Int, _ second: Int) -> (captured: Int, original: Int) {
    switch order {
    case .capturedFirst: (first, second)
    case .originalFirst: (second, first)
    case .smallerIsCaptured: (min(first, second), max(first, second))
    }
  }
}
