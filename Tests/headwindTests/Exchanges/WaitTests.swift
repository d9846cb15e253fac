import Exchanges
import TestSupport
import Testing
import TextOutput
import Wire

@testable import headwind

/// What clients waited, and the connections that failed before any request.
@Suite(.waiting) struct WaitTests {
  private static let failures = Repository.file("Tests/headwindTests/Fixtures/failures.pcap")

  private static func run(_ words: String) throws -> ToolResult {
    try Shell.run(
      "captures=\(Repository.file("captures/recorded")); failures=\(failures); cd $folder\n" + words,
      tools: ["jq": "jq"])
  }

  private static func exchanges(_ steps: [TalkStep]) -> [HTTPExchange] {
    var options = HTTPOptions()
    options.resolvesNames = true
    options.reportsFailures = true
    return HTTPReader.exchanges(of: steps, options)
  }

  /// The wait for the answer to a SYN is part of the total, and no part of the request's own time.
  @Test func theTotalBeginsWithTheConnection() throws {
    let exchanges = Self.exchanges([
      (0, true, .syn, ""), (20, false, [.syn, .ack], ""), (20, true, .ack, ""),
      (21, true, .ack, "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n"),
      (41, false, .ack, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"), (51, false, .ack, "ok"),
      (100, true, .ack, "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n"),
      (150, false, .ack, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    ])
    #expect(exchanges.map(\.total) == [51_000_000, 50_000_000])
    #expect(exchanges.map(\.requestTime) == [30_000_000, 50_000_000])
    let first = try #require(exchanges.first).timings
    #expect(
      (first.connect, first.blocked, first.wait, first.receive) == (20_000_000, 1_000_000, 20_000_000, 10_000_000))
    #expect(exchanges.allSatisfy { $0.timings.total == $0.total })
  }

  @Test func silenceAndRefusalAreOutcomes() {
    let silent = Self.exchanges([(0, true, .syn, ""), (1000, true, .syn, ""), (3000, true, .syn, "")])
    #expect(silent.map(\.outcome) == [.unconnected(.unanswered(attempts: 3))])
    #expect(silent.map(\.total) == [3_000_000_000])
    let refused = Self.exchanges([(0, true, .syn, ""), (7, false, [.rst, .ack], "")])
    #expect(refused.map(\.outcome) == [.unconnected(.refused)] && refused.first?.timings.connect == 7_000_000)
    let left = Self.exchanges([(0, true, .syn, ""), (7, false, [.syn, .ack], ""), (8, true, .rst, "")])
    #expect(left.isEmpty)
  }

  /// On real traffic, each kind of failure has a row with its phases, which add up to the total.
  @Test func failuresOfARealClientAreRows() throws {
    let result = try Self.run(
      """
      "$headwind" http -r $failures --json --failed | jq -c '[.outcome, .host]'
      "$headwind" http -r $failures --fields trouble --failed
      for file in $failures $captures/*.pcapng; do
        "$headwind" http -r $file --json | jq -c 'select((.total - ([.dns, .connect, .tls, .blocked, .send, .wait, .receive] | map(. // 0) | add) | fabs) > 0.000001)'
      done
      """)
    #expect(
      result.lines == [
        "[\"complete\",\"127.0.0.1:8080\"]", "[\"refused\",null]", "[\"reset_by_server\",\"127.0.0.1:8082\"]",
        "[\"tls_alert\",\"x.example\"]", "[\"name_not_found\",\"nowhere.example\"]", "[\"connect_unanswered\",null]",
        "[\"connect_unanswered\",null]", "[\"connect_unanswered\",null]",
        "[\"name_server_failed\",\"broken.example\"]", "[\"name_unanswered\",\"silent.example\"]",
        "connection refused", "no answer to 2 SYNs", "no answer to 5 SYNs", "no answer to 5 SYNs", "reset by server",
        "TLS alert by client: Unknown CA", "name not found", "name server failed (SERVFAIL)",
        "no answer to 2 DNS queries",
      ], "\(result.output) \(result.errors)")
  }

  @Test func rowsAreSortedGroupedAndDrawn() throws {
    let result = try Self.run(
      """
      "$headwind" http -r $failures --slowest 2 --fields number
      "$headwind" http -r $failures --sort size --fields wire | head -2
      "$headwind" http -r $failures --sort status --fields http.response.code | head -2
      "$headwind" http -r $failures --group host --json | jq -c 'select(.host == "127.0.0.1:8080") | [.count, .failed, .bytes, .max]'
      "$headwind" http -r $failures --group path | cut -f 1 | head -2
      "$headwind" http -r $failures --waterfall --fields number | sed -n 4p
      """)
    #expect(
      result.lines.map { $0.filter { $0 != "\t" && $0 != " " } } == [
        "10", "11", "5114", "123", "200", "200", "[3,1,5353,0.201134]", "path", "127.0.0.1:8081", "4c",
      ], "\(result.output) \(result.errors)")
  }

  @Test(arguments: [
    ("--sort speed", "--sort"), ("--slowest 0", "from 1"), ("--slowest 1 --sort total", "without --sort"),
    ("--group host --waterfall", "--group cannot"), ("--json --sort total", "jq"), ("--failed --show 1", "--failed"),
    ("--messages --group host", "--messages cannot"), ("--group street", "host"),
  ])
  func complaintsSayWhatToDo(words: String, said: String) throws {
    let result = try Self.run("\"$headwind\" http -r $failures \(words)")
    #expect(result.status == 2 && result.errors.contains(said), "\(result.status) \(result.errors)")
  }

  private static func row(_ number: Int) -> HTTPRow { HTTPRow(number: number, cells: ["\(number)"], meanings: [nil]) }

  /// Few rows are kept of many, and those are the first.
  @Test func aRankingKeepsTheBest() {
    var ranking = RowRanking(limit: 3, memory: 1 << 20)
    for number in 1...1000 {
      ranking.add(.init(rank: .number(Int64(number * 7919 % 1009)), row: Self.row(number), phases: nil))
    }
    #expect(ranking.take().map(\.rank) == [.number(1), .number(3), .number(4)] || ranking.omitted == 997)
    var small = RowRanking(limit: nil, memory: 10_000)
    for number in 1...1000 { small.add(.init(rank: .number(Int64(number)), row: Self.row(number), phases: nil)) }
    let rows = small.take()
    #expect(rows.first?.row.number == 1 && rows.count < 40 && small.evicted == 1000 - rows.count)
  }
}
