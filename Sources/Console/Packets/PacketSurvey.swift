import Captures
import Dispatch
import Dissection
import Glibc
import Synchronization
import TLS
import Wire

/// Which packets the tree of a packet depends on: those of its conversations, the fragments of which it completes a packet, the echo
/// request that it answers, and what these depend on. It takes four bytes for each packet.
///
/// One thread goes through the packets in order, from the first question on. It builds no trees.
final class PacketSurvey: Sendable {
  private struct State {
    var hasBegun = false
    var isComplete = false
    var trouble: String?
    /// For each row the latest earlier one with a tie in common, plus one; 0 for none.
    var links: [[UInt32]] = []
    var count = 0
    /// The same for the other ties of packets that have several.
    var moreLinks: [UInt32: [UInt32]] = [:]
    /// The rows at which conversations began, by their numbers.
    var tcpBeginnings: [UInt32] = []
    var udpBeginnings: [UInt32] = []
    /// The rows at which a conversation began anew because the one before was forgotten.
    var restarts: Set<UInt32> = []

    func links(of row: Int) -> [Int] {
      let first = links[row / PacketSurvey.chunk][row % PacketSurvey.chunk]
      guard first > 0 else { return [] }
      return [Int(first) - 1] + (moreLinks[UInt32(row)] ?? []).map { Int($0) }
    }
  }

  private static let chunk = 1 << 16
  /// After how many packets what was found is entered.
  private static let batch = 4096
  /// How many ties are remembered: far more than the dissector remembers conversations.
  private static let mostTies = 1 << 18

  private let store: PacketStore
  private let tables: DissectorTables
  private let state = Mutex(State())

  init(_ store: PacketStore, _ tables: DissectorTables) {
    self.store = store
    self.tables = tables
  }

  /// Begins, if that has not happened.
  func begin() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    if isFirst { DispatchQueue(label: "headwind.console.survey").async { self.readAll() } }
  }

  /// Waits until a row was seen; false if it never is.
  func wait(for row: Int) -> Bool {
    begin()
    while true {
      let (count, isComplete) = state.withLock { ($0.count, $0.isComplete) }
      if row < count { return true }
      if isComplete || store.isStopped { return false }
      usleep(500)
    }
  }

  /// What must be dissected before a row, in order.
  ///
  /// - Parameter isKnown: whether a row was dissected already, and all that it depends on.
  /// - Returns: the rows that are not known, and whether there are others.
  func past(of row: Int, isKnown: (Int) -> Bool = { _ in false }) -> (rows: [Int], hasKnown: Bool) {
    state.withLock { state in
      var found: Set<Int> = []
      var hasKnown = false
      var waiting = state.links(of: row)
      while let next = waiting.popLast() {
        if isKnown(next) {
          hasKnown = true
        } else if found.insert(next).inserted {
          waiting += state.links(of: next)
        }
      }
      return (found.sorted(), hasKnown)
    }
  }

  /// What the packets before a row say for its tree.
  func place(of row: Int) -> CapturePlace {
    let first = store.time(of: 0) ?? 0
    let previous = row > 0 ? store.time(of: row - 1) : nil
    return state.withLock { state in
      let counts = ConversationCounts(
        tcp: Self.count(before: row, in: state.tcpBeginnings), udp: Self.count(before: row, in: state.udpBeginnings))
      return CapturePlace(
        firstTime: first, previousTime: previous, conversations: counts,
        forgetsConversations: state.restarts.contains(UInt32(truncatingIfNeeded: row)))
    }
  }

  private static func count(before row: Int, in rows: [UInt32]) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(rows[middle]) < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func readAll() {
    var trouble: String?
    do throws(CaptureError) {
      try survey()
    } catch {
      trouble = error.description
    }
    state.withLock {
      $0.isComplete = true
      $0.trouble = trouble
    }
  }

  /// What was found since it was last entered.
  private struct Finding {
    var links: [UInt32] = []
    var moreLinks: [UInt32: [UInt32]] = [:]
    var tcpBeginnings: [UInt32] = []
    var udpBeginnings: [UInt32] = []
    var restarts: [UInt32] = []
  }

  private func survey() throws(CaptureError) {
    var surveyor = PacketDissector.surveyor(tables: tables)
    var walk = try PacketWalk(store, keys: KeyLog())
    var latest: [Int: UInt32] = [:]
    var found = Finding()
    var counts = ConversationCounts()
    while let frame = try walk.next(idle: { _ in enter(&found) }, isCancelled: { false }) {
      surveyor.dissect(frame, walk.reader.bytes)
      let row = UInt32(truncatingIfNeeded: walk.row - 1)
      link(row, surveyor.ties, &latest, &found)
      let now = surveyor.conversations
      for _ in counts.tcp..<now.tcp { found.tcpBeginnings.append(row) }
      for _ in counts.udp..<now.udp { found.udpBeginnings.append(row) }
      counts = now
      if found.links.count >= Self.batch { enter(&found) }
      if latest.count > Self.mostTies { Self.forget(&latest) }
    }
    enter(&found)
  }

  private func link(_ row: UInt32, _ ties: [PacketTie], _ latest: inout [Int: UInt32], _ found: inout Finding) {
    var first: UInt32 = 0
    for tie in ties {
      let known = latest.updateValue(row, forKey: tie.key)
      guard let known, known != row else { continue }
      if tie.isNew { found.restarts.append(row) }
      if first == 0 { first = known + 1 } else { found.moreLinks[row, default: []].append(known) }
    }
    found.links.append(first)
  }

  /// Forgets the half of the ties that was unused for longest.
  private static func forget(_ latest: inout [Int: UInt32]) {
    let rows = latest.values.sorted()
    let limit = rows[rows.count / 2]
    latest = latest.filter { $0.value > limit }
  }

  private func enter(_ found: inout Finding) {
    guard !found.links.isEmpty else { return }
    state.withLock { state in
      for link in found.links {
        if state.count % Self.chunk == 0 {
          state.links.append([])
          state.links[state.links.count - 1].reserveCapacity(Self.chunk)
        }
        state.links[state.links.count - 1].append(link)
        state.count += 1
      }
      state.moreLinks.merge(found.moreLinks) { $1 }
      state.tcpBeginnings += found.tcpBeginnings
      state.udpBeginnings += found.udpBeginnings
      state.restarts.formUnion(found.restarts)
    }
    found = Finding()
  }
}
