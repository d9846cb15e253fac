import Testing

/// What `--then` says in one line, with a real client, judged by what crossed the link.
struct TimelineCommandTests {
  typealias Row = RunCapture.Row

  private static let page = "http://10.83.0.1/search.json?q=apple"

  /// What starts a phase: the last packet before it, or with it, is the one that the words name, and it is named once.
  struct Start: Sendable, CustomTestStringConvertible {
    var words: String
    var client: String
    /// How the note says it.
    var note: String
    /// Whether this is the packet, by those that came before it.
    var isIt: @Sendable (Row, _ before: ArraySlice<Row>) -> Bool

    var testDescription: String { words }
  }

  private static let starts: [Start] = [
    Start(words: "when syn", client: "get 3 \(page)", note: "when syn") { row, before in
      !row.isAtClient && row.tcpFlags & 0x12 == 0x02 && !before.contains { !$0.isAtClient && $0.isFromClient }
    },
    Start(
      words: "when request", client: "head -c 9000 /dev/zero >body; get 3 --data-binary @body \(page)",
      note: "when request"
    ) {
      row, before in
      !row.isAtClient && row.isFromClient && row.payload > 0
        && !before.contains { !$0.isAtClient && $0.isFromClient && $0.payload > 0 }
    },
    Start(
      words: "when request-sent", client: "head -c 9000 /dev/zero >body; get 3 --data-binary @body \(page)",
      note: "when request-sent"
    ) { row, before in
      !row.isAtClient && row.isFromClient && row.tcpFlags & 0x08 != 0
        && !before.contains { !$0.isAtClient && $0.isFromClient && $0.tcpFlags & 0x08 != 0 }
    },
    Start(words: "when response-started", client: "get 3 \(page)", note: "when response-started") { row, before in
      row.isAtClient && !row.isFromClient && row.payload > 0
        && !before.contains { $0.isAtClient && !$0.isFromClient && $0.payload > 0 }
    },
    Start(words: "when down 4 KB", client: "get 3 http://10.83.0.1/bytes/20000", note: "when 4 KB down") {
      row, before in
      func bytes(_ rows: ArraySlice<Row>) -> Int {
        rows.reduce(0) { $0 + ($1.isAtClient && !$1.isFromClient ? $1.payload : 0) }
      }
      return bytes(before) < 4000 && bytes(before + [row]) >= 4000
    },
    Start(
      words: "when up 1 MB",
      client: "head -c 1200000 /dev/zero >body; get 3 -H Expect: --data-binary @body http://10.83.0.1/upload",
      note: "when 1 MB up"
    ) { row, before in
      func bytes(_ rows: ArraySlice<Row>) -> Int {
        rows.reduce(0) { $0 + (!$1.isAtClient && $1.isFromClient ? $1.payload : 0) }
      }
      return bytes(before) < 1_000_000 && bytes(before + [row]) >= 1_000_000
    },
    Start(
      words: #"when http "GET /search*""#,
      client: "get 3 http://10.83.0.1/status/200 http://10.83.0.1/ --next -4 -s \(page)",
      note: #"when http "GET /search*""#
    ) { row, before in
      let requests = before.count { !$0.isAtClient && $0.isFromClient && $0.payload > 0 }
      return !row.isAtClient && row.isFromClient && row.payload > 0 && requests == 2
    },
  ]

  @Test(arguments: starts) func aPhaseStartsWithWhatItIsToldToWaitFor(_ start: Start) throws {
    let run = try RunCapture("--then 'LTE \(start.words)'", client: start.client)
    let switches = run.switches
    try #require(switches.count == 1, "\(switches) \(run.errors)")
    let (index, note) = switches[0]
    #expect(note == "profile: LTE, \(start.note)")
    #expect(start.isIt(run.rows[index], run.rows[..<index]), "\(run.rows[...index].suffix(3))")
    #expect(run.rows[index...].allSatisfy { $0.fate.hasPrefix("LTE: ") })
    #expect(run.rows[..<index].allSatisfy { $0.fate.hasPrefix("Clean: ") })
  }

  @Test func aPhaseStartsWhenNothingHasCrossedForAWhile() throws {
    let run = try RunCapture("--then 'LTE when idle 1 s'", client: "get 3 \(Self.page); sleep 1.2; get 3 \(Self.page)")
    let switches = run.switches
    try #require(switches.count == 1 && switches[0].index > 0, "\(switches) \(run.errors)")
    #expect(switches[0].note == "profile: LTE, when idle 1 s")
    #expect(run.rows[switches[0].index].time - run.rows[switches[0].index - 1].time >= 1)
  }

