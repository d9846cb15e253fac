import LinkConditions
import TestSupport
import Testing

struct TimelineClauseTests {
  @Test(
    arguments: [
      ("P2 after 2s", "P2", .after(.seconds(2))),
      ("  Black   Hole  when response-started ", "Black Hole", .responseStarted),
      ("Black Hole WHEN Response Started", "Black Hole", .responseStarted),
      ("Black Hole when quic handshake", "Black Hole", .quicHandshake),
      ("Edge when quic-initial", "Edge", .quicInitial), ("Edge when h3 request", "Edge", .h3Request),
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

  @Test func readsAWholeLine() throws {
    let clause = try TimelineClause(
      parsing: "Black Hole down when http \"GET /for after repeat*\" for 500 ms, repeat 3 times")
    #expect(clause.profileName == "Black Hole" && clause.direction == .downlink)
    #expect(clause.trigger == RequestPattern("GET /for after repeat*").map { .http($0) })
    #expect(clause.duration == .milliseconds(500) && clause.repetition == .times(3))
    let event = try TimelineClause(parsing: "link down after 1 s for 2 s")
    #expect(event.event == .carrier(isUp: false) && event.profileName.isEmpty && event.duration == .seconds(2))
    #expect(try TimelineClause(parsing: "REBIND when request").event == .rebind)
    #expect(
      try TimelineClause(parsing: "{ delay: 1 s to 2 s over 3 s } after 1 s").profileName
        == "{ delay: 1 s to 2 s over 3 s }")
    #expect(try TimelineClause(parsing: "Up after 1 s").profileName == "Up")
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
    ("Edge after 2 s for", 19, "does not start with a number"),
    ("Edge after 2 s for ever", 20, "'ever' does not start with a number"),
    ("Edge after 2 s repeat often", 23, "'often' is not a number of repetitions"),
    ("Edge after 2 s repeat 0 times", 23, "'0 times' is not a number of repetitions"),
    ("Edge after 2 s repeat for 1 s", 16, "'repeat' comes last"),
    ("rebind after 2 s for 1 s", 22, "a rebind has no duration"),
    ("Edge when http", 11, "does not say which request"),
    ("Edge after 99999999999999999999 s", 12, "too many digits"),
  ])
  func pointsAtWhatIsWrong(line: String, column: Int, words: String) throws {
    let problem = try #require(throws: TimelineClause.Problem.self) { try TimelineClause(parsing: line) }
    #expect(problem.column == column)
    #expect(problem.message.contains(words), "\(problem.message)")
  }

  @Test func arbitraryLines() {
    let pieces = [
      "after", "when", "Edge", " ", "  ", "2", "s", "ms", ".", "-", "request-sent", "4 KB", "down", "idle", "é",
      "\u{0}", "🧨", "for", "repeat", "\"", "rebind", "http", ",",
      "\t", "999999999999999999", "1e9", "%", "\u{301}", "\r\n",
    ]
    var random = SeededGenerator(seed: 9)
    for _ in 0..<fuzzCount {
      let line = (0..<Int.random(in: 0..<8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      do {
        let clause = try TimelineClause(parsing: line)
        #expect(clause.event != nil || !clause.profileName.isEmpty || line.contains("\""))
      } catch {
        #expect(!error.message.isEmpty && error.column >= 1 && error.column <= line.count + 1)
      }
    }
  }

  @Test func saysWhatHappensToWhatWaits() throws {
    let clause = try TimelineClause(parsing: "Edge down queued drop after 2 s for 1 s")
    #expect(clause.profileName == "Edge" && clause.direction == .downlink && clause.queued == .drop)
    #expect(try TimelineClause(parsing: "Edge queued rerate when syn").queued == .rerate)
    #expect(try TimelineClause(parsing: "Edge when syn").queued == nil)
    // A profile can have the word in its name.
    #expect(try TimelineClause(parsing: "queued after 2 s").profileName == "queued")
    for line in ["Edge queued fast after 2 s", "rebind queued drop after 2 s"] {
      #expect(throws: TimelineClause.Problem.self) { try TimelineClause(parsing: line) }
    }
  }

  /// Of switches at the same time, the most drastic treatment counts; without one, what the engine usually does.
  @Test func theMostDrasticTreatmentCounts() {
    func treatment(_ queued: [QueuedTreatment?], _ usual: QueuedTreatment) -> QueuedTreatment {
      let phases = queued.map { Timeline.Phase(trigger: .after(.zero), profile: .clean, queued: $0) }
      let start = LinkInstant(nanoseconds: 0)
      var runner = TimelineRunner(Timeline(first: .clean, phases: phases), usually: usual, startingAt: start)
      let isAdvanced = runner.advance(to: start)
      #expect(isAdvanced)
      return runner.takeTreatment()
    }
    #expect(treatment([nil], .rerate) == .rerate && treatment([nil], .keep) == .keep)
    #expect(treatment([.keep], .rerate) == .keep)
    #expect(treatment([.drop, nil, .keep], .rerate) == .drop)
  }
}
