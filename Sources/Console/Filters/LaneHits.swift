/// The hits of several lanes, put together in the order of the packets.
struct LaneHits {
  /// How far each lane was looked at.
  private var ends: [Int]
  /// The hits of each lane that some other lane has not come to yet.
  private var waiting: [[UInt32]]

  init(lanes: Int) {
    ends = Array(repeating: 0, count: lanes)
    waiting = Array(repeating: [], count: lanes)
  }

  /// The row up to which all lanes were looked at.
  var settledEnd: Int { ends.min() ?? 0 }

  /// Takes the next hits of a lane, which were found before row `end`.
  /// - Returns: all hits that are settled now and were not before.
  mutating func add(_ hits: [UInt32], of lane: UInt8, end: Int) -> [UInt32] {
    waiting[Int(lane)] += hits
    let before = settledEnd
    ends[Int(lane)] = end
    guard settledEnd > before else { return [] }
    var settled: [UInt32] = []
    for lane in waiting.indices {
      let count = waiting[lane].firstIndex { $0 >= settledEnd } ?? waiting[lane].count
      settled += waiting[lane].prefix(count)
      waiting[lane].removeFirst(count)
    }
    return settled.sorted()
  }
}
