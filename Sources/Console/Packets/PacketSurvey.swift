import Captures
import Dispatch
import Dissection
import Glibc
import Synchronization
import TLS
import Wire

/// Which packets the tree of a packet depends on: those of its conversations, the fragments of which it completes a packet, the echo
/// request that it answers, and what these depend on. It takes five bytes for each packet.
///
/// It also gives each packet a lane, so that packets of different lanes do not depend on each other and several dissectors can go
/// through the capture at once, each in its own lane.
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
    var quicBeginnings: [UInt32] = []
    /// The rows at which a conversation began anew because the one before was forgotten.
    var restarts: Set<UInt32> = []
    /// The lane of each row.
    var lanes: [[UInt8]] = []
    /// The first row that depends on packets of several lanes, or may: from there on lanes say nothing.
    var laneEnd: Int?

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

  /// How many lanes there are.
  let laneCount: Int
  private let store: PacketStore
  private let tables: DissectorTables
  private let state = Mutex(State())

  /// - Parameter laneCount: how many lanes there are, 255 at most; as many as processors, unless said otherwise.
  init(_ store: PacketStore, _ tables: DissectorTables, laneCount: Int = sysconf(CInt(_SC_NPROCESSORS_ONLN))) {
    self.store = store
    self.tables = tables
    self.laneCount = min(max(1, laneCount), 255)
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

  /// What is known of the packets from a row on; nil if the survey has not come there, or lanes say nothing of them.
  func stretch(from row: Int, atMost count: Int) -> LaneStretch? {
    state.withLock { state in
      let end = min(row + count, state.laneEnd ?? .max, state.count, (row / Self.chunk + 1) * Self.chunk)
      guard row < end else { return nil }
      let first = row % Self.chunk
      return LaneStretch(
        firstRow: row, lanes: Array(state.lanes[row / Self.chunk][first..<first + end - row]),
        tcpBeginnings: state.tcpBeginnings, udpBeginnings: state.udpBeginnings,
        quicBeginnings: state.quicBeginnings)
    }
  }

  /// Whether no stretch begins at a row, now or later: the survey is at its end, or lanes say nothing of the packets from there on.
  func isOver(at row: Int) -> Bool {
    state.withLock { state in (state.laneEnd.map { row >= $0 } ?? false) || (state.isComplete && row >= state.count) }
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

  /// The packets that must be dissected for the trees of some rows, and these rows, in order.
  ///
  /// It takes one step for each packet from the last of the rows down to the first that is needed.
  /// - Parameter isKnown: whether a row was dissected already, and all that it depends on. Rows that are asked for are never left out.
  func path(through rows: [Int], isKnown: (Int) -> Bool = { _ in false }) -> [Int] {
    guard let last = rows.max() else { return [] }
    var needed = [Bool](repeating: false, count: last + 1)
    for row in rows { needed[row] = true }
    var open = rows.count
    var path = rows
    let asked = Set(rows)
    state.withLock { state in
      var row = last
      while open > 0, row >= 0 {
        if needed[row] {
          open -= 1
          let isAsked = asked.contains(row)
          if !isAsked, !isKnown(row) { path.append(row) }
          if isAsked || !isKnown(row) {
            for link in state.links(of: row) where !needed[link] {
              needed[link] = true
              open += 1
            }
          }
        }
        row -= 1
      }
    }
    return path.sorted()
  }

  /// What the packets before a row say for its tree.
  func place(of row: Int) -> CapturePlace {
    let first = store.time(of: 0) ?? 0
    let previous = row > 0 ? store.time(of: row - 1) : nil
    return state.withLock { state in
      let counts = ConversationCounts(
        tcp: state.tcpBeginnings.place(of: row), udp: state.udpBeginnings.place(of: row),
        quic: state.quicBeginnings.place(of: row))
      return CapturePlace(
        firstTime: first, previousTime: previous, conversations: counts,
        forgetsConversations: state.restarts.contains(UInt32(truncatingIfNeeded: row)))
    }
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
    var lanes: [UInt8] = []
    var laneEnd: Int?
    var tcpBeginnings: [UInt32] = []
    var udpBeginnings: [UInt32] = []
    var quicBeginnings: [UInt32] = []
    var restarts: [UInt32] = []
  }

  private func survey() throws(CaptureError) {
    let keys = KeyLog()
    if let log = tables.keys { keys.merge(log) }
    var tables = tables
    tables.keys = keys
    var surveyor = PacketDissector.surveyor(tables: tables)
    var walk = try PacketWalk(store, keys: keys)
    var latest: [Int: Latest] = [:]
    var loads = [Int](repeating: 0, count: laneCount)
    var found = Finding()
    var counts = ConversationCounts()
    while let frame = try walk.next(idle: { _ in enter(&found) }, isCancelled: { false }) {
      surveyor.dissect(frame, walk.reader.bytes)
      let row = UInt32(truncatingIfNeeded: walk.row - 1)
      link(row, surveyor.ties, &latest, &found, &loads)
      loads[Int(found.lanes[found.lanes.count - 1])] += frame.originalLength + Self.packetLoad
      let now = surveyor.conversations
      for _ in counts.tcp..<now.tcp { found.tcpBeginnings.append(row) }
      for _ in counts.udp..<now.udp { found.udpBeginnings.append(row) }
      for _ in counts.quic..<now.quic { found.quicBeginnings.append(row) }
      counts = now
      if found.links.count >= Self.batch { enter(&found) }
      if latest.count > Self.mostTies {
        Self.forget(&latest)
        found.laneEnd = found.laneEnd ?? walk.row
      }
    }
    enter(&found)
  }

  /// What is known of a tie.
  private struct Latest {
    var row: UInt32
    var lane: UInt8
  }

  /// What a packet costs a dissector besides its bytes, in bytes.
  private static let packetLoad = 500

  private func link(
    _ row: UInt32, _ ties: [PacketTie], _ latest: inout [Int: Latest], _ found: inout Finding, _ loads: inout [Int]
  ) {
    var first: UInt32 = 0
    var lane: UInt8?
    for tie in ties {
      guard let known = latest[tie.key], known.row != row else { continue }
      if tie.isNew { found.restarts.append(row) }
      if tie.isNew || known.lane != lane ?? known.lane { found.laneEnd = found.laneEnd ?? Int(row) }
      lane = lane ?? known.lane
      if first == 0 { first = known.row + 1 } else { found.moreLinks[row, default: []].append(known.row) }
    }
    let chosen = lane ?? Self.lightest(of: loads)
    for tie in ties { latest[tie.key] = Latest(row: row, lane: chosen) }
    found.links.append(first)
    found.lanes.append(chosen)
  }

  private static func lightest(of loads: [Int]) -> UInt8 {
    UInt8(loads.indices.min { loads[$0] < loads[$1] } ?? 0)
  }

  /// Forgets the half of the ties that was unused for longest.
  private static func forget(_ latest: inout [Int: Latest]) {
    let rows = latest.values.map(\.row).sorted()
    let limit = rows[rows.count / 2]
    latest = latest.filter { $0.value.row > limit }
  }

  private func enter(_ found: inout Finding) {
    guard !found.links.isEmpty else { return }
    state.withLock { state in
      for (link, lane) in zip(found.links, found.lanes) {
        if state.count % Self.chunk == 0 {
          state.links.append([])
          state.links[state.links.count - 1].reserveCapacity(Self.chunk)
          state.lanes.append([])
          state.lanes[state.lanes.count - 1].reserveCapacity(Self.chunk)
        }
        state.links[state.links.count - 1].append(link)
        state.lanes[state.lanes.count - 1].append(lane)
        state.count += 1
      }
      state.laneEnd = state.laneEnd ?? found.laneEnd
      state.moreLinks.merge(found.moreLinks) { $1 }
      state.tcpBeginnings += found.tcpBeginnings
      state.udpBeginnings += found.udpBeginnings
      state.quicBeginnings += found.quicBeginnings
      state.restarts.formUnion(found.restarts)
    }
    found = Finding()
  }
}