  @Test func flaps() throws {
    let run = try RunCapture(
      "--profile Wi-Fi --then 'Black Hole after 600 ms for 300 ms, repeat'",
      client: "for i in $(seq 22); do get 0.2 \(Self.page) 2>/dev/null; sleep 0.1; done; true")
    let notes = run.switches.map(\.note)
    #expect(notes.count >= 3)
    #expect(Set(notes) == ["profile: Black Hole, after 600 ms", "profile: Wi-Fi, after 300 ms"])
    // Nothing comes down while it is dead, and nothing is lost while it is not.
    for row in run.rows where row.isEntering && !row.isFromClient {
      #expect(row.fate.contains("dropped by loss") == row.fate.hasPrefix("Black Hole: "), "\(row)")
    }
    #expect(run.rows.contains { $0.fate == "Black Hole: dropped by loss" })
  }

  @Test func isSlowThenDeadOnceTrafficIsUnderway() throws {
    let run = try RunCapture(
      "--profile 'Slow Net' --then 'Black Hole when response-started'",
      client: "get 2 http://10.83.0.1/search.json?rpp=100\\&q=apple; [ $? = 28 ]")
    let switches = run.switches
    try #require(switches.count == 1, "\(switches) \(run.errors)")
    #expect(switches[0].note == "profile: Black Hole, when response-started")
    let after = run.rows[switches[0].index...].filter {
      $0.isEntering && !$0.isFromClient && !$0.fate.hasPrefix("Slow")
    }
    #expect(!after.isEmpty && after.allSatisfy { $0.fate == "Black Hole: dropped by loss" })
    // What the link had accepted before still comes.
    #expect(run.rows[(switches[0].index + 1)...].contains { $0.isAtClient && !$0.isFromClient && $0.payload > 0 })
  }

  @Test func isGoodForSomeBytesThenEdge() throws {
    let run = try RunCapture(
      "--profile Wi-Fi --then 'Edge when down 100 KB'", client: "get 2 http://10.83.0.1/bytes/400000; true")
    let switches = run.switches
    try #require(switches.count == 1, "\(switches) \(run.errors)")
    #expect(switches[0].note == "profile: Edge, when 100 KB down")
    let entered = run.rows.filter { $0.isEntering && !$0.isFromClient && $0.payload > 0 && $0.fate.hasPrefix("Edge: ") }
    // 1500 B at 240 kbps are 50 ms, and 400 ms are the way.
    #expect(entered.count > 5)
    #expect(entered.allSatisfy { !$0.fate.hasSuffix(" us") && !$0.fate.hasSuffix("delayed 0 s") })
  }

  @Test func changesOneDirectionAlone() throws {
    let run = try RunCapture(
      "--then '{ delay: 70 ms } down when syn'", client: "get 3 \(Self.page)")
    try #require(run.switches.count == 1, "\(run.switches) \(run.errors)")
    let rows = run.rows[run.switches[0].index...].filter(\.isEntering)
    #expect(rows.contains { !$0.isFromClient } && rows.contains { $0.isFromClient })
    for row in rows { #expect(row.fate.hasSuffix(row.isFromClient ? ": delayed 0 s" : ": delayed 70 ms"), "\(row)") }
  }

  @Test func ramps() throws {
    let run = try RunCapture(
      "--profile '{ bandwidth: 10 Mbps to 100 kbps over 3 s, delay: 5 ms to 300 ms over 3 s }'",
      client: "get 5 http://10.83.0.1/bytes/9000000; true")
    func bytes(_ span: Range<Double>) -> Int {
      run.rows.filter { $0.isAtClient && !$0.isFromClient && span.contains($0.time) }.reduce(0) { $0 + $1.payload }
    }
    // The first two seconds carry 13 Mbit, and still 1.7 if the client starts in the last half of them. Half a second after
    // the ramp carries 0.05.
    #expect(bytes(0..<2) > 5 * bytes(3.3..<3.8), "\(bytes(0..<2)) \(bytes(3.3..<3.8)) \(run.errors)")
    #expect(bytes(3.3..<3.8) > 0)
    let late = run.rows.filter { $0.isEntering && $0.isFromClient && $0.time > 3.1 }
    #expect(late.allSatisfy { !$0.fate.hasSuffix(" us") && !$0.fate.hasSuffix("delayed 5 ms") })
  }
}
