import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TextOutput

@testable import Resilience

/// Reports of made-up results, with words in them that could break each form, read by other programs.
@Suite(.waiting) struct ReportTests {
  static let nasty = "a \"b\" <c> & 'd' </script><!-- | # % \\ \u{1} \u{1b}[31m é 漢 \r\nnext: line"

  static func scenario(_ id: String, _ kind: String, turn: Int = 1) -> ScenarioReport {
    let finding = ScenarioReport.Finding(
      kind: kind, requirement: "MUST", demand: "fail", finding: kind == "pass" ? "" : nasty, packets: [1, 2])
    let packet = PacketRow(
      number: 1, time: 0.01, isLost: true, isUplink: true, stream: 0, role: "syn", length: 60, line: "IP a > b",
      notes: ["Slow Net: dropped by loss"])
    return ScenarioReport(
      id: id, turn: turn, summary: nasty, rationale: nasty, source: "", kind: kind, behaviour: nasty,
      findings: [finding], deadline: 5,
      client: ScenarioReport.Client(
        duration: 1.5, status: 1, cancelled: 1, endedBy: [15], output: nasty, outputBytes: 1000),
      phases: [PhaseRow(name: "Slow Net", began: 0), PhaseRow(name: nasty, began: 1)],
      packets: [packet], omittedPackets: 0, exchanges: [], capture: "c/\(id).pcapng", captureBytes: "AAAA",
      command: "headwind test")
  }

  static func report(_ scenarios: [ScenarioReport], isComplete: Bool = true) -> SuiteReport {
    SuiteReport(
      client: ["curl", nasty], started: 1_700_000_000, duration: 2, seed: 7, isComplete: isComplete,
      scenarios: scenarios)
  }

  static let all = report([
    scenario("a.pass", "pass"), scenario("a.fail", "fail"), scenario("b.warn", "warn"), scenario("b.na", "n/a"),
    scenario("c.error", "error"), scenario("c.error", "error", turn: 2),
  ])

  @Test func jsonIsReadBack() throws {
    let text = try ReportFormat.json.text(of: Self.all)
    let back = try JSONReport.report(in: Array(text.utf8))
    #expect(try ReportFormat.json.text(of: back) == text)
    #expect(back.summary == "6 scenarios: 1 passed, 1 failed, 1 with warnings, 1 not applicable, 2 could not be judged")
  }

  @Test func whatIsNoReportIsRefused() {
    for text in ["", "{}", "[1]", text(version: 99)] {
      #expect(throws: ReportError.self) { try JSONReport.report(in: Array(text.utf8)) }
    }
  }

  private func text(version: Int) -> String {
    var report = Self.all
    report.version = version
    return (try? ReportFormat.json.text(of: report)) ?? ""
  }

  @Test func junitIsXMLWithOneCaseAScenario() throws {
    let script = """
      import sys, xml.etree.ElementTree as e
      suite = e.fromstring(sys.stdin.buffer.read()).find("testsuite")
      print(suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped"))
      assert set(e.fromstring(open("input.html", "rb").read()).keys()) <= {"name", "tests", "failures", "errors", "time", "disabled"}
      print([len(suite.findall("testcase/" + k)) for k in ("failure", "error", "skipped")], len(suite.findall("testcase")))
      """
    let output = try Self.python(script, try ReportFormat.junit.text(of: Self.all))
    #expect(output == "6 1 2 1\n[1, 2, 1] 6\n")
  }

