import Dissection

/// What a survey says of some packets that follow each other.
struct LaneStretch: Sendable {
  let firstRow: Int
  /// The lane of each.
  let lanes: [UInt8]
  private var tcp: Beginnings
  private var udp: Beginnings
  private var quic: Beginnings

  /// - Parameters:
  ///   - tcpBeginnings: the rows at which conversations of TCP began, of the whole capture.
  ///   - udpBeginnings: the same of UDP.
  ///   - quicBeginnings: the same of QUIC.
  init(
    firstRow: Int, lanes: [UInt8], tcpBeginnings: [UInt32], udpBeginnings: [UInt32], quicBeginnings: [UInt32]
  ) {
    self.firstRow = firstRow
    self.lanes = lanes
    tcp = Beginnings(tcpBeginnings, from: firstRow, to: firstRow + lanes.count)
    udp = Beginnings(udpBeginnings, from: firstRow, to: firstRow + lanes.count)
    quic = Beginnings(quicBeginnings, from: firstRow, to: firstRow + lanes.count)
  }

  var end: Int { firstRow + lanes.count }

  func lane(of row: Int) -> UInt8 { lanes[row - firstRow] }

  /// How many conversations had begun before a row. Rows must be asked for in order.
  mutating func conversations(before row: Int) -> ConversationCounts {
    ConversationCounts(
      tcp: tcp.count(before: row), udp: udp.count(before: row), quic: quic.count(before: row))
  }
}

/// How many conversations of a protocol begin in a stretch, and where.
private struct Beginnings {
  private var begun: Int
  private var rows: ArraySlice<UInt32>

  init(_ all: [UInt32], from row: Int, to end: Int) {
    begun = all.place(of: row)
    // Not a slice of them all, which would be copied whole when the survey adds one.
    rows = ArraySlice(Array(all[begun..<all.place(of: end)]))
  }

  mutating func count(before row: Int) -> Int {
    while let first = rows.first, Int(first) < row {
      rows.removeFirst()
      begun += 1
    }
    return begun
  }
}
