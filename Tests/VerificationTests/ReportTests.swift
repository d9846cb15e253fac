import LinkConditions
import Pages
import Testing
import VirtualLink

@testable import Verification

@Suite struct ReportTests {
  private func report(isWithin: Bool, name: String = "a <b> & c") -> VerificationReport {
    let plot = VerificationPlot(
      title: "One-way delay", xLabel: "ms", yLabel: "share of packets", asked: .cumulative("asked", sorted: [1, 2]),
      measured: .cumulative("measured", sorted: [1, 1.5, 2.5]))
    var check = VerificationCheck(
      quantity: .delayMedian, direction: "uplink", asked: "100 ms", got: "100.02 ms", error: "0.02 ms",
      bound: "0.05 ms",
      askedValue: 100, gotValue: 100.02, errorValue: 0.02, boundValue: 0.05, isWithin: isWithin, packets: 400)
    check.plot = plot
    var report = VerificationReport(
      kernel: "Linux 6.12", processors: 2,
      control: .init(delayMedian: 0.01, delayP99: 0.02, lost: 0, packets: 100, rate: 50_000))
    report.cases = [.init(name: name, engine: "userspace engine", checks: [check], notMeasured: ["slots"])]
    return report
  }

  @Test func thePageNeedsNothingElseAndEscapesNames() {
    let page = VerificationPage.text(of: report(isWithin: true))
    #expect(page.contains("a &lt;b&gt; &amp; c"))
    #expect(!page.contains("<b>"))
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("<svg") && page.contains("</svg>"))
    for outside in ["http://", "https://", "src=", "<script"] { #expect(!page.contains(outside)) }
    #expect(page.contains("All 1 within bounds"))
    #expect(VerificationPage.text(of: report(isWithin: false)).contains("1 of 1 out of bounds"))
  }

  /// A mark that joins to a `<` makes another `Character` of it, and still a browser reads the `<`.
  @Test(arguments: ["<\u{301}script>x", "\u{600}<script>x", "\u{600}\"\u{301} onload=x", "&\u{301}lt;"])
  func marksHideNothingFromTheEscape(_ name: String) {
    let bytes = Array(VerificationPage.text(of: report(isWithin: true, name: name)).utf8)
    #expect(!bytes.split(separator: UInt8(ascii: "<")).contains { $0.starts(with: "script".utf8) || $0.first == 0xCC })
    let escaped = StaticPage.escaped(name).utf8
    #expect(!escaped.contains(UInt8(ascii: "<")) && !escaped.contains(UInt8(ascii: "\"")))
  }

  @Test func thePageMayRunNothing() {
    let page = VerificationPage.text(of: report(isWithin: true))
    #expect(page.contains("content=\"default-src 'none'; style-src 'sha256-"))
    #expect(!page.contains("unsafe-inline") && !page.contains("script-src") && !page.contains(" style="))
  }

  @Test func theRemarksSayWhatWasNotMeasuredAndHowManyMissed() {
    let missed = report(isWithin: false, name: "delay")
    #expect(VerificationRemarks.lines(on: missed).contains("not measured: delay: slots"))
    #expect(VerificationRemarks.conclusion(of: missed) == "1 of 1 out of bounds")
    #expect(VerificationRemarks.conclusion(of: report(isWithin: true)) == "all 1 within bounds")
  }

  @Test func theRemarksSayThatTheMachineWasTooBusy() {
    var busy = report(isWithin: true, name: "delay")
    #expect(!VerificationRemarks.lines(on: busy).contains { $0.contains("busy") || $0.hasPrefix("departures") })
    var statistics = LinkStatistics()
    statistics.uplink.lateness.record(.milliseconds(40), count: 100)
    statistics.uplink.overruns = 3
    busy.cases[0].note(statistics)
    let lines = VerificationRemarks.lines(on: busy)
    #expect(
      lines.contains {
        $0.hasPrefix("this machine was too busy for the link: delay: uplink departures 40 ms late at p99")
          && $0.contains("3 packets lost before the link saw them")
      })
    #expect(lines.contains("departures: at most 40.000 ms late at the 99th percentile, 40.000 ms at worst"))
  }

  @Test func aCumulativeLineRisesToOne() {
    let line = VerificationPlot.Line.cumulative("x", sorted: (0..<10_000).map(Double.init))
    #expect(line.x.count == 201)
    #expect(line.y.last == 1 && line.x.last == 9_999)
    #expect(VerificationPlot.Line.cumulative("x", sorted: []).x.isEmpty)
  }
}
