import TestSupport
import Testing
import TextOutput

@testable import Resilience

/// The folder of reports, and what is told about it.
@Suite(.waiting) struct ReportTrendTests {
  /// A run a day.
  private static func entry(
    day: Int, _ kinds: [(String, String)], version: String? = nil, client: [String] = ["curl", "{url}"],
    took: Double = 1
  ) -> ReportStore.Entry {
    var report = ReportTests.report(
      kinds.enumerated().map { index, kind in
        var scenario = ReportTests.scenario(
          kind.0, kind.1, turn: 1 + kinds[..<index].count { $0.0 == kind.0 })
        scenario.client?.duration = took
        return scenario
      })
    report.client = client
    report.clientVersion = version
    report.started = 1_700_000_000 + Double(day) * 86400
    return ReportStore.Entry(name: "\(day).json", report: report)
  }

  private static func row(_ entries: [ReportStore.Entry]) -> ReportTrend.Row? {
    ReportTrend(entries).clients.first?.rows.first
  }

  @Test func aChangeIsBetweenTwoVersions() throws {
    let trend = ReportTrend([
      Self.entry(day: 3, [("a.x", "fail")], version: "8.2"), Self.entry(day: 1, [("a.x", "pass")], version: "8.1"),
      // What could not be judged is no change.
      Self.entry(day: 2, [("a.x", "error")], version: "8.1"), Self.entry(day: 4, [("a.x", "fail")], version: "8.2"),
    ])
    let row = try #require(trend.clients.first?.rows.first)
    #expect(row.points.map(\.kind) == ["pass", "error", "fail", "fail"] && !row.isFlaky)
    #expect(row.changes.count == 1 && row.changes[0].isBetter == false)
    #expect(
      TrendWords.words(of: row.changes[0])
        == "PASS -> FAIL, between 8.1 (2023-11-15T22:13:20Z) and 8.2 (2023-11-17T22:13:20Z)")
    let text = TrendWords.lines(of: trend).map(\.text).joined(separator: "\n")
    #expect(text.contains("4 reports from 2023-11-15T22:13:20Z to 2023-11-18T22:13:20Z, 1 client"), "\(text)")
    #expect(text.contains("a.x                      PASS -> FAIL") && text.contains(".EFF"), "\(text)")
  }

  @Test func whatComesAndGoesIsFlaky() {
    let run = { (kinds: [String], version: String?) in
      Self.row(kinds.enumerated().map { Self.entry(day: $0, [("a.x", $1)], version: version) })?.isFlaky
    }
    #expect(run(["pass", "fail"], "8.1") == true)
    // Without a version, the client may have changed once.
    #expect(run(["pass", "fail"], nil) == false)
    #expect(run(["pass", "fail", "pass"], nil) == true)
    #expect(run(["pass", "pass", "inconclusive"], "8.1") == false)
    #expect(Self.row([Self.entry(day: 1, [("a.x", "pass"), ("a.x", "fail")])])?.isFlaky == true)
  }

  @Test func percentilesAreOfTheNearestRank() {
    let entries = (1...100).map { Self.entry(day: $0, [("a.x", "pass")], took: Double(101 - $0)) }
    #expect(Self.row(entries)?.times == ReportTrend.Times((1...100).map(Double.init)))
    #expect(Self.row(entries).map { [$0.times?.p50, $0.times?.p90, $0.times?.p99] } == [50, 90, 99])
    #expect(ReportTrend.Times([7]).map { [$0.p50, $0.p90, $0.p99] } == [7, 7, 7])
    #expect(ReportTrend.Times([]) == nil)
  }

  @Test func clientsScenariosAndTimesAreChosen() {
    let entries = [
      Self.entry(day: 1, [("a.x", "pass"), ("b.y", "pass")]), Self.entry(day: 2, [("a.x", "fail")], client: ["wget"]),
      Self.entry(day: 9, [("b.y", "fail")]),
    ]
    #expect(ReportTrend(entries).clients.map(\.name) == ["curl {url}", "wget"])
    #expect(ReportTrend(entries, client: { $0 == "wget" }).clients.map(\.name) == ["wget"])
    #expect(ReportTrend(entries, scenario: { $0 == "b.y" }).clients.flatMap(\.rows).map(\.id) == ["b.y"])
    #expect(ReportTrend(entries, since: entries[1].report.started).reports == 2)
    #expect(TrendWords.summary(of: ReportTrend([])) == "0 reports, 0 clients")
  }

  @Test func whatIsAddedIsReadBackInTheOrderOfTime() throws {
    try TemporaryFolder.with { folder in
      let store = ReportStore(folder: folder + "/new/store")
      let (late, early) = (Self.entry(day: 2, [("a.x", "pass")]).report, Self.entry(day: 1, [("a.x", "fail")]).report)
      let path = try store.add(late)
      #expect(path.contains("/store/20231116T221320.000Z-") && path.hasSuffix(".json"), "\(path)")
      #expect(try store.add(early) != path)
      // The same report is the same file.
      #expect(try store.add(late) == path)
      let found = try store.entries(limit: 1 << 20)
      #expect(found.strangers.isEmpty && found.entries.map(\.report.scenarios[0].kind) == ["fail", "pass"])
      #expect(found.entries[0].report.scenarios[0].packets.isEmpty)
      #expect(found.entries[0].report.scenarios[0].omittedPackets == 1)
      #expect(try store.newest(1, limit: 1 << 20).map(\.started) == [late.started])
    }
  }

  @Test func whatIsNoReportIsNamedAndLeftOut() throws {
    try TemporaryFolder.with { folder in
      let store = ReportStore(folder: folder)
      let path = try store.add(Self.entry(day: 1, [("a.x", "pass")]).report)
      let text = try String(decoding: Files.read(path), as: UTF8.self)
      try Files.write(String(text.dropLast(20)), to: folder + "/broken.json")
      try Files.write(text, to: folder + "/copy.json")
      try Files.write("hello", to: folder + "/notes.txt")
      try Files.write("half", to: folder + "/.hidden")
      try Files.write(String(repeating: " ", count: 1 << 16) + text, to: folder + "/large.json")
      let found = try store.entries(limit: 1 << 16)
      #expect(found.entries.count == 1)
      #expect(found.strangers.map(\.name) == ["broken.json", "copy.json", "large.json", "notes.txt"])
      #expect(found.strangers[1].reason.hasPrefix("the same run as 2023"))
      #expect(throws: ReportError.self) { try ReportStore(folder: folder + "/none").entries(limit: 1) }
    }
  }

  /// Writers of the same folder do not get in each other's way.
  @Test func manyWriteAtATime() async throws {
    let folder = try TemporaryFolder.with { $0 } + "-store"
    defer { _ = try? Tool.output(of: ["rm", "-rf", folder]) }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for day in 0..<10 {
            // Half of the reports are written by all.
            let client = day < 5 ? ["curl"] : ["curl", "\(writer)"]
            _ = try? ReportStore(folder: folder).add(Self.entry(day: day, [("a.x", "pass")], client: client).report)
          }
        }
      }
    }
    let found = try ReportStore(folder: folder).entries(limit: 1 << 20)
    #expect(found.entries.count == 5 + 8 * 5 && found.strangers.isEmpty)
  }

  @Test func noFormHasHarmInIt() throws {
    var entries = HostileWords.all.enumerated().map { index, word in
      Self.entry(day: index, [("a.x", index % 2 == 0 ? "pass" : "fail")], version: word, client: [word, word])
    }
    entries.append(ReportStore.Entry(name: "x.json", report: ReportTests.hostile))
    let strangers = HostileWords.all.map { ReportStore.Stranger(name: $0, reason: $0) }
    let trend = ReportTrend(entries, strangers: strangers)
    #expect(OutputOracle.harm(inHTML: TrendPage.text(of: trend), scripts: 0) == nil)
    #expect(OutputOracle.harm(in: TrendWords.markdown(of: trend)) == nil)
    #expect(OutputOracle.harm(in: TrendWords.lines(of: trend).map(\.text).joined(separator: "\n")) == nil)
    let prose = ReportTests.prose(of: TrendWords.markdown(of: trend))
    #expect(!prose.contains("](") && !prose.contains("<script"))
  }

  /// A page is well-formed, and its policy allows its own style.
  @Test func thePageIsHTML() throws {
    let trend = ReportTrend((0..<5).map { Self.entry(day: $0, [("a.x", "pass"), ("b.y", "fail")], took: Double($0)) })
    let script = """
      import base64, hashlib, html.parser, re
      text = open("input.html", encoding="utf-8").read()
      style = re.search(r"<style>(.*?)</style>", text, re.S)[1]
      assert base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() in text
      class Reader(html.parser.HTMLParser):
          open, seen = [], []
          def handle_starttag(self, tag, attributes):
              if tag not in ("meta", "polyline"): self.open.append(tag)
              self.seen.append(tag)
          def handle_endtag(self, tag): assert tag == "polyline" or self.open.pop() == tag, tag
      reader = Reader(); reader.feed(text)
      print(reader.open, reader.seen.count("svg"), reader.seen.count("tr"))
      """
    #expect(try ReportTests.python(script, TrendPage.text(of: trend)) == "[] 2 3\n")
  }
}
