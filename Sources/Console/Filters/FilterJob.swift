import Captures
import Dispatch
import Dissection
import Synchronization
import TLS

/// A display filter over all packets of a store, which runs in the background. Its hits are those of `headwind capture -Y`.
///
/// Several threads look at the packets of different lanes at once (`PacketSurvey`). Where that is not possible, one looks at them all:
/// on packets that still come, for fields that depend on which packets are shown or on later ones, and where conversations of several
/// lanes turn out to depend on each other or more must be remembered than the memory holds.
final class FilterJob: Sendable {
  struct Status: Sendable {
    /// How many packets were looked at.
    var examined = 0
    var isComplete = false
    var isCancelled = false
    var trouble: String?
  }

  private struct State {
    var status = Status()
    /// The rows of the packets that passed.
    var hits: [UInt32] = []
    var laneHits: LaneHits
  }

  /// After how many packets the state is told; fewer at the beginning, so that the first hits are there at once.
  private static let batch = 4096
  private static let firstBatch = 64

  let id: Int
  let filter: DisplayFilter
  private let store: PacketStore
  private let tables: DissectorTables
  private let survey: PacketSurvey?
  private let state: Mutex<State>

  /// - Parameter survey: says which packets depend on each other; without it, one thread looks at them all.
  init(id: Int, _ filter: DisplayFilter, _ store: PacketStore, _ tables: DissectorTables, _ survey: PacketSurvey? = nil)
  {
    self.id = id
    self.filter = filter
    self.store = store
    self.tables = tables
    self.survey = survey
    state = Mutex(State(laneHits: LaneHits(lanes: survey?.laneCount ?? 0)))
  }

  var status: (status: Status, hits: Int) { state.withLock { ($0.status, $0.hits.count) } }

  func cancel() { state.withLock { $0.status.isCancelled = true } }

  /// Some of the hits, as rows.
  func hits(from: Int, count: Int) -> [Int] {
    state.withLock { state in
      let start = min(max(0, from), state.hits.count)
      return state.hits[start..<min(state.hits.count, start + count)].map(Int.init)
    }
  }

  /// The place of a row among the hits, or where it would be.
  func rank(of row: Int) -> Int {
    state.withLock { $0.hits.place(of: row) }
  }

  func start() { DispatchQueue(label: "headwind.console.filter").async { self.run() } }

  private var isOver: Bool { state.withLock { $0.status.isCancelled } }

  private func run() {
    var trouble: String?
    do throws(CaptureError) {
      if let survey, usesLanes { passInLanes(survey) }
      try pass()
    } catch {
      trouble = error.description
    }
    state.withLock {
      $0.status.isComplete = !$0.status.isCancelled
      $0.status.trouble = trouble
    }
  }

  // MARK: - One thread

  /// Looks at the packets that were not looked at yet.
  private func pass() throws(CaptureError) {
    let first = status.status.examined
    if first > 0, store.status.isComplete, first == store.count { return }
    var tables = tables
    let keys = tables.keys ?? KeyLog()
    tables.keys = keys
    var examiner = PacketExaminer(filter, tables, hindsight: try hindsight(tables, keys))
    var walk = try PacketWalk(store, keys: keys)
    var found: [UInt32] = []
    var told = first
    while let frame = try walk.next(idle: { tell(&found, $0, &told) }, isCancelled: { isOver }) {
      let passes = examiner.passes(frame, walk.reader)
      if passes, walk.row > first { found.append(UInt32(truncatingIfNeeded: walk.row - 1)) }
      let isDue = walk.row - told >= (told < Self.batch ? Self.firstBatch : Self.batch)
      if isDue { tell(&found, walk.row, &told) }
    }
    tell(&found, walk.row, &told)
  }

  private func tell(_ found: inout [UInt32], _ row: Int, _ told: inout Int) {
    guard row > told else { return }
    told = row
    state.withLock {
      $0.hits += found
      $0.status.examined = row
    }
    found.removeAll(keepingCapacity: true)
  }

  /// What later packets say of earlier ones, if the filter asks for that and the whole file is there.
  private func hindsight(_ tables: DissectorTables, _ keys: KeyLog) throws(CaptureError) -> CaptureHindsight? {
    guard filter.fields.intersects(CaptureHindsight.fields), !store.isLive else { return nil }
    var learner = PacketDissector.learner(tables: tables)
    var walk = try PacketWalk(store, keys: keys)
    while let frame = try walk.next(isCancelled: { isOver }) { learner.dissect(frame, walk.reader.bytes) }
    return learner.hindsight
  }

  // MARK: - A thread for each lane

  private var usesLanes: Bool {
    !store.isLive && !filter.needsOnlyHeaders && !filter.fields.contains(.frameTimeDeltaDisplayed)
      && !filter.fields.intersects(CaptureHindsight.fields)
  }

  /// Looks at the packets in order as far as lanes say something of them.
  private func passInLanes(_ survey: PacketSurvey) {
    survey.begin()
    DispatchQueue.concurrentPerform(iterations: survey.laneCount) { lane in
      // Trouble with the file ends this lane, and comes again where one thread goes on.
      try? pass(UInt8(lane), survey)
    }
  }

  private func pass(_ lane: UInt8, _ survey: PacketSurvey) throws(CaptureError) {
    var pass = try LanePass(filter, store, tables, survey, lane)
    while let (found, end) = try pass.next(
      atMost: pass.row < Self.batch ? Self.firstBatch : Self.batch, isCancelled: { isOver })
    {
      state.withLock { state in
        let settled = state.laneHits.add(found, of: lane, end: end)
        state.hits += settled
        state.status.examined = state.laneHits.settledEnd
      }
    }
  }
}
