public import Wire

/// What each end sent and received, as Wireshark's `endpoints`.
public struct EndpointStatistics: CaptureStatistic {
  private struct Row {
    var end: TrafficEnd
    var sent = PacketCount()
    var received = PacketCount()
  }

  private let limit: Int
  private var reader: TrafficReader
  private var rows: [Row] = []
  private var places: [TrafficEnd: Int] = [:]
  private var leftOut = PacketCount()

  /// - Parameter memory: how many bytes the table may take; packets of further ends are counted together.
  public init(_ kind: TrafficKind, memory: Int = 28 << 20) {
    reader = TrafficReader(kind)
    limit = max(1, memory / (2 * MemoryLayout<Row>.stride + 2 * MemoryLayout<TrafficEnd>.stride))
  }

  public mutating func add(_ frame: Frame, _ bytes: Span<UInt8>, isCounted: Bool) {
    guard let packet = reader.packet(frame, bytes), isCounted else { return }
    if let index = row(packet.source) {
      rows[index].sent.add(frame.originalLength)
    } else {
      leftOut.add(frame.originalLength)
    }
    if let index = row(packet.destination) { rows[index].received.add(frame.originalLength) }
  }

  public var table: StatisticsTable {
    let ports = reader.kind.hasPorts
    var table = StatisticsTable(
      (ports ? ["address", "port"] : ["address"]) + [
        "packets", "bytes", "packets_sent", "bytes_sent", "packets_received", "bytes_received",
      ])
    table.spare = ["packets_received", "packets_sent", "bytes_received", "bytes_sent"]
    let order = rows.enumerated().sorted {
      let (one, other) = ($0.element, $1.element)
      return (other.sent.packets + other.received.packets, $0.offset)
        < (one.sent.packets + one.received.packets, $1.offset)
    }
    for (_, row) in order {
      var cells: [StatisticsTable.Cell] = [.text(row.end.text)]
      if ports { cells.append(.integer(Int(row.end.port))) }
      for count in [row.sent + row.received, row.sent, row.received] {
        cells += [.integer(count.packets), .integer(count.bytes)]
      }
      table.add(cells)
    }
    if leftOut.packets > 0 {
      table.remark = "\(leftOut.packets) packets (\(leftOut.bytes) bytes) were sent by further ends (--memory)"
    }
    return table
  }

  private mutating func row(_ end: TrafficEnd) -> Int? {
    if let index = places[end] { return index }
    guard rows.count < limit else { return nil }
    rows.append(Row(end: end))
    places[end] = rows.count - 1
    return rows.count - 1
  }
}
