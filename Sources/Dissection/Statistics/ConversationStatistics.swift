import Streams
public import Wire

/// What went between each two ends, as Wireshark's `conv`.
public struct ConversationStatistics: CaptureStatistic {
  fileprivate struct Key: Hashable {
    var first: TrafficEnd
    var second: TrafficEnd
  }

  fileprivate struct Row {
    var key: Key
    var forth = PacketCount()
    var back = PacketCount()
    /// When the first and the last packet that count went by, and how many conversations had one before.
    var start: Timestamp
    var last: Timestamp
    var place = 0
    /// Whether the first of them came from the second end, which is then shown first.
    var isTurned = false
    /// What the sequence numbers of each side begin with, by which a new conversation on the same ports is known.
    var bases: (first: UInt32?, second: UInt32?)

    var packets: Int { forth.packets + back.packets }
  }

  private let limit: Int
  private var reader: TrafficReader
  private var rows: [Row] = []
  private var current: [Key: Int] = [:]
  private var origin: Timestamp?
  private var leftOut = PacketCount()
  private var counted = 0

  /// - Parameter memory: how many bytes the table may take; packets of further conversations are counted together.
  public init(_ kind: TrafficKind, memory: Int = 28 << 20) {
    reader = TrafficReader(kind)
    // A row's cells when all is put into words are as much again.
    limit = max(1, memory / (2 * MemoryLayout<Row>.stride + 3 * MemoryLayout<Key>.stride + 560))
  }

  public mutating func add(_ frame: Frame, _ bytes: Span<UInt8>, isCounted: Bool) {
    let start = origin ?? frame.timestamp
    origin = start
    guard let packet = reader.packet(frame, bytes) else { return }
    let isForth = TrafficEnd.isFirst(packet.source, before: packet.destination)
    let key =
      isForth
      ? Key(first: packet.source, second: packet.destination) : Key(first: packet.destination, second: packet.source)
    guard let index = row(key, packet.segment, isForth, frame.timestamp) else {
      if isCounted { leftOut.add(frame.originalLength) }
      return
    }
    guard isCounted else { return }
    if rows[index].packets == 0 {
      rows[index].start = frame.timestamp
      rows[index].place = counted
      rows[index].isTurned = !isForth
      counted += 1
    }
    rows[index].last = frame.timestamp
    if isForth { rows[index].forth.add(frame.originalLength) } else { rows[index].back.add(frame.originalLength) }
  }

  public var table: StatisticsTable {
    let ports = reader.kind.hasPorts
    let ends = ports ? ["address_a", "port_a", "address_b", "port_b"] : ["address_a", "address_b"]
    var table = StatisticsTable(
      ends + ["packets", "bytes", "packets_a_b", "bytes_a_b", "packets_b_a", "bytes_b_a", "start", "duration"])
    table.spare = ["start", "packets_b_a", "packets_a_b", "bytes_b_a", "bytes_a_b", "duration"]
    for row in rows.filter({ $0.packets > 0 }).sorted(by: { ($1.packets, $0.place) < ($0.packets, $1.place) }) {
      table.add(row, hasPorts: ports, origin: origin)
    }
    if leftOut.packets > 0 {
      table.remark = "\(leftOut.packets) packets (\(leftOut.bytes) bytes) of further conversations (--memory)"
    }
    return table
  }

  private mutating func row(_ key: Key, _ segment: TCPSegment?, _ isForth: Bool, _ time: Timestamp) -> Int? {
    if let index = current[key], !begins(segment, isForth, rows[index]) {
      setBase(segment, isForth, index)
      return index
    }
    guard rows.count < limit else { return nil }
    rows.append(Row(key: key, start: time, last: time, bases: (nil, nil)))
    current[key] = rows.count - 1
    setBase(segment, isForth, rows.count - 1)
    return rows.count - 1
  }

  /// Whether a segment begins another conversation on the same ports: a SYN with another number.
  private func begins(_ segment: TCPSegment?, _ isForth: Bool, _ row: Row) -> Bool {
    guard let segment, segment.flags.contains(.syn), !segment.flags.contains(.ack) else { return false }
    guard let base = isForth ? row.bases.first : row.bases.second else { return false }
    return base != segment.sequence
  }

  private mutating func setBase(_ segment: TCPSegment?, _ isForth: Bool, _ index: Int) {
    guard let segment else { return }
    let base = segment.flags.contains(.syn) ? segment.sequence : segment.sequence &- 1
    if isForth {
      rows[index].bases.first = rows[index].bases.first ?? base
    } else {
      rows[index].bases.second = rows[index].bases.second ?? base
    }
  }
}

extension StatisticsTable {
  fileprivate mutating func add(_ row: ConversationStatistics.Row, hasPorts: Bool, origin: Timestamp?) {
    var cells: [Cell] = []
    for end in row.isTurned ? [row.key.second, row.key.first] : [row.key.first, row.key.second] {
      cells.append(.text(end.text))
      if hasPorts { cells.append(.integer(Int(end.port))) }
    }
    let (forth, back) = row.isTurned ? (row.back, row.forth) : (row.forth, row.back)
    for count in [forth + back, forth, back] {
      cells += [.integer(count.packets), .integer(count.bytes)]
    }
    cells += [.time(row.start - (origin ?? row.start)), .time(row.last - row.start)]
    add(cells)
  }
}
