import Foundation
import Testing

@testable import Herd

/// The page and the words of reports.
@Suite struct HerdPageTests {
  private static func report(_ name: String) throws -> HerdReport {
    let plan = HerdPlan(
      clients: 1000, period: 10, outage: .refused, duration: 20, capacity: .init(rate: 150, longestWait: 1), after: 60)
    let rows = try [RetryPolicy.fixed, .fullJitter].map { policy in
      HerdReport.Row(
        name: policy == .fixed ? name : policy.rawValue, words: policy.words, isMeasured: policy == .fixed,
        curves: HerdSimulation(try HerdModel(policy), plan).run())
    }
    return HerdReport(plan: plan, rows: rows)
  }

  @Test func thePageIsWellFormedAndEscapesNames() throws {
    let page = HerdPage.text(of: try Self.report("<script>&\"a"), conducts: [("<b>", .plain)])
    #expect(!page.contains("<script") && page.contains("&lt;script&gt;&amp;&quot;a") && page.contains("&lt;b&gt;"))
    #expect(page.components(separatedBy: "<svg ").count == 6)
    #expect(page.contains("default-src 'none'; style-src 'sha256-"))
    // The body is XML, but for the head's elements without an end.
    let main = try #require(page.components(separatedBy: "<main>").last?.components(separatedBy: "</main>").first)
    var depth: [Substring] = []
    for tag in main.matches(of: #/<(/?)([a-z0-9]+)[^>]*?(/?)>/#) where tag.3.isEmpty {
      if tag.1.isEmpty { depth.append(tag.2) } else { #expect(depth.popLast() == tag.2) }
    }
    #expect(depth.isEmpty)
    #expect(!main.contains("nan") && !main.contains("inf"))
  }

  @Test func theVerdictSaysWhatMatters() throws {
    let report = try Self.report("mine")
    let verdict = try #require(HerdWords.verdict(report).first)
    #expect(verdict.hasPrefix("mine: when the service is back, it gets up to "))
    #expect(verdict.contains("times the normal load of 100") && verdict.contains("With full jitter: "))
    #expect(HerdWords.verdict(report).count == 1)
    #expect(
      HerdWords.headline(report.plan).hasPrefix("1,000 clients, one use every 10 s each; for 20 s the service refuses"))
    #expect(HerdWords.cells(report.rows[0]).count == HerdWords.titles.count)
  }

  @Test func aReportSurvivesItsFile() throws {
    let report = try Self.report("mine")
    let back = try JSONDecoder().decode(HerdReport.self, from: JSONEncoder().encode(report))
    #expect(back.rows.map(\.curves) == report.rows.map(\.curves) && back.plan == report.plan)
  }

  @Test(arguments: [
    (0.0, "0"), (999.4, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (2.5, "2.5"), (.infinity, "inf"),
  ])
  func numbersHaveTheirThousandsApart(value: Double, text: String) {
    #expect(HerdWords.count(value) == text)
  }
}
