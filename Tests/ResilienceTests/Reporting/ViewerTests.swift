import Foundation
import Testing

@testable import Resilience

/// The HTML report in a real browser, from a file: headless Chromium draws it, and says what it drew.
@Suite struct ViewerTests {
  private static let chromium =
    "chromium --headless --no-sandbox --disable-gpu --user-data-dir=profile --virtual-time-budget=20000"

  /// The page's elements after its script has run.
  private func drawn(_ report: SuiteReport, at fragment: String = "") throws -> String {
    return try ReportTests.run(
      "command -v chromium >/dev/null || { echo 'install chromium: scripts/setup test' >&2; exit 1; }; timeout 90 \(Self.chromium) --dump-dom \"file://$PWD/input.html\(fragment)\"",
      try ReportFormat.html.text(of: report))
  }

  @Test func wordsAreShownAsWords() throws {
    let page = try drawn(ReportTests.all, at: "#a.fail")
    #expect(page.contains("FAIL </span>a.fail"), "\(page.suffix(2000))")
    // The client's own words became text: no element was made of them.
    #expect(page.contains("&lt;c&gt; &amp; 'd' &lt;/script&gt;"))
    #expect(page.contains("class=\"packet lost\""))
    #expect(page.contains("Download the capture</button>"))
    #expect(page.contains("class=\"band\"") && page.contains("told to cancel"))
  }

  @Test func aReportOpensWithAllScenarios() throws {
    let page = try drawn(ReportTests.all)
    #expect(page.contains("All scenarios</h2>"), "\(page.suffix(2000))")
    #expect(page.components(separatedBy: "class=\"cell ").count - 1 == ReportTests.all.scenarios.count)
  }

  /// An address names a scenario and a packet, whatever stands beside them.
  @Test func anAddressLeadsToAPacket() throws {
    let page = try drawn(ReportTests.all, at: "#c.error/run-2/packet-1")
    #expect(
      page.contains("ERROR </span>c.error (2)") && page.contains("<tr class=\"up cited lost chosen\">"),
      "\(page.suffix(2000))")
  }

  @Test func failuresAreFirst() throws {
    let page = try drawn(ReportTests.all)
    let places = ["a.fail", "c.error", "b.warn", "a.pass", "b.na"].map { page.range(of: "href=\"#\($0)\"")?.lowerBound }
    #expect(places.allSatisfy { $0 != nil } && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }

  @Test func clientsStandSideBySide() throws {
    var other = ReportTests.report([ReportTests.scenario("a.x", "fail"), ReportTests.scenario("b.x", "pass")])
    other.clientVersion = "wget 1.21"
    let matrix = SuiteReport.sideBySide([
      ("curl", ReportTests.report([ReportTests.scenario("a.x", "pass"), ReportTests.scenario("b.x", "warn")])),
      ("wget", other),
    ])
    let page = try drawn(matrix)
    #expect(page.contains("<code>wget: wget 1.21</code>") && page.contains("aria-label=\"fail: a.x, wget: wget 1.21\""))
    #expect(try drawn(matrix, at: "#a.x/B").contains("FAIL </span>a.x"))
  }

  @Test func aThousandScenariosAreListed() throws {
    let scenarios = (0..<1000).map { ReportTests.scenario("family\($0 / 50).n\($0)", $0 % 7 == 0 ? "fail" : "pass") }
    let page = try drawn(ReportTests.report(scenarios))
    #expect(page.contains("data-index=\"999\"") && page.contains("1000 scenarios in"))
  }

  /// The words of hostile clients, servers and files run no script: neither as they stand in the page, nor as the page shows them.
  @Test(arguments: ["", "#hostile.n0/A", "#hostile.n1/B", "#hostile.n2/C"]) func noScriptButOursRuns(
    at fragment: String
  ) throws {
    let page = try drawn(ReportTests.hostile, at: fragment)
    #expect(page.contains("headwind report</title>") && !page.contains("<title>owned"))
    #expect(page.contains(fragment.isEmpty ? "All scenarios</h2>" : "On the wire</h3>"), "\(page.suffix(2000))")
  }

  /// Were there a way to put an element into the page, the browser would still not run it.
  @Test func thePolicyStopsWhatGetsIn() throws {
    let elements = """
      <script>document.title = 'owned'</script>
      <img src='data:image/png,x' onerror="document.title = 'owned'"><style>main { display: none }</style>
      """
    let text = try ReportFormat.html.text(of: ReportTests.all).replacing("<noscript>", with: elements + "<noscript>")
    let dump = "timeout 90 \(Self.chromium) --dump-dom \"file://$PWD/input.html\""
    let page = try ReportTests.run(dump, text)
    #expect(page.contains("<title>headwind report</title>") && page.contains("All scenarios</h2>"))
    // Without the policy the same page is owned: the test can tell.
    let bare = try ReportTests.run(
      "sed -i 's/http-equiv=.Content-Security-Policy./name=none/' input.html; \(dump)", text)
    #expect(bare.contains("<title>owned</title>"))
  }

  @Test func nothingIsFetched() throws {
    let text = try ReportFormat.html.text(of: ReportTests.report([]))
    for word in ["src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest"] {
      #expect(!text.contains(word), "\(word)")
    }
  }
}
