import TestSupport
import Testing

/// `headwind verify` as people call it; how exact links are is not what is tested here.
@Suite(.waiting) struct VerifyCommandTests {
  private static let who = [
    "", "unshare --user --map-user=4711 --map-group=4711 setpriv --inh-caps=-all --bounding-set=-all --",
  ]

  /// The exit status says what the table says, and the page is one that a browser shows.
  @Test(arguments: who) func measuresAndReports(_ prefix: String) throws {
    let result = try Shell.run(
      """
      \(prefix) $headwind verify --quick -q --profile '{ loss: 30 %, duplicate: 10 % }' --report $folder/page.html
      echo "status $?"
      cd $folder; export HOME=$folder
      timeout 90 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$folder/profile --virtual-time-budget=5000 \
        --dump-dom file://$folder/page.html 2>/dev/null >$folder/dom
      grep -c '<tr class="\\(ok\\|missed\\)"><td>' $folder/dom
      grep -oE 'within bounds|out of bounds' $folder/dom | head -1
      """, tools: ["chromium": "chromium", "unshare": "util-linux"])
    let lines = result.lines
    try #require(lines.count > 5, "\(result.output) \(result.errors)")
    let (words, rows, status) = (lines[lines.count - 1], lines[lines.count - 2], lines[lines.count - 3])
    #expect(status == (words == "within bounds" ? "status 0" : "status 1"), "\(result.output)")
    #expect((Int(rows) ?? 0) >= 4, "a row for loss and for duplicates, each way")
    // A tenth of the lost packets had been duplicated, so one of the two copies arrives.
    #expect(result.lines.contains { $0.contains("uplink") && $0.contains("27.000 %") }, "\(result.output)")
  }

  @Test(arguments: [
    ("--bogus", 2), ("--profile nope", 3), ("--profile '{ loss: 200 % }'", 3), ("--report /nonexistent/page.html", 4),
    ("--report /", 4),
  ])
  func refusesAtOnce(_ words: String, _ status: Int32) throws {
    let result = try Shell.run("$headwind verify \(words)")
    #expect(result.status == status, "\(result.errors)")
    // Nothing was measured before.
    #expect(!result.errors.contains("measuring") && result.output.isEmpty)
  }

  @Test func saysThatNoLinkCanBeMade() throws {
    let result = try Shell.run(
      "echo 0 > /proc/sys/user/max_net_namespaces; $headwind verify --quick --profile Clean", isolated: true)
    #expect(result.status == 4, "\(result.errors)")
  }
}
