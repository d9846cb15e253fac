import Foundation
import TestSupport
import Testing
import TextOutput

@testable import Verification
@testable import headwind

/// The command on a terminal: colours, widths, the pager, progress.
@Suite(.waiting) struct TerminalTests {
  private static let red = "\u{1b}[31m"
  private static let green = "\u{1b}[32m"

  /// Rows of exchanges of which one was cut short.
  private static let list = "\"$headwind\" http --no-pager -r $captures/cancel.pcapng"

  @Test(arguments: [
    (list, true), ("NO_COLOR=1 \(list)", false), ("NO_COLOR= \(list)", true), ("TERM=dumb \(list)", false),
    ("\(list) --color never", false), ("NO_COLOR=1 \(list) --color always", true), ("\(list) | cat", false),
    ("\(list) --color always | cat", true), ("\"$headwind\" doctor", true),
    ("\"$headwind\" doctor --color never", false),
    ("\"$headwind\" profile check \"$profiles/slow-net.yaml\"", true),
    ("\"$headwind\" profile check --color never \"$profiles/slow-net.yaml\"", false),
    ("NO_COLOR=1 \"$headwind\" scenario check \"$suites/dns.yaml\"", false),
    ("\"$headwind\" scenario check \"$suites/dns.yaml\" --color always | cat", true),
  ])
  func colourIsForPeople(script: String, isColored: Bool) throws {
    let result = try TerminalSession.run(script)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("\u{1b}[") == isColored, "\(result.output)")
  }

  @Test func verdictsAreColored() throws {
    let result = try TerminalSession.run(
      "cd $folder; \"$headwind\" test --only connect.refused -- curl -sS --max-time {deadline} {url}")
    #expect(result.output.contains("\(Self.green)PASS\u{1b}[0m  connect.refused"), "\(result.output)")
    let paint = Paint(isOn: true)
    #expect(VerdictPaint.line("FAIL  head.stall", paint).text == "\(Self.red)FAIL\u{1b}[0m  head.stall")
    #expect(VerdictPaint.line("  PASS", paint) == "  PASS")
  }

  /// No line of a table is wider than the terminal.
  @Test(
    arguments: [60, 80, 100, 140],
    [
      "profile list", "test --list", "doctor", "http -r $captures/cancel.pcapng", "http -r $captures/slow-net.pcapng",
      "stats conversations -r $captures/slow-net.pcapng", "stats endpoints -r $captures/slow-net.pcapng",
      "stats protocols -r $captures/slow-net.pcapng", "stats conversations ip -r $captures/cancel.pcapng",
    ])
  func tablesFit(columns: Int, words: String) throws {
    let result = try TerminalSession.run("NO_COLOR=1 HEADWIND_PAGER= \"$headwind\" \(words)", columns: columns)
    let wide = result.output.split(whereSeparator: \.isNewline).filter { $0.count > columns }
    #expect(wide.isEmpty, "\(wide)")
    #expect(result.output.count > 100)
  }

  @Test func verifyShowsWhatMissed() {
    var check = VerificationCheck(
      quantity: .delayMedian, direction: "uplink", asked: "100 ms", got: "100.07 ms", error: "0.07 ms",
      bound: "0.05 ms", askedValue: 100, gotValue: 100.07, errorValue: 0.07, boundValue: 0.05, isWithin: false,
      packets: 400)
    var report = VerificationReport(
      kernel: "Linux 6.12", processors: 2,
      control: .init(delayMedian: 0.01, delayP99: 0.02, lost: 0, packets: 100, rate: 50_000))
    report.cases = [.init(name: "delay", engine: "userspace engine", checks: [check], notMeasured: [])]
    let paint = Paint(isOn: true)
    let missed = VerifyCommand.lines(of: report, width: nil, paint).map(\.text)
    #expect(missed[1].hasPrefix("\(Self.red)MISSED\u{1b}[0m  delay      uplink  delay, median"), "\(missed)")
    #expect(missed.last == "\(Self.red)1 of 1 out of bounds\u{1b}[0m")
    check.isWithin = true
    report.cases[0].checks = [check]
    let lines = VerifyCommand.lines(of: report, width: 100, paint).map(\.text)
    #expect(lines[1].hasPrefix("\(Self.green)ok\u{1b}[0m  "), "\(lines)")
    #expect(!lines.contains { $0.hasSuffix(" ") || $0.count > 110 }, "\(lines)")
  }

  @Test func aTableWrapsBetweenWords() {
    var table = TextTable([.init(title: "NAME"), .init(title: "SUMMARY", wraps: true)])
    table.add(["a", "one two three four five six"])
    #expect(table.lines(width: 20) == ["NAME  SUMMARY", "a     one two three", "      four five six"])
    #expect(table.lines(width: nil) == ["NAME  SUMMARY", "a     one two three four five six"])
    #expect(TextTable.shortened("http://a.example/long/path", to: 11) == "http:…/path")
  }

  /// A pager that marks its lines.
  private static let marking = "export HEADWIND_PAGER='sed s/^/P:/'"

  @Test(arguments: [
    ("profile list", true), ("profile show 3G", true), ("test --list", true), ("http -r $captures/clean.pcapng", true),
    ("stats protocols -r $captures/clean.pcapng", true), ("capture -r $captures/clean.pcapng 2>/dev/null", true),
    ("profile list --no-pager", false), ("profile list | cat", false), ("profile list --json", false),
    ("http -r - < $captures/clean.pcapng", false), ("doctor", false),
  ])
  func longOutputGoesThroughThePager(words: String, isPaged: Bool) throws {
    let result = try TerminalSession.run("\(Self.marking); \"$headwind\" \(words)")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("P:") == isPaged, "\(result.output)")
  }

  @Test(arguments: [
    ("export PAGER='sed s/^/P:/'", true), ("export PAGER='sed s/^/P:/' HEADWIND_PAGER=cat", false),
    ("export PAGER=/no/such/pager", false),
  ])
  func theEnvironmentNamesThePager(setting: String, isPaged: Bool) throws {
    let result = try TerminalSession.run("\(setting); \"$headwind\" profile list")
    #expect(result.status == 0)
    #expect(result.output.contains("Slow Net") && result.output.contains("P:") == isPaged, "\(result.output)")
  }

  /// The status is the command's own, what is said on standard error comes after the pager, and a pager that is left is no error.
  @Test func thePagerChangesNoStatus() throws {
    let result = try TerminalSession.run(
      """
      head -c 3000 $captures/clean.pcapng > $folder/cut.pcapng
      \(Self.marking); "$headwind" http -r $folder/cut.pcapng; echo "status $?"
      export HEADWIND_PAGER='head -n 1'; "$headwind" capture -r $captures/slow-net.pcapng 2>/dev/null; echo "status $?"
      """)
    #expect(result.output.contains("status 1") && result.output.contains("status 0"), "\(result.output)")
    let (page, error) = (result.output.range(of: "P:"), result.output.range(of: "truncated at byte"))
    #expect(page != nil && error != nil && page!.lowerBound < error!.lowerBound, "\(result.output)")
  }

  /// Ctrl-C is for the pager: the command waits until the user leaves it.
  @Test func controlCLeavesThePagerItsTerminal() throws {
    let result = try TerminalSession.run(
      """
      trap : INT
      export HEADWIND_PAGER="bash -c 'trap : INT; head -n 1; echo READY; sleep 5; echo LEFT'"
      "$headwind" capture -r $captures/slow-net.pcapng 2>/dev/null; echo "status $?"
      """, typed: "\u{3}")
    let (left, status) = (result.output.range(of: "LEFT"), result.output.range(of: "status"))
    #expect(left != nil && status != nil && left!.lowerBound < status!.lowerBound, "\(result.output)")
  }

  /// A capture of several windows of the reader whose output nobody takes for a while, so that reading stops in the middle.
  private static let slowly = """
    (cat $captures/slow-net.pcapng; for i in $(seq 40); do cat $captures/slow-net.pcapng; done) > $folder/large.pcapng

    """

  @Test(arguments: ["capture -w -", "capture -T ek", "export jsonl", "http --json"])
  func readingThatTakesLongSaysHowFarItIs(words: String) throws {
    let result = try TerminalSession.run(
      Self.slowly + "\"$headwind\" \(words) -r $folder/large.pcapng | (sleep 3.5; cat >/dev/null); echo end")
    let line = result.output.range(of: "large.pcapng: ")
    #expect(line != nil && result.output.contains(" % of "), "\(result.output)")
    // The line is gone at the end.
    let end = result.output.range(of: "end\r\n", options: .backwards)
    let clearing = result.output.range(of: "\r\u{1b}[K", options: .backwards)
    #expect(end != nil && clearing != nil && clearing!.lowerBound < end!.lowerBound, "\(result.output)")
  }

  @Test func withoutATerminalThereIsNoProgress() throws {
    let result = try TerminalSession.run(
      Self.slowly
        + "\"$headwind\" export jsonl -r $folder/large.pcapng 2>$folder/err | (sleep 3; cat >/dev/null); cat $folder/err"
    )
    #expect(!result.output.contains(" % of "), "\(result.output)")
  }

  @Test func theProgressLineSaysWhatIsLeft() {
    let line = Progress.line(
      path: "/tmp/big\u{1b}.pcapng", position: 100_000_000, size: 300_000_000, after: .seconds(4))
    #expect(line == #"big\x1b.pcapng: 33 % of 300 MB read, about 8 s left"#)
  }

  /// The suite's time runs while a client waits.
  @Test func theSuitesTimeMoves() throws {
    let result = try TerminalSession.run(
      "cd $folder; \"$headwind\" test --deadline 4 --only connect.blackhole -- sleep 20; exit 0")
    let times = result.output.split(separator: "[").compactMap { part -> Substring? in
      guard let start = part.range(of: "at most ") else { return nil }
      return part[start.upperBound...].prefix { $0.isNumber }
    }
    #expect(Set(times).count >= 3, "\(result.output)")
  }
}
