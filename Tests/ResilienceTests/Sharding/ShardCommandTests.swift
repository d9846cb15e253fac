import TestSupport
import Testing

@testable import Resilience

/// `headwind test --shard` and `headwind report merge`, with a real client.
@Suite(.waiting) struct ShardCommandTests {
  private static let client = "-- curl -sS --noproxy x -m {deadline} {url}"

  private static func ids(_ options: String, files: [String: String] = [:]) throws -> [String] {
    let result = try BuiltCommand.test("--list \(options)", files: files)
    #expect(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("headwind:") && !$0.hasPrefix(" ") }
      .compactMap { $0.split(separator: " ").first.map { String($0) } }
  }

  @Test func theShardsAreTheSuite() throws {
    let all = try Self.ids("")
    let shards = try (1...5).map { try Self.ids("--shard \($0)/5") }
    #expect(shards.flatMap(\.self).sorted() == all.sorted() && all.count > 40)
    // Deadlines are at most a few times as long as others, so shards by deadline are about equally long.
    let counts = shards.map(\.count)
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) < all.count / 5, "\(counts)")
  }

  @Test func aLongScenarioHasAShardOfItsOwn() throws {
    var scenarios = ["head.stall", "head.eof", "connect.refused"].map { ReportTests.scenario($0, "pass") }
    for index in scenarios.indices { scenarios[index].took = index == 1 ? 60 : 1 }
    let report = try ReportFormat.json.text(of: ReportTests.report(scenarios))
    let only = "--only head.stall --only head.eof --only connect.refused"
    let shard = { (number: Int) in
      try Self.ids("\(only) --shard \(number)/2 --shard-by last.json", files: ["last.json": report])
    }
    #expect(try shard(1) == ["head.eof"])
    #expect(try shard(2).sorted() == ["connect.refused", "head.stall"])
  }

  @Test func aFirstRunHasNoEarlierReport() throws {
    let result = try BuiltCommand.test("--list --only 'head.*' --shard 1/2 --shard-by last.json")
    #expect(result.status == 0 && result.output.contains("there is no last.json: dividing"), "\(result.output)")
    let broken = try BuiltCommand.test("--list --shard 1/2 --shard-by last.json", files: ["last.json": "{"])
    #expect(broken.status == 3 && broken.output.contains("last.json: this is not a report"), "\(broken.output)")
    let alone = try BuiltCommand.test("--list --shard-by last.json")
    #expect(alone.status == 2 && alone.output.contains("--shard-by needs --shard"), "\(alone.output)")
  }

  /// What is said to be missing is run by the very command that is printed, and the whole is merged then.
  @Test func aGapIsRefusedAndItsCommandFillsIt() throws {
    let suite = "--only connect.refused --only head.eof --only body.close-delimited --deadline 2"
    let headwind = "'\(BuiltProducts.headwind)'"
    let script = """
      headwind() { \(headwind) "$@"; }
      for n in 1 3; do headwind test --captures c --repeat-errors 6 --shard $n/3 \(suite) --report json=$n.json \(Self.client) >/dev/null 2>&1; done
      headwind report merge 1.json 3.json --report json=all.json; echo "refused with $?"
      test -e all.json || echo nothing is written
      headwind report merge 1.json 3.json --allow-gaps --report junit=gaps.xml >/dev/null 2>&1; echo "allowed with $?"
      grep -c 'name="complete"' gaps.xml
      eval "$(headwind report merge 1.json 3.json 2>&1 | sed -n 's/^  headwind test /headwind test --captures c --repeat-errors 6 /p')" >/dev/null 2>&1
      headwind report merge 1.json 2.json 3.json --report json=all.json; echo "merged with $?"
      headwind report merge 1.json 2.json 1.json; echo "twice with $?"
      headwind report merge all.json; echo "again with $?"
      """
    let result = try BuiltCommand.test("--list --only head.eof", after: script)
    let output = result.output
    #expect(output.contains("headwind: shard 2 of 3 is missing: "), "\(output)")
    #expect(output.contains("headwind test --shard 2/3 "), "\(output)")
    #expect(output.contains("refused with 130\nnothing is written\nallowed with 130\n1\n"), "\(output)")
    #expect(output.contains("3 scenarios: 3 passed\nheadwind: wrote all.json\nmerged with 0"), "\(output)")
    #expect(output.contains("is in 1.json and in 1.json") && output.contains("twice with 2"), "\(output)")
    #expect(output.hasSuffix("3 scenarios: 3 passed\nagain with 0\n"), "\(output)")
  }

  /// A report says how long a scenario took, where it is defined, and what the whole suite is.
  @Test func aReportSaysWhatTheSuiteIs() throws {
    let suite = """
      # a comment
      scenarios:
        - id: own.eof
          http: { connections: [[read-request, close]] }
          ask: http://api.test/item
          shows: request-sent
          expect: [{ must: fail }]
      """
    let result = try BuiltCommand.test(
      "own.yaml --report json=r.json \(Self.client) >/dev/null", files: ["own.yaml": suite],
      after: """
        python3 -c 'import json; r = json.load(open("r.json")); s = r["scenarios"][0]
        print(s["place"]["file"], s["place"]["line"], 0 < s["took"] < 60, r["outline"]["scenarios"], r["outline"]["arguments"])'
        """)
    #expect(
      result.output.hasSuffix("own.yaml 3 True ['own.eof'] ['own.yaml', '--deadline', '5']\n"), "\(result.output)")
  }
}
