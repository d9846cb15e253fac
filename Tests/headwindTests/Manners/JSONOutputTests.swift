import Foundation
import TestSupport
import Testing

/// `--json` of all commands: what the tables say, for programs, in the dialect of docs/json.md.
@Suite(.waiting) struct JSONOutputTests {
  @Test(arguments: [
    (
      "profile list --json",
      "map(select(.kind == \"profile\" and .name == \"Slow Net\")) | .[0] | [.downlink, .downlink_bandwidth, .downlink_delay]",
      "[\"32 kbps, 100 ms\",32000,0.1]"
    ),
    (
      "profile list --json", "map(select(.kind == \"timeline\")) | map(.name) | index(\"Flapping Wi-Fi\") != null",
      "true"
    ),
    (
      "profile show 'slow net' --json", ".[0] | [.name, .uplink_delay, (.yaml | startswith(\"name: Slow Net\"))]",
      "[\"Slow Net\",0.1,true]"
    ),
    ("test --list --json", "map(select(.id == \"head.stall\")) | .[0].summary | length > 5", "true"),
    ("test --list --json", "length == ($lines | tonumber)", "true"),
    ("doctor --json", ".[0].items | map(.name) | index(\"kernel\")", "0"),
    ("link list --json", "length", "0"),
    ("capture -D --json", "map(.number) == [range(1; length + 1)]", "true"),
  ])
  func isWhatTheTableSays(words: String, query: String, expected: String) throws {
    let script = """
      lines=$("$headwind" test --list | wc -l)
      "$headwind" \(words) > $folder/out || exit 1
      jq -src --arg lines $lines '\(query)' $folder/out
      """
    let result = try Shell.run(script, tools: ["jq": "jq"], isolated: true)
    #expect(result.lines == [expected], "\(result.everything)")
  }

  @Test func aLinkIsAnObject() throws {
    let script = """
      "$headwind" link up json-test -q --profile 'Slow Net' --seed 7 || exit 1
      "$headwind" link list --json | jq -rc 'select(.name == "json-test") | [.answers, .status.profile, .status.kind, .status.seed, .status.uplink_packets]'
      "$headwind" link down json-test
      """
    let result = try Shell.run(script, tools: ["jq": "jq"], isolated: true)
    #expect(result.lines == ["[true,\"Slow Net\",\"private\",7,0]"], "\(result.everything)")
  }

  /// Each prints at least one line.
  private static let commands = [
    "http $clean --json", "http $clean --json --show 1", "http $clean --group host --json", "export jsonl $clean",
    "stats conversations $clean --json", "stats endpoints $clean --json", "stats io $clean --json",
    "stats dns $clean --json",
    "stats http $clean --json", "stats protocols $clean --json", "capture -D --json", "profile list --json",
    "profile show 3G --json", "profile show 'Flapping Wi-Fi' --json",
    "profile check good.yaml bad.yaml nowhere.yaml --json",
    "scenario check suite.yaml bad.yaml --json", "lab check lab.yaml bad.yaml --json", "link list --json",
    "test --list --json",
    "test --clients --json",
    "test --bisect delay --from '0 ms' --to '20 ms' --precision '20 ms' --json -- curl -sS -o {output} {url}",
    "report compare a.json b.json --json", "report trend store --json", "doctor --json", "doctor --fix --json",
    "verify --quick --quiet --profile '{ delay: 5 ms }' --json",
  ]

  /// Every value is on a line of its own, its names are in snake_case, and no number is written as text.
  @Test func allCommandsSpeakOneDialect() throws {
    let tries = Self.commands.map { "try '\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: "\n")
    let result = try Shell.run(
      """
      cd $folder; clean='\(Repository.file("captures/recorded/clean.pcapng"))'
      printf 'name: good\n' > good.yaml; printf 'name: bad\nuplink: { delya: 1 s }\n' > bad.yaml
      "$headwind" scenario new suite.yaml >/dev/null
      "$headwind" lab new lab.yaml >/dev/null
      for name in a b; do
        "$headwind" test suite.yaml --captures c --report json=$name.json --report store=store -- curl -sS {url} >/dev/null 2>&1
      done
      "$headwind" link up json-test -q || exit 1
      cat > check.py <<'END'
      import json, re, sys
      count = 0
      def check(value, place):
        if isinstance(value, dict):
          for name, inner in value.items():
            # Header fields are named by others, and are text.
            if name.endswith('headers') or name.endswith('_json'): continue
            assert re.fullmatch('[a-z0-9]+(_[a-z0-9]+)*', name), f'{place}: the name {name}'
            check(inner, place + '.' + name)
        elif isinstance(value, list):
          for inner in value: check(inner, place)
        elif isinstance(value, str):
          # Versions, addresses and what clients said are text.
          assert not re.fullmatch(r'-?\\d+(\\.\\d+)?', value) or re.search('version|item|body|text', place), f'{place}: the text {value}'
      for line in sys.stdin:
        value = json.loads(line); count += 1
        assert isinstance(value, dict), line
        check(value, '')
      assert count > 0, 'no line'
      print('ok')
      END
      try() { eval "\"\\$headwind\" $1" 2>/dev/null | python3 check.py || echo "$1"; }
      \(tries)
      "$headwind" link down json-test
      """, tools: ["python3": "python3", "curl": "curl"], isolated: true)
    #expect(result.lines == Self.commands.map { _ in "ok" }, "\(result.everything)")
  }

  /// Whoever adds `--json` to a command adds it to the list above and to the page.
  @Test func everyCommandWithJSONIsOnThePageAndInTheTest() throws {
    let result = try Shell.run(
      """
      "$headwind" --experimental-dump-help > $folder/help
      python3 - $folder/help <<'END'
      import json, sys
      def walk(command, path):
        names = [n["name"] for a in command.get("arguments", []) for n in a.get("names") or []]
        if "json" in names: print(" ".join(path[1:]))
        for inner in command.get("subcommands", []): walk(inner, path + [inner["commandName"]])
      command = json.load(open(sys.argv[1]))["command"]
      walk(command, [command["commandName"]])
      END
      """, tools: ["python3": "python3"])
    let page = try String(contentsOfFile: Repository.file("docs/json.md"), encoding: .utf8)
    #expect(result.lines.count > 10, "\(result.everything)")
    for command in result.lines {
      #expect(page.contains("`\(command) ") || page.contains("`\(command)`"), "\(command)")
      let tried = Self.commands.contains { $0.hasPrefix(command + " ") }
      #expect(tried || command == "gateway devices", "\(command)")
    }
  }
}
