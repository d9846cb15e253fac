import Testing

@testable import Resilience

/// What merging says of reports that are not of a whole suite, or not of the same one.
@Suite struct ReportGapTests {
  private static let outline = SuiteOutline(
    scenarios: ["a.n1", "a.n2", "a.n3", "a.n4"], shards: [1, 2, 3, 1], repeats: 1, deadline: 5,
    digest: "00000007aa", arguments: ["--only", "a.*", "--deadline", "5"], clientWords: ["--", "curl", "{url}"])

  /// The report of a shard, with all of its scenarios.
  private static func part(
    _ number: Int, without missing: [String] = [], isComplete: Bool = true, repeats: Int = 1
  ) -> (name: String, report: SuiteReport) {
    var outline = outline
    outline.repeats = repeats
    let tasks = outline.tasks(ofShard: number).filter { !missing.contains($0.words) }
    var report = ReportTests.report(
      tasks.map { ReportTests.scenario($0.id, "pass", turn: $0.turn) }, isComplete: isComplete)
    report.shard = SuiteReport.Part(number: number, of: 3)
    report.outline = outline
    return ("\(number).json", report)
  }

  @Test func allShardsAreWhole() throws {
    let parts = (1...3).map { Self.part($0) }
    let merged = try SuiteReport.merged(parts)
    #expect(merged.isComplete && merged.shortfalls == nil && SuiteReport.gaps(parts).isEmpty)
    #expect(merged.scenarios.map(\.id) == Self.outline.scenarios && merged.shard == nil)
    // What was merged is merged again.
    let two = try SuiteReport.merged([Self.part(1), Self.part(2)])
    #expect(two.shortfalls == ["shard 3 of 3 is missing: a.n3"])
    #expect(try SuiteReport.merged([("two.json", two), Self.part(3)]).isComplete)
  }

  @Test func whatIsMissingIsNamedWithTheCommandThatRunsIt() throws {
    let parts = [Self.part(1, without: ["a.n4"]), Self.part(3, without: ["a.n3"], isComplete: false)]
    let gaps = SuiteReport.gaps(parts)
    #expect(
      gaps.map(\.words) == [
        "shard 1 of 3 lacks a.n4", "shard 2 of 3 is missing: a.n2", "shard 3 of 3 was interrupted, without a.n3",
      ])
    #expect(
      gaps[1].command
        == "headwind test --shard 2/3 --only 'a.*' --deadline 5 --seed 7 --report json=2.json -- curl {url}")
    let merged = try SuiteReport.merged(parts)
    #expect(!merged.isComplete && merged.shortfalls == gaps.map(\.words))
    let back = try JSONReport.report(in: Array(try ReportFormat.json.text(of: merged).utf8))
    #expect(back.outline == Self.outline && back.shortfalls == merged.shortfalls)
  }

  @Test func aRepetitionThatIsMissingIsNamed() {
    let gaps = SuiteReport.gaps([Self.part(1, without: ["a.n4 (2)"], repeats: 2), Self.part(2, repeats: 2)])
    #expect(gaps.map(\.words) == ["shard 1 of 3 lacks a.n4 (2)", "shard 3 of 3 is missing: a.n3, a.n3 (2)"])
  }

  @Test func aSuiteThatIsNotDividedHasNoGapsIfItIsWhole() throws {
    var whole = ReportTests.report(Self.outline.scenarios.map { ReportTests.scenario($0, "pass") })
    var outline = Self.outline
    outline.shards = nil
    whole.outline = outline
    #expect(try SuiteReport.merged([("all.json", whole)]).isComplete)
    whole.scenarios.removeLast()
    #expect(SuiteReport.gaps([("all.json", whole)]).map(\.words) == ["the run lacks a.n4"])
    whole.isComplete = false
    #expect(SuiteReport.gaps([("all.json", whole)]).map(\.words) == ["the run was interrupted, without a.n4"])
  }

  /// What a command runs in batches of its own shard is complete without the other shards.
  @Test func batchesOfAShardAreItsReport() {
    var (first, second) = (Self.part(1, without: ["a.n4"]).report, Self.part(1, without: ["a.n1"]).report)
    #expect(SuiteReport(joining: [first, second]).isComplete)
    #expect(SuiteReport(joining: [first, second]).shard?.number == 1)
    second.isComplete = false
    first.scenarios = []
    #expect(!SuiteReport(joining: [first, second]).isComplete)
  }

  private static let strangers: [Change<SuiteReport>] = [
    Change("2.json are of different suites: their files are not the same") { $0.outline?.digest = "00000008" },
    Change("only one of them has a.n4, a.n9") { $0.outline?.scenarios[3] = "a.n9" },
    Change("another order") { $0.outline?.scenarios.swapAt(0, 1) },
    Change("one repeats each scenario 1 times, the other 3 times") { $0.outline?.repeats = 3 },
    Change("the deadline is 5 s in one and 9 s in the other") { $0.outline?.deadline = 9 },
    Change("the client is started in different ways") { $0.outline?.clientWords = ["--ready", "file", "--", "curl"] },
    Change("divide the suite in different ways") { $0.outline?.shards = [1, 2, 2, 3] },
    Change("different seeds, 7 and 8") { $0.seed = 8 },
    Change("different versions of the client: none is named and 8.1") { $0.clientVersion = "8.1" },
    Change("2.json about 'wget'") { $0.client = ["wget"] },
    Change("2.json does not say of which suite it is") { $0.outline = nil },
    Change("a.other, which is not in the suite") { $0.scenarios[0].id = "a.other" },
    Change("a.n1 is in 1.json and in 2.json") { $0.scenarios = [ReportTests.scenario("a.n1", "pass")] },
  ]

  @Test(arguments: strangers) fileprivate func whatDoesNotBelongTogetherIsRefused(_ stranger: Change<SuiteReport>) {
    var second = Self.part(2)
    stranger.make(&second.report)
    #expect {
      try SuiteReport.merged([Self.part(1), second])
    } throws: {
      "\($0)".contains(stranger.words)
    }
  }

  private static let impossible: [Change<SuiteOutline>] = [
    Change("'../x' is not a scenario ID") { $0.scenarios[0] = "../x" },
    Change("a scenario is twice in the suite") { $0.scenarios[0] = "a.n2" },
    Change("0 times each") { $0.repeats = 0 },
    Change("not divided as it says") { $0.shards = [1] },
    Change("no valid number") { $0.shards = [0, 1, 2, 3] },
    Change("divided into more than 3 shards") { $0.shards = [1, 2, 3, 4] },
  ]

  @Test(arguments: impossible) fileprivate func anOutlineThatCannotBeIsRefused(_ fault: Change<SuiteOutline>) throws {
    var report = Self.part(1).report
    var outline = Self.outline
    fault.make(&outline)
    report.outline = outline
    let text = try ReportFormat.json.text(of: report)
    #expect {
      try JSONReport.report(in: Array(text.utf8))
    } throws: {
      "\($0)".contains(fault.words)
    }
  }
}

/// A change to a value, and what is said of the result.
private struct Change<Value>: Sendable, CustomTestStringConvertible {
  var words: String
  var make: @Sendable (inout Value) -> Void

  init(_ words: String, make: @escaping @Sendable (inout Value) -> Void) {
    self.words = words
    self.make = make
  }

  var testDescription: String { words }
}
