import TestSupport
import Testing

@testable import Resilience

/// `headwind report add` and `headwind report trend`, on what a real client did.
@Suite(.waiting) struct TrendCommandTests {
  /// Two versions of a client, of which the second one ignores failures.
  @Test func aFolderTellsWhenAVerdictChanged() throws {
    let headwind = "'\(BuiltProducts.headwind)'"
    let script = """
      headwind() { \(headwind) "$@"; }
      run() { headwind test --captures c --repeat-errors 6 --only head.eof --only connect.refused --deadline 2 --client-version "$1" --report store=store \\
        -- sh "$PWD/client" {url} 2>&1 | grep -c 'wrote store/2'; }
      echo 'exec curl -sS -m 2 "$1"' >client; run 1.0; run 1.0
      echo 'curl -sS -m 2 "$1"; exit 0' >client; run 1.1
      echo rubbish >store/rubbish.json
      ls store | grep -c -E '^20[0-9]{6}T[0-9]{6}\\.[0-9]{3}Z-[0-9a-f]{16}\\.json$'
      headwind report trend store; echo "trend with $?"
      headwind report trend store --json --scenario head.eof 2>/dev/null | python3 -c 'import json, sys; row = json.loads(sys.stdin.readline())
      print(row["id"], [c["after"]["version"] for c in row["changes"]], row["times"]["count"])'
      headwind report trend store --markdown --since 1h 2>/dev/null | grep -c '^| `'
      headwind report trend store --html trend.html; grep -c '<tr><td>' trend.html
      headwind report trend store --since 2999-01-01 2>/dev/null | head -n 1
      headwind report trend store --since yesterday; echo "since with $?"
      headwind report trend nowhere; echo "nowhere with $?"
      headwind test --captures c --repeat-errors 6 --only head.eof --deadline 2 --report json=r.json -- curl -sS {url} >/dev/null 2>&1
      headwind report add store r.json && headwind report add store r.json | wc -l; ls store | wc -l
      headwind test --list --shard 1/2 --shard-by store >/dev/null; echo "divided with $?"
      """
    let result = try BuiltCommand.test("--list --only head.eof", after: script)
    let output = result.output
    #expect(output.contains("\n1\n1\n1\n3\n"), "\(output)")
    #expect(output.contains("headwind: store/rubbish.json is left out: this is not a report"), "\(output)")
    #expect(output.contains("head.eof                 PASS -> FAIL, between 1.0 (2"), "\(output)")
    #expect(output.contains("..F") && output.contains("trend with 0"), "\(output)")
    #expect(output.contains("head.eof ['1.1'] 3\n2\n"), "\(output)")
    #expect(output.contains("headwind: wrote trend.html\n2\n0 reports, 0 clients\n"), "\(output)")
    #expect(output.contains("'yesterday' is neither a day") && output.contains("since with 2"), "\(output)")
    #expect(output.contains("cannot read the folder nowhere") && output.contains("nowhere with 4"), "\(output)")
    #expect(output.contains("1\n5\ndivided with 0\n"), "\(output)")
  }
}
