public import Wire

/// Packets and bytes in each interval since the first packet, as Wireshark's `io,stat`.
public struct IntervalStatistics: CaptureStatistic {
  /// How many intervals with packets are told apart; what is after them is counted in the last.
  private static let limit = 1_000_000
  /// Empty intervals in a row that are shown one by one.
  private static let gapLimit: Int64 = 1000

  private let interval: Int64
  private var origin: Timestamp?
  private var last: Int64 = 0
  private var counts: [Int64: PacketCount] = [:]

  /// - Parameter interval: in nanoseconds; 0 for one interval that is the whole capture.
  public init(interval: Int64) {
    self.interval = interval > 0 ? interval : .max
  }

  public mutating func add(_ frame: Frame, _ bytes: Span<UInt8>, isCounted: Bool) {
    let start = origin ?? frame.timestamp
    origin = start
    // A packet that is out of order before the first counts with it.
    let time = max(0, frame.timestamp - start)
    last = max(last, time)
    guard isCounted else { return }
    let place = time / interval
    if counts[place] == nil, counts.count >= Self.limit {
      counts[counts.keys.max() ?? place, default: PacketCount()].add(frame.originalLength)
    } else {
      counts[place, default: PacketCount()].add(frame.originalLength)
    }
  }

  public var table: StatisticsTable {
    var table = StatisticsTable(["start", "end", "packets", "bytes"])
    var next: Int64 = 0
    guard origin != nil else { return table }
    // Up to the end of the capture, also where nothing is counted.
    for place in Set(counts.keys).union([last / interval]).sorted() {
      if place - next > Self.gapLimit { next = place }
      while next < place {
        table.add(.time(next * interval), .time((next + 1) * interval), .integer(0), .integer(0))
        next += 1
      }
      let count = counts[place, default: PacketCount()]
      let end = place == last / interval ? last : (place + 1) * interval
      table.add(.time(place * interval), .time(end), .integer(count.packets), .integer(count.bytes))
      next = place + 1
    }
    return table
  }
}