  @Test func tapIsOneLineATest() throws {
    let lines = try ReportFormat.tap.text(of: Self.all).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["TAP version 13", "1..6"])
    #expect(lines.count { $0.hasPrefix("ok ") } == 3 && lines.count { $0.hasPrefix("not ok ") } == 3)
    #expect(
      lines.allSatisfy {
        $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") || $0.hasPrefix("  ") || $0.hasPrefix("TAP")
          || $0.hasPrefix("1..") || $0.isEmpty
      })
    #expect(try ReportFormat.tap.text(of: Self.report([], isComplete: false)).hasSuffix("Bail out! interrupted\n"))
  }

  /// Perl's own harness reads it, and the diagnostics are YAML.
  @Test func tapIsReadByProve() throws {
    let text = try ReportFormat.tap.text(of: Self.all)
    let prove = try Self.run("prove -v --exec cat input.html || true", text)
    #expect(prove.contains("Failed 3/6 subtests") && !prove.contains("Parse errors"), "\(prove)")
    let blocks = """
      import re, sys, yaml
      text = open("input.html", encoding="utf-8", newline="\\n").read()
      print(len([yaml.safe_load(block) for block in re.findall(r"  ---\\n(.*?)  \\.\\.\\.\\n", text, re.S)]))
      """
    #expect(try Self.python(blocks, text) == "6\n")
  }

  @Test func differentClientsAreNotMerged() throws {
    var other = Self.report([Self.scenario("a.y", "fail")])
    other.client = ["wget", "{url}"]
    #expect(throws: ReportError.self) {
      try SuiteReport.merged([("a.json", Self.report([Self.scenario("a.x", "pass")])), ("b.json", other)])
    }
    let same = ("a.json", Self.report([Self.scenario("a.x", "pass")]))
    #expect {
      try SuiteReport.merged([same, ("b.json", same.1)])
    } throws: { "\($0)".contains("a.x is in a.json and in b.json") }
  }

  @Test func aMissingShardIsSaidInEachForm() throws {
    let parts = [1, 3].map { number in
      var report = Self.report([Self.scenario("a.n\(number)", "pass")], isComplete: number != 3)
      report.shard = SuiteReport.Part(number: number, of: 3)
      return ("\(number).json", report)
    }
    let merged = try SuiteReport.merged(parts)
    #expect(!merged.isComplete)
    #expect(merged.shortfalls == ["shard 3 of 3 was interrupted", "shard 2 of 3 is missing"])
    #expect(merged.summary == "2 scenarios: 2 passed; shard 3 of 3 was interrupted; shard 2 of 3 is missing")
    #expect(
      try ReportFormat.tap.text(of: merged).hasSuffix(
        "Bail out! shard 3 of 3 was interrupted; shard 2 of 3 is missing\n"))
    let junit = try ReportFormat.junit.text(of: merged)
    #expect(junit.contains("tests=\"3\"") && junit.contains("errors=\"1\"") && junit.contains("type=\"incomplete\""))
    #expect(try ReportFormat.markdown.text(of: merged).contains("shard 2 of 3 is missing"))
    let back = try JSONReport.report(in: Array(try ReportFormat.json.text(of: merged).utf8))
    #expect(back.shortfalls == merged.shortfalls)
    var second = Self.report([Self.scenario("a.n2", "pass")])
    second.shard = SuiteReport.Part(number: 2, of: 3)
    var third = parts[1].1
    third.isComplete = true
    #expect(try SuiteReport.merged([parts[0], ("2.json", second), ("3.json", third)]).isComplete)
  }

  @Test func githubCommandsAreOneLineEach() throws {
    let text = try ReportFormat.github.text(of: Self.all)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    #expect(lines.count == 5 && lines.allSatisfy { $0.hasPrefix("::") })
    #expect(text.contains("::error title=a.fail::") && !text.contains("\r"))
  }

  @Test func markdownStaysUnderItsLimit() throws {
    let many = Self.report((0..<9000).map { Self.scenario("many.n\($0)", "fail") })
    let text = try ReportFormat.markdown.text(of: many)
    #expect(text.utf8.count < 1 << 20)
    #expect(text.contains("more scenarios are omitted"))
    // In the table; the words of the client stand between backquotes.
    let rows = try ReportFormat.markdown.text(of: Self.all).split(separator: "\n").filter { $0.hasPrefix("| FAIL") }
    #expect(rows.count == 1 && rows[0].contains("&lt;c&gt;") && !rows[0].contains("<c>"))
  }

  @Test func mergingKeepsAllAndComparingFindsWhatDiffers() {
    let one = Self.report([Self.scenario("b.x", "pass"), Self.scenario("a.x", "pass")])
    let two = Self.report([Self.scenario("c.x", "fail")], isComplete: false)
    let merged = SuiteReport(merging: [one, two])
    #expect(merged.scenarios.map(\.id) == ["a.x", "b.x", "c.x"] && !merged.isComplete)
    #expect(!ReportComparison(one, one).hasDifferentVerdicts)
    let comparison = ReportComparison(one, merged)
    #expect(comparison.hasDifferentVerdicts)
    #expect(comparison.lines(names: ("a.json", "b.json")).contains { $0.text.hasPrefix("! c.x") })
  }

  /// A report in which everything that comes from outside says each of the hostile words.
  static let hostile = {
    let all = HostileWords.all.joined(separator: " ")
    var report = Self.report(
      HostileWords.all.enumerated().map { index, word in
        var scenario = Self.scenario("hostile.n\(index)", ["fail", "warn", "error", "n/a"][index % 4])
        scenario.summary = word
        scenario.rationale = word
        scenario.source = word
        scenario.behaviour = word
        scenario.label = word
        scenario.capture = word
        scenario.command = word
        scenario.findings[0].finding = word
        scenario.findings[0].demand = word
        scenario.client?.output = all + "\r\n" + word
        scenario.client?.ending = word
        scenario.client?.leftBehind = [word]
        scenario.packets[0].line = word
        scenario.packets[0].notes = [word]
        scenario.phases = [PhaseRow(name: word, began: 0)]
        scenario.exchanges = [
          ExchangeRow(
            number: 1, stream: 0, method: word, url: word, status: 200, began: 0, responded: 0, ended: 1,
            requestPacket: 1, responsePacket: 1, bodyBytes: 1, requestHead: word, responseHead: word,
            responseBody: word, outcome: word)
        ]
        return scenario
      })
    report.client = HostileWords.all
    return report
  }()

  @Test(arguments: ReportFormat.allCases) func noFormHasHarmInIt(_ format: ReportFormat) throws {
    let text = try format.text(of: Self.hostile)
    switch format {
    case .html: #expect(OutputOracle.harm(inHTML: text, scripts: 2) == nil)
    case .json, .sarif: #expect(OutputOracle.harm(inJSON: Array(text.utf8)) == nil)
    case .otlp: #expect(OutputOracle.harm(inJSON: Array(text.utf8), lineByLine: true) == nil)
    default: #expect(OutputOracle.harm(in: text) == nil)
    }
  }

  @Test func hostileJSONIsReadBackAsItWas() throws {
    let back = try JSONReport.report(in: Array(try ReportFormat.json.text(of: Self.hostile).utf8))
    #expect(back.client.elementsEqual(HostileWords.all) { $0.utf8.elementsEqual($1.utf8) })
  }

  @Test func nobodySaysAWorkflowCommandButHeadwind() throws {
    let text = try ReportFormat.github.text(of: Self.hostile)
    // Split lines as GitHub's runner does.
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
    let ours = ["::error title=hostile.n", "::warning title=hostile.n", "::notice title=headwind::"]
    #expect(lines.allSatisfy { line in ours.contains { line.hasPrefix($0) } })
    let terminal = TerminalReport.withoutCommands("the client said: ##[add-mask]x ###[error]y #[z]")
    #expect(terminal.text == #"the client said: ##\x5badd-mask]x ###\x5berror]y #[z]"#)
  }

  /// A job that shows a report has its lines in its log, with or without blanks before them.
  @Test(arguments: [ReportFormat.junit, .tap, .markdown]) func noLineOfAReportIsACommand(_ format: ReportFormat) throws
  {
    var report = Self.hostile
    let words = [
      "x\n::error::owned", "x\n  ::stop-commands::x", "##[error]owned", "##vso[task.setvariable variable=x]y",
      "##teamcity[buildStop]",
      "section_start:1:x", "x\r\n--- owned", "a ##[group]b\n+++ c",
    ]
    for index in report.scenarios.indices {
      let word = words[index % words.count]
      report.scenarios[index].behaviour = word
      report.scenarios[index].client?.output = words.joined(separator: "\n")
      report.scenarios[index].findings = report.scenarios[index].findings.map { finding in
        var finding = finding
        finding.finding = word
        return finding
      }
    }
    let text = try format.text(of: report)
    for line in text.split(whereSeparator: \.isNewline).map({ String($0.drop { $0 == " " }) }) {
      for command in ["::", "section_start:", "+++"] { #expect(!line.hasPrefix(command), "\(line)") }
      for command in ["##[", "##vso[", "##teamcity["] { #expect(!line.contains(command), "\(line)") }
    }
  }

  @Test func commandsAreWrittenOut() {
    #expect(WorkflowCommands.defused("  ::error::x\n:: y") == "  \\x3a:error::x\n\\x3a: y")
    #expect(WorkflowCommands.defused("a ::error ##vso[x ## [ ##a b[ #[") == "a ::error ##vso\\x5bx ## [ ##a b[ #[")
    #expect(WorkflowCommands.defused("section_start:1:x\n--- a\n-- b") == "\\x73ection_start:1:x\n\\x2d-- a\n-- b")
    #expect(WorkflowCommands.inMarkup("a\n::b ##[c") == "a&#10;::b ##&#91;c")
  }

  @Test func hostileTAPHasOneLineATest() throws {
    let lines = try ReportFormat.tap.text(of: Self.hostile).split(whereSeparator: \.isNewline)
    #expect(lines.count { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") } == HostileWords.all.count)
    let ours = ["ok ", "not ok ", "  ", "TAP version 13", "1..\(HostileWords.all.count)"]
    #expect(lines.allSatisfy { line in ours.contains { line.hasPrefix($0) } })
  }

  /// No words of others make a link, an image, an element or a row, as a reader of GitHub's Markdown sees it.
  @Test func hostileMarkdownIsText() throws {
    let text = try ReportFormat.markdown.text(of: Self.hostile)
    #expect(text.split(whereSeparator: \.isNewline).count { $0.hasPrefix("|") } == HostileWords.all.count + 2)
    let prose = Self.prose(of: text)
    #expect(!prose.contains("](") && !prose.contains("<script") && !prose.contains("\n```"))
  }

  /// Markdown without what stands between backquotes or behind a backslash, where nothing is markup.
  static func prose(of text: String) -> String {
    var result = String.UnicodeScalarView()
    var (isCode, isEscaped) = (false, false)
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if scalar == "`" {
        isCode.toggle()
      } else if !isCode, scalar == "\\" {
        isEscaped = true
      } else if !isCode {
        result.append(scalar)
      }
    }
    return String(result)
  }

  @Test func idsThatAreNoIDsAreRefused() throws {
    for id in ["../../owned", "a/b", "", "a b", "A", "a\u{301}", "a..b", "<b>", "a\n"] {
      let text = try ReportFormat.json.text(of: Self.report([Self.scenario(id, "pass")]))
      #expect(throws: ReportError.self, "\(id)") { try JSONReport.report(in: Array(text.utf8)) }
    }
    let text = try ReportFormat.json.text(of: Self.report([Self.scenario("a.b", "\u{1b}[31m")]))
    #expect(throws: ReportError.self) { try JSONReport.report(in: Array(text.utf8)) }
  }

  /// A report may name any number as a time.
  @Test(arguments: ReportFormat.allCases) func timesThatNoClockTellsAreShown(_ format: ReportFormat) throws {
    var report = Self.hostile
    report.started = 1e300
    report.duration = 1e300
    report.scenarios[0].client?.duration = -1e300
    report.scenarios[1].client?.duration = 1e300
    #expect(try !format.text(of: report).isEmpty)
    #expect(!ReportComparison(report, report).lines(names: ("a", "b")).isEmpty)
  }

  @Test func aShellTakesAQuotedWordAsItIs() throws {
    let words = HostileWords.all.filter { !$0.unicodeScalars.contains("\0") } + ["", "a b", "it's", "plain-1.0/x"]
    let line = words.map(ShellWord.quoted).joined(separator: " ")
    let output = try Tool.output(of: ["bash", "-c", "printf '%s\\0' " + line]).bytes
    #expect(output == words.flatMap { Array($0.utf8) + [0] })
  }

  /// Feeds text to a Python script.
  static func python(_ script: String, _ input: String) throws -> String {
    try run("python3 -c '\(script.replacing("'", with: #"'\''"#))'", input)
  }

  static func run(_ command: String, _ input: String) throws -> String {
    try TemporaryFolder.with { folder in
      try Files.write(input, to: folder + "/input.html")
      return try Tool.output(of: ["bash", "-c", "cd '\(folder)' && \(command) < input.html"]).output
    }
  }
}
