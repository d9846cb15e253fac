import TestSupport
import Testing

/// `headwind test watch`: what makes it run again, and in which order.
@Suite(.waiting) struct WatchCommandTests {
  /// Runs the command in the background, lets the shell do something, and ends it with SIGINT.
  private func watch(_ words: String, files: [String: String], then script: String) throws -> ToolResult {
    try TemporaryFolder.with { folder in
      for (name, text) in files { try Files.write(text, to: folder + "/" + name) }
      return try Shell.run(
        """
        cd '\(folder)' || exit
        # A shell's background job ignores SIGINT unless it has job control.
        set -m
        '\(BuiltProducts.headwind)' test watch --captures captures \(words) >log 2>&1 &
        process=$!
        # Waits until the log has so many lines with these words.
        seen() { for i in $(seq 600); do [ "$(grep -c "$2" log)" -ge "$1" ] && return; sleep 0.1; done; }
        \(script)
        kill -INT $process; wait $process; status=$?
        cat log; ls -a captures; exit $status
        """)
    }
  }

  private static let client = """
    case $HEADWIND_SCENARIO in contract*) exit 127;; esac
    curl -sS --noproxy '*' -o "$HEADWIND_OUTPUT" "$HEADWIND_URL" || true
    exit 0

    """

  @Test func aChangeRunsWhatFailedFirst() throws {
    let result = try watch(
      "--only head.eof --only body.close-delimited --only body.pause -- sh client.sh",
      files: ["client.sh": Self.client],
      then: """
        seen 1 'waiting for a file'
        sed -i 's/ || true/ || exit 1/' client.sh
        seen 2 'waiting for a file'
        mkdir -p .git node_modules; touch .git/x node_modules/x captures/y; sleep 2
        """)
    #expect(result.status == 130, "\(result.output)")
    let lines = result.output.split(separator: "\n").map { String($0) }
    let changed = try #require(lines.firstIndex { $0.contains("client.sh changed") }, "\(result.output)")
    #expect(lines[..<changed].contains { $0.hasPrefix("FAIL  head.eof") }, "\(result.output)")
    #expect(lines[(changed + 1)...].first { $0.hasPrefix("PASS") }?.contains("head.eof") == true, "\(result.output)")
    #expect(lines.contains("3 scenarios: 3 passed"), "\(result.output)")
    #expect(lines.count { $0.contains(" changed") } == 1, "\(result.output)")
    #expect(!lines.contains(".lock") && !lines.contains { $0.hasSuffix(".plan") }, "\(result.output)")
  }

  @Test func aChangeDuringARunBeginsAgain() throws {
    let result = try watch(
      "--only body.pause --only head.eof --watch-path source -- sh client.sh",
      files: ["client.sh": Self.client.replacing("|| true", with: "|| exit 1"), "source": "a"],
      then: """
        seen 1 'PASS  head.eof'; echo b > source
        seen 1 'waiting for a file'; touch other; sleep 1.5
        """)
    #expect(result.status == 130, "\(result.output)")
    #expect(result.output.contains("source changed; beginning again"), "\(result.output)")
    #expect(
      result.output.contains("2 scenarios: 2 passed") && !result.output.contains("other changed"), "\(result.output)")
  }
}
