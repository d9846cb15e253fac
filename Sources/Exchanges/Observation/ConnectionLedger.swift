import DequeModule
import Streams
import Wire

/// The connections of a link in the order of their first packets; the oldest are forgotten when there are too many.
struct ConnectionLedger {
  private let limit: Int
  private(set) var records: Deque<ConnectionRecord> = []
  /// How many were forgotten.
  private(set) var forgotten = 0
  /// By the flow's slot: the stream that it has now, and the place of its record among all that there ever were.
  private var streams: [Int] = []
  private var places: [Int] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Another conversation has begun in a slot; its first segment says the rest. One with the same number goes on with the record: its SYN was sent
  /// again.
  mutating func open(_ flow: Int, stream: Int) {
    if flow < streams.count, streams[flow] == stream { return }
    while streams.count <= flow {
      streams.append(-1)
      places.append(-1)
    }
    streams[flow] = stream
    places[flow] = -1
  }

  /// The record of the conversation that a slot has now.
  func record(_ flow: Int) -> ConnectionRecord? {
    let index = (flow < places.count ? places[flow] : -1) - forgotten
    return records.indices.contains(index) ? records[index] : nil
  }

  mutating func take(_ segment: TCPSegment, flow: Int, end: Int64, isFromClient: Bool, _ packet: PacketMark) {
    if places[flow] < 0 {
      places[flow] = forgotten + records.count
      let (client, server) =
        isFromClient ? (segment.source, segment.destination) : (segment.destination, segment.source)
      records.append(
        ConnectionRecord(stream: streams[flow], client: client, server: server, opened: packet, last: packet))
    }
    let index = places[flow] - forgotten
    if index >= 0 { records[index].take(segment, end: end, isFromClient: isFromClient, packet) }
    while records.count > limit {
      records.removeFirst()
      forgotten += 1
    }
  }
}
