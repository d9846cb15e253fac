import LinkConditions
import Testing

struct TimelineClauseTests {
  @Test(
    arguments: [
      ("P2 after 2s", "P2", .after(.seconds(2))),
      ("  Black   Hole  when response-started ", "Black Hole", .responseStarted),
      ("Black Hole WHEN Response Started", "Black Hole", .responseStarted),
      ("After When when request sent", "After When", .requestSent),
      ("Edge when 4 KB down", "Edge", .bytes(4_000, .downlink)),
      ("Edge when down 100 KB", "Edge", .bytes(100_000, .downlink)),
      ("Edge when 1MiB up", "Edge", .bytes(1 << 20, .uplink)),
      ("Edge when idle 1.5 s", "Edge", .idle(.milliseconds(1500))),
      ("100% Loss after 250 ms", "100% Loss", .after(.milliseconds(250))),
      ("Edge when syn", "Edge", .syn),
    ] as [(String, String, Trigger)])
  func reads(line: String, name: String, trigger: Trigger) throws {
    #expect(try TimelineClause(parsing: line) == TimelineClause(profileName: name, trigger: trigger))
    #expect(try TimelineClause(parsing: "\(name) \(trigger)").trigger == trigger)
  }

  @Test(arguments: [
    ("", 1, "does not say what starts the profile"),
    ("Edge", 1, "does not say what starts the profile"),
    ("after 2 s", 1, "no profile before 'after'"),
    ("Edge after", 11, "does not start with a number"),
    ("Edge after 2", 12, "'2' has no unit"),
    ("Edge after soon", 12, "'soon' does not start with a number"),
    ("Edge after 2 S", 12, "did you mean 's'?"),
    ("Edge after 2 h", 12, "out of range"),
    ("Edge when respnse-started", 11, "did you mean 'response-started'?"),
    ("Edge when", 10, "nothing after 'when'"),
    ("Edge when 4 KB", 11, "cannot start a profile"),
    ("Edge when 4 down", 11, "'4' has no unit"),
    ("Edge when idle", 11, "does not start with a number"),
    ("Edge after 99999999999999999999 s", 12, "more digits than make sense"),
  ])
  func pointsAtWhatIsWrong(line: String, column: Int, words: String) throws {
    let problem = try #require(throws: TimelineClause.Problem.self) { try TimelineClause(parsing: line) }
    #expect(problem.column == column)
    #expect(problem.message.contains(words), "\(problem.message)")
  }

  @Test func arbitraryLines() {
    let pieces = [
      "after", "when", "Edge", " ", "  ", "2", "s", "ms", ".", "-", "request-sent", "4 KB", "down", "idle", "é",
      "\u{0}", "🧨",
      "\t", "999999999999999999", "1e9", "%", "\u{301}", "\r\n",
    ]
    var random = SeededGenerator(state: 9)
    for _ in 0..<fuzzCount {
      let line = (0..<Int.random(in: 0..<8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      do {
        let clause = try TimelineClause(parsing: line)
        #expect(!clause.profileName.isEmpty)
      } catch {
        #expect(!error.message.isEmpty && error.column >= 1 && error.column <= line.count + 1)
      }
    }
  }
}
