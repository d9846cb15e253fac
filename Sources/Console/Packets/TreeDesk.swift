import Captures
import Dissection
import Synchronization
import TextOutput

/// Makes the field trees of packets, the same as `headwind capture -V`.
///
/// A tree depends on earlier packets, but only on those that a `PacketSurvey` finds for it: these are dissected again, without trees,
/// by a `TreeCourse`. Courses are kept for a while, since the next packet that is asked for is often of the same conversation; so are the
/// latest trees.
final class TreeDesk: Sendable {
  private struct State: ~Copyable {
    /// The latest used last.
    var courses: [TreeCourse] = []
    /// The trees that were made last, as JSON, by their rows, and the order in which they were made.
    var kept: [Int: TextBuffer] = [:]
    var order: [Int] = []
    var size = 0

    mutating func keep(_ text: TextBuffer, of row: Int) {
      guard kept.updateValue(text, forKey: row) == nil else { return }
      size += text.count
      order.append(row)
      while size > TreeDesk.mostKept, order.count > 1 {
        size -= kept.removeValue(forKey: order.removeFirst())?.count ?? 0
      }
    }
  }

  /// How many bytes of trees are kept, and how many courses.
  private static let mostKept = 16 << 20
  private static let mostCourses = 4

  private let store: PacketStore
  private let tables: DissectorTables
  private let survey: PacketSurvey
  private let state = Mutex(State())

  init(_ store: PacketStore, _ tables: DissectorTables, _ survey: PacketSurvey) {
    self.store = store
    self.tables = tables
    self.survey = survey
  }

  /// Begins to find out which packets depend on each other, so that the first tree is there sooner.
  func prepare() { survey.begin() }

  /// Writes the tree of a packet as JSON.
  /// - Returns: false if there is no such packet.
  func append(_ row: Int, to text: inout TextBuffer) throws(CaptureError) -> Bool {
    guard row >= 0, row < store.count, survey.wait(for: row) else { return false }
    return try state.withLock { state throws(CaptureError) in
      if state.kept[row] == nil { try make(row, &state) }
      guard let made = state.kept[row] else { return false }
      made.withBytes { text.append($0) }
      return true
    }
  }

  private func make(_ row: Int, _ state: inout State) throws(CaptureError) {
    let (course, past) = try course(for: row, &state)
    for earlier in past { try course.pass(earlier, at: survey.place(of: earlier)) }
    var text = TextBuffer(capacity: 1 << 14)
    if try course.append(row, at: survey.place(of: row), to: &text) { state.keep(text, of: row) }
    state.courses.append(course)
    if state.courses.count > Self.mostCourses { state.courses.removeFirst() }
  }

  /// The course that goes on at a row, and what it must take before. It is not among those that are kept until it has come there, so
  /// none is that has failed on its way.
  private func course(for row: Int, _ state: inout State) throws(CaptureError) -> (TreeCourse, [Int]) {
    for (place, course) in state.courses.enumerated().reversed() {
      guard let last = course.rows.last, last < row else { continue }
      let (past, hasKnown) = survey.past(of: row, isKnown: course.hasSeen)
      if hasKnown, past.first.map({ $0 > last }) ?? true { return (state.courses.remove(at: place), past) }
    }
    return (try TreeCourse(store, tables), survey.past(of: row).rows)
  }
}
