import TestSupport
import Testing

/// `--json` of the lists: what the tables say, for programs.
@Suite(.waiting) struct JSONOutputTests {
  @Test(arguments: [
    (
      "profile list --json", "[.[] | select(.kind == \"profile\" and .name == \"Slow Net\")] | .[0].downlink",
      "32 kbps, 100 ms"
    ),
    (
      "profile list --json", "[.[] | select(.kind == \"timeline\")] | map(.name) | index(\"Flapping Wi-Fi\") != null",
      "true"
    ),
    ("test --list --json", "map(select(.id == \"head.stall\")) | .[0].summary | length > 5", "true"),
    ("test --list --json", "length == ($lines | tonumber)", "true"),
    ("doctor --json", ".items | map(.name) | index(\"kernel\")", "0"),
    ("link list --json", ".", "[]"),
  ])
  func isWhatTheTableSays(words: String, query: String, expected: String) throws {
    let script = """
      lines=$("$headwind" test --list | wc -l)
      "$headwind" \(words) > $folder/out || exit 1
      jq -rc --arg lines $lines '\(query)' $folder/out
      """
    let result = try Shell.run(script, tools: ["jq": "jq"], isolated: true)
    #expect(result.lines == [expected], "\(result.everything)")
  }

  @Test func aLinkIsAnObject() throws {
    let script = """
      "$headwind" link up json-test -q --profile 'Slow Net' || exit 1
      "$headwind" link list --json | jq -rc '.[] | select(.name == "json-test") | [.answers, .status.profile, .status.kind]'
      "$headwind" link down json-test
      """
    let result = try Shell.run(script, tools: ["jq": "jq"], isolated: true)
    #expect(result.lines == ["[true,\"Slow Net\",\"private\"]"], "\(result.everything)")
  }
}
