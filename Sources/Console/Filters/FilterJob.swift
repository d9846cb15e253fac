import Captures
import Dispatch
import Dissection
import Synchronization
import TLS
import Wire

/// A display filter over all packets of a store, which runs in the background. Its hits are those of `headwind capture -Y`.
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
  }

  /// After how many packets the state is told; fewer at the beginning, so that the first hits are there at once.
  private static let batch = 4096

  let id: Int
  let filter: DisplayFilter
  private let store: PacketStore
  private let tables: DissectorTables
  private let state = Mutex(State())

  init(id: Int, _ filter: DisplayFilter, _ store: PacketStore, _ tables: DissectorTables) {
    self.id = id
    self.filter = filter
    self.store = store
    self.tables = tables
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
    state.withLock { state in
      var (low, high) = (0, state.hits.count)
      while low < high {
        let middle = (low + high) / 2
        if Int(state.hits[middle]) < row { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  func start() { DispatchQueue(label: "headwind.console.filter").async { self.run() } }

  private var isOver: Bool { state.withLock { $0.status.isCancelled } }

  private func run() {
    var trouble: String?
    do throws(CaptureError) {
      try pass()
    } catch {
      trouble = error.description
    }
    state.withLock {
      $0.status.isComplete = !$0.status.isCancelled
      $0.status.trouble = trouble
    }
  }

  private func pass() throws(CaptureError) {
    var tables = tables
    let keys = tables.keys ?? KeyLog()
    tables.keys = keys
    let hindsight = try hindsight(tables, keys)
    var dissector = PacketDissector(
      wanted: filter.fields, wantsText: false, tables: tables,
      memory: hindsight == nil ? PacketDissector.usualMemory : PacketDissector.usualMemory / 2)
    if let hindsight { dissector.hindsight = hindsight }
    let (wantsNotes, readsHeaders) = (dissector.wantsNotes, filter.needsOnlyHeaders)
    var walk = try PacketWalk(store, keys: keys)
    var found: [UInt32] = []
    var told = 0
    while let frame = try walk.next(
      idle: { tell(&found, $0, &told) }, isCancelled: { isOver })
    {
      var passes: Bool?
      if readsHeaders { passes = filter.matchesHeaders(frame, walk.reader.bytes) }
      if passes == nil {
        dissector.dissect(
          frame, walk.reader.bytes, notes: wantsNotes ? walk.reader.notes(on: frame) : PacketNotes())
        passes = filter.matches(dissector.tree, walk.reader.bytes)
        if passes == true { dissector.markDisplayed() }
      }
      if passes == true { found.append(UInt32(truncatingIfNeeded: walk.row - 1)) }
      let isDue = walk.row - told >= (told < Self.batch ? 64 : Self.batch)
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
}
