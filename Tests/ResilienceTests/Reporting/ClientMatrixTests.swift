import TestSupport
import Testing

@testable import Resilience

/// Reports of several clients beside each other.
@Suite(.waiting) struct ClientMatrixTests {
  private func scenario(_ id: String, _ kind: Verdict.Kind, turn: Int = 1, packets: [PacketRow] = []) -> ScenarioReport
  {
    let finding = ScenarioReport.Finding(
      kind: kind.rawValue, requirement: "MUST", demand: "fail", finding: kind == .pass ? "" : "it did not", packets: [3]
    )
    return ScenarioReport(
      id: id, turn: turn, summary: "what happens", rationale: "why.", source: "RFC 9112", kind: kind.rawValue,
      behaviour: "ended", findings: [finding], deadline: 5, client: nil, phases: [], packets: packets,
      omittedPackets: 0,
      exchanges: [], capture: "", captureBytes: nil, command: "headwind test --only \(id)")
  }

  private func column(_ name: String, _ scenarios: ScenarioReport...) -> ClientMatrix.Column {
    ClientMatrix.Column(
      name: name,
      report: SuiteReport(
        client: [name, "{url}"], started: 0, duration: 1, seed: 1, isComplete: true, scenarios: scenarios))
  }

  private func row(_ number: Int, _ role: String) -> PacketRow {
    PacketRow(
      number: number, time: Double(number) / 10, isUplink: true, stream: 0, role: role, length: 40,
      line: "IP a > b: Flags [.], ack 1, options [nop,TS val 1 ecr 2], length \(number)", notes: [])
  }

  private func pages(_ columns: ClientMatrix.Column..., notes: [String: String] = [:]) -> [String: String] {
    let pages = MatrixPages(ClientMatrix(columns)) { notes[$0] }.pages
    return Dictionary(uniqueKeysWithValues: pages.map { ($0.name, $0.text) })
  }

  @Test func theTableHasAllScenariosOfAllClients() {
    let pages = pages(
      column("one", scenario("a.a", .pass), scenario("a.b", .fail)),
      column("two", scenario("a.b", .warn), scenario("a.c", .notApplicable), scenario("a.d", .error)),
      notes: ["README": "Words of people."])
    #expect(
      pages["README.md"] == """
        Words of people.
        | | [one](one.md) | [two](two.md) |
        | --- | --- | --- |
        | a.a | ok |  |
        | [a.b](a.b.md) | **FAIL** | warn |
        | a.c |  | n/a |
        | a.d |  | error |
        | *passed* | 1 | 0 |
        | *warnings* | 0 | 1 |
        | *failed* | 1 | 0 |
        | *inconclusive* | 0 | 0 |

        """)
    #expect(pages.keys.sorted() == ["README.md", "a.b.md", "one.md", "two.md"])
  }

  @Test func ofRepetitionsTheWorstCounts() {
    let pages = pages(column("one", scenario("a.a", .pass), scenario("a.a", .fail, turn: 2)))
    #expect(pages["README.md"]?.contains("| [a.a](a.a.md) | **FAIL** |") == true)
  }

  @Test func aPageOfAScenarioHasItsNoteAndItsProof() throws {
    let rows = [row(1, "syn"), row(2, "ack"), row(3, "ack"), row(4, "data"), row(5, "ack"), row(6, "fin")]
    let pages = pages(
      column("one", scenario("a.a", .fail, packets: rows)), column("two", scenario("a.a", .pass)),
      notes: ["a.a": "It is documented."])
    let page = try #require(pages["a.a.md"])
    #expect(page.hasPrefix("# a.a: what happens\n\nwhy. Source: RFC 9112.\n\nIt is documented.\n"))
    #expect(page.contains("- MUST fail: it did not (packet 3)\n- ended\n"))
    #expect(page.contains("$ headwind test --only a.a\n    1  0.100  IP a > b: Flags [.], ack 1, length 1\n"))
    // The cited one is there, an acknowledgment that nobody cites is not.
    #expect(page.contains("    3  0.300"))
    #expect(!page.contains("    5  0.500"))
    #expect(page.hasSuffix("The others: two ok.\n"))
  }

  /// What clients and servers said stays text, wherever a page quotes it.
  @Test func hostileWordsMakeNoMarkup() {
    let pages = pages(
      ClientMatrix.Column(name: "one", report: ReportTests.hostile), column("two", scenario("a.a", .pass)))
    for (name, page) in pages {
      #expect(OutputOracle.harm(in: page) == nil, "\(name)")
      var isQuoted = false
      var lines: [Substring] = []
      for line in page.split(separator: "\n") {
        // Fences are ours: every one that is opened is closed, and no line between them closes it.
        if line.utf8.count >= 3, line.allSatisfy({ $0 == "`" }) {
          isQuoted.toggle()
        } else if !isQuoted, !line.hasPrefix("    ") {
          lines.append(line)
        }
      }
      #expect(!isQuoted, "\(name)")
      let prose = ReportTests.prose(of: lines.joined(separator: "\n"))
      #expect(
        !prose.contains("<script") && !prose.contains("](javascript") && !prose.contains("](http"), "\(name)")
    }
  }

  /// Many equal rows are reduced to the first and the last; a packet that a verdict cites is always kept.
  @Test func anExcerptOfManyPacketsIsShort() {
    let rows = (1...3).map { row($0, "dns") } + (4...50).map { row($0, "syn") }
    let lines = CaptureExcerpt(scenario("a.a", .fail, packets: rows)).lines
    let numbers = lines.map { $0.split(separator: " ")[0] }
    #expect(numbers == ["3", "4", "5", "6", "7", "8", "9", "...", "46", "47", "48", "49", "50"])
  }
}
