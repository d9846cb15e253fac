import Captures
import Dissection
import Glibc
import TLS
import Wire

/// One lane's way through the packets of a store, while a survey says which packets are in the lane.
struct LanePass: ~Copyable {
  private let store: PacketStore
  private let survey: PacketSurvey
  private let lane: UInt8
  private var examiner: PacketExaminer
  private var walk: PacketWalk
  private var firstTime: Int64?
  private var previousTime: Int64?

  init(
    _ filter: DisplayFilter, _ store: PacketStore, _ tables: DissectorTables, _ survey: PacketSurvey, _ lane: UInt8
  ) throws(CaptureError) {
    self.store = store
    self.survey = survey
    self.lane = lane
    // The secrets of the file count from where they are in it, so that each lane has them for itself.
    let keys = KeyLog()
    if let log = tables.keys { keys.merge(log) }
    var tables = tables
    tables.keys = keys
    examiner = PacketExaminer(filter, tables, sharers: survey.laneCount)
    walk = try PacketWalk(store, keys: keys)
  }

  /// The row of the next packet.
  var row: Int { walk.row }

  /// Looks at the lane's packets among the next ones.
  /// - Returns: the rows of those that pass, and the row after those that were looked at; nil at the end of the capture, where lanes say
  ///   nothing more, or where the memory was too small.
  mutating func next(
    atMost count: Int, isCancelled: () -> Bool
  ) throws(CaptureError) -> (found: [UInt32], end: Int)? {
    guard var stretch = nextStretch(atMost: count, isCancelled) else { return nil }
    var found: [UInt32] = []
    for row in stretch.firstRow..<stretch.end {
      guard let frame = try walk.next(isCancelled: isCancelled) else { return nil }
      let time = frame.timestamp.nanoseconds
      let first = firstTime ?? time
      firstTime = first
      if stretch.lane(of: row) == lane {
        let place = CapturePlace(
          firstTime: first, previousTime: previousTime, conversations: stretch.conversations(before: row))
        if examiner.passes(frame, walk.reader, at: place) { found.append(UInt32(truncatingIfNeeded: row)) }
      }
      previousTime = time
    }
    return examiner.hasForgotten ? nil : (found, stretch.end)
  }

  private func nextStretch(atMost count: Int, _ isCancelled: () -> Bool) -> LaneStretch? {
    while true {
      if let stretch = survey.stretch(from: walk.row, atMost: count) { return stretch }
      if survey.isOver(at: walk.row) || store.isStopped || isCancelled() { return nil }
      usleep(200)
    }
  }
}
