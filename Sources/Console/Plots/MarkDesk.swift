import Captures
import Dispatch
import Dissection
import Glibc
import Synchronization
import TextOutput

/// The packets to which something happened: sent again, out of order, lost on the link.
///
/// One thread goes through the packets in order, from the first question on, and goes on while the source is live. So a list that asks
/// about each screen costs one pass, not one a screen.
final class MarkDesk: Sendable {
  private struct Mark {
    /// Nanoseconds since the first packet.
    var time: Int64
    var number: UInt32
    /// -1 for none.
    var stream: Int32
    var kind: MarkKind
  }

  private struct State {
    var hasBegun = false
    var isComplete = false
    var marks: [Mark] = []
    /// How many packets were looked at.
    var examined = 0
  }

  /// The most marks that are remembered, of 24 bytes each, and that one answer has.
  private static let mostKept = 1 << 21
  private static let mostListed = 10_000
  /// After how many packets what was found is entered.
  private static let batch = 1024

  private let store: PacketStore
  private let tables: DissectorTables
  private let state = Mutex(State())

  init(_ store: PacketStore, _ tables: DissectorTables) {
    self.store = store
    self.tables = tables
  }

  /// `{"total": 7, "complete": true, "marks": [{"number": 12, "since": 0.1, "kind": "retransmission", "stream": 0}, ...]}`
  ///
  /// - Parameters:
  ///   - count: how many marks are wanted. If there are more, they are spread evenly over those that there are.
  ///   - waits: whether to wait until all packets that are there now were looked at.
  func append(_ span: TimeSpan, count: Int, stream: Int?, waits: Bool, to text: inout TextBuffer) {
    let wanted = store.count
    begin()
    while waits, !hasExamined(wanted), !store.isStopped { usleep(1000) }
    let (marks, isComplete) = found(span, stream, wanted)
    let limit = max(1, min(count, Self.mostListed))
    let step = max(1, (marks.count + limit - 1) / limit)
    text.append("{\"total\":")
    text.append(json: marks.count)
    text.append(",\"complete\":")
    text.append(json: isComplete)
    text.append(",\"marks\":")
    text.append(list: stride(from: 0, to: marks.count, by: step).map { marks[$0] }) { Self.append($1, to: &$0) }
    text.append("}\n")
  }

  private static func append(_ mark: Mark, to text: inout TextBuffer) {
    text.append("\n{\"number\":")
    text.append(json: Int(mark.number))
    text.append(",\"since\":")
    text.append(nanoseconds: mark.time)
    text.append(",\"kind\":")
    text.append(jsonString: mark.kind.rawValue)
    text.append(",\"stream\":")
    text.append(json: mark.stream < 0 ? nil : Int(mark.stream))
    text.append("}")
  }

  private func hasExamined(_ count: Int) -> Bool { state.withLock { $0.isComplete || $0.examined >= count } }

  /// The marks in a span, and whether all its packets were looked at.
  private func found(_ span: TimeSpan, _ stream: Int?, _ wanted: Int) -> ([Mark], Bool) {
    let last = span.to.flatMap { _ in store.time(of: state.withLock { max(0, $0.examined - 1) }) } ?? 0
    let first = store.status.first ?? 0
    return state.withLock { state in
      let marks = state.marks.filter { mark in
        span.contains(mark.time) && (stream == nil || Int32(clamping: stream ?? 0) == mark.stream)
      }
      let isPassed = state.examined > 0 && span.isOver(at: last &- first)
      return (marks, state.isComplete || state.examined >= wanted || isPassed)
    }
  }

  private func begin() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard isFirst else { return }
    DispatchQueue(label: "headwind.console.marks").async {
      // Trouble with the file is told by the store, which reads it too.
      try? self.readAll()
      self.state.withLock { $0.isComplete = true }
    }
  }

  private func readAll() throws(CaptureError) {
    var reader = try TrafficReader(store, tables, waits: true)
    var found: [Mark] = []
    var examined = 0
    while let sample = try reader.next(idle: { enter(&found, examined) }) {
      examined += 1
      for kind in sample.kinds {
        found.append(
          Mark(
            time: sample.time, number: UInt32(truncatingIfNeeded: sample.number),
            stream: sample.tcp.map { Int32(clamping: $0.stream) } ?? -1, kind: kind))
      }
      if examined % Self.batch == 0 { enter(&found, examined) }
    }
    enter(&found, examined)
  }

  private func enter(_ found: inout [Mark], _ examined: Int) {
    state.withLock { state in
      state.marks += found.prefix(max(0, Self.mostKept - state.marks.count))
      state.examined = examined
    }
    found.removeAll(keepingCapacity: true)
  }
}
