import Captures
import Dissection
import Synchronization

/// Makes the summaries of packets, the same as `headwind capture --summary`, for the rows that somebody looks at.
///
/// A summary depends on earlier packets as a tree does, so it is made by a `TreeCourse` too: one for all rows of a screen, which is kept,
/// since the next screen is often the one below. The latest summaries are kept as well.
final class SummaryDesk: Sendable {
  /// The latest summaries, and the rows in the order in which they were made.
  private struct Kept {
    var summaries: [Int: PacketSummary] = [:]
    var order: [Int] = []
    /// The first place in `order` that counts.
    var first = 0

    mutating func keep(_ summary: PacketSummary, of row: Int) {
      guard summaries.updateValue(summary, forKey: row) == nil else { return }
      order.append(row)
      guard summaries.count > SummaryDesk.mostKept else { return }
      summaries[order[first]] = nil
      first += 1
      guard first > SummaryDesk.mostKept else { return }
      order.removeFirst(first)
      first = 0
    }
  }

  private struct State: ~Copyable {
    /// The latest used last.
    var courses: [TreeCourse] = []
  }

  /// The most summaries that are kept, of some hundred bytes each, and the most courses.
  private static let mostKept = 20_000
  private static let mostCourses = 2

  private let store: PacketStore
  private let tables: DissectorTables
  private let survey: PacketSurvey
  private let kept = Mutex(Kept())
  private let state = Mutex(State())

  init(_ store: PacketStore, _ tables: DissectorTables, _ survey: PacketSurvey) {
    self.store = store
    self.tables = tables
    self.survey = survey
  }

  /// The summaries of these rows that are known already.
  func known(_ rows: [Int]) -> [Int: PacketSummary] {
    kept.withLock { kept in
      var found: [Int: PacketSummary] = [:]
      for row in rows { found[row] = kept.summaries[row] }
      return found
    }
  }

  /// The summaries of these rows, in ascending order; those that are not known are made, after what they depend on.
  func make(_ rows: [Int]) throws(CaptureError) -> [Int: PacketSummary] {
    guard let last = rows.last, last < store.count, survey.wait(for: last) else { return known(rows) }
    return try state.withLock { state throws(CaptureError) in
      // Another request may have made them meanwhile.
      var found = known(rows)
      let missing = rows.filter { found[$0] == nil }
      guard !missing.isEmpty else { return found }
      let (course, path) = try course(through: missing, &state)
      var next = 0
      for row in path {
        guard next < missing.count, row == missing[next] else {
          try course.pass(row, at: survey.place(of: row))
          continue
        }
        next += 1
        guard let tree = try course.tree(of: row, at: survey.place(of: row)) else { continue }
        let summary = PacketSummary(tree)
        found[row] = summary
        kept.withLock { $0.keep(summary, of: row) }
      }
      state.courses.append(course)
      if state.courses.count > Self.mostCourses { state.courses.removeFirst() }
      return found
    }
  }

  /// A course that goes on at the first of these rows or before, and what it takes. It is not among those that are kept until it has
  /// come there, so none is that has failed on its way.
  private func course(through rows: [Int], _ state: inout State) throws(CaptureError) -> (TreeCourse, [Int]) {
    for (place, course) in state.courses.enumerated().reversed() {
      let path = survey.path(through: rows, isKnown: course.hasSeen)
      guard let last = course.rows.last, let first = path.first, last < first else { continue }
      return (state.courses.remove(at: place), path)
    }
    return (try TreeCourse(store, tables, wanted: PacketSummary.fields), survey.path(through: rows))
  }
}
