import ArgumentParser
import Dissection
import Glibc
import Resilience
import TextOutput

/// The selected scenarios: those of the standard suite or of files, chosen by ID, and possibly only a shard of them.
struct SuiteSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Suite files. Default: the standard suite.", valueName: "suite.yaml"),
    completion: .file(extensions: ["yaml", "yml"]))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run only scenarios whose name matches; * matches anything. Can be repeated.", valueName: "glob"),
    completion: Candidates.scenarios)
  var only: [String] = []

  @Option(
    help: ArgumentHelp("Skip scenarios whose name matches. Can be repeated.", valueName: "glob"),
    completion: Candidates.scenarios)
  var skip: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Run shard I of N, of shards that take about the same time. auto: the shard that the variables of Kubernetes (with \
      JOB_COMPLETIONS), GitLab, CircleCI, Buildkite or Azure Pipelines say.
      """,
      valueName: "i/n|auto"))
  var shard: ShardOption?

  @Option(
    name: .customLong("shard-by"),
    help: ArgumentHelp(
      "Divide by the times of an earlier report, or of the newest reports of a folder. Without one, or if it does not exist, by the deadlines.",
      valueName: "report.json"), completion: .file())
  var shardBy: String?

  func validate() throws {
    guard shardBy == nil || shard != nil else { throw ValidationError("--shard-by needs --shard") }
  }

  /// The selected scenarios, and the part of them that is run here.
  /// - Parameter deadline: the deadline in seconds of scenarios without one of their own.
  func share(deadline: Int) throws -> SuiteShare {
    let suite = try SuiteChoice.suite(files: files)
    let chosen = try self.chosen(from: suite.entries)
    guard let shard = try part(), shard.count > 1 else { return SuiteShare(whole: chosen, digest: suite.digest) }
    let times = ScenarioTimes(measuredBy: try earlierReports())
    let division = ShardDivision(
      times: chosen.map { times.time(of: $0.scenario, deadline: deadline) }, count: shard.count)
    return SuiteShare(whole: chosen, digest: suite.digest, shard: shard, division: division)
  }

  /// The selected scenarios, in the order of their suite.
  func entries() throws -> [SuiteEntry] {
    try chosen(from: try SuiteChoice.entries(files: files))
  }

  private func chosen(from all: [SuiteEntry]) throws -> [SuiteEntry] {
    let (wanted, unwanted) = (NamePatterns("--only", only), NamePatterns("--skip", skip))
    let remedy: PrintableText = "'headwind test --list' lists all scenarios"
    for patterns in [wanted, unwanted] {
      try patterns.check(among: all.map { [$0.scenario.id] }, of: "scenario", remedy: remedy)
    }
    let chosen = all.filter { entry in
      (only.isEmpty || wanted.match(entry.scenario.id)) && !unwanted.match(entry.scenario.id)
    }
    guard !chosen.isEmpty else {
      throw Failure("none of \(all.count) scenarios is selected", remedy: remedy, status: ExitStatus.usage)
    }
    return chosen
  }

  /// The part of the suite that is run here, or nil for all of it.
  private func part() throws -> Shard? {
    switch shard {
    case .shard(let shard): shard
    case .auto: try Shard.automatic()
    case nil: try Shard.fromOwnVariables()
    }
  }

  /// How many reports of a folder tell how long scenarios take.
  private static let newest = 10

  /// The reports by whose times the suite is divided. A first run has none.
  private func earlierReports() throws -> [SuiteReport] {
    guard let shardBy else { return [] }
    guard access(shardBy, F_OK) == 0 else {
      Headwind.say("headwind: there is no \(shardBy): dividing the suite by the deadlines of its scenarios")
      return []
    }
    guard ReportStore.isFolder(shardBy) else { return [try ReportCommand.report(inFile: shardBy)] }
    do {
      return try ReportStore(folder: shardBy).newest(Self.newest, limit: ReportCommand.largestReport)
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
  }

  /// The words of a command line that select the same scenarios.
  var words: [String] {
    files + only.flatMap { ["--only", $0] } + skip.flatMap { ["--skip", $0] }
      + (shardBy.map { ["--shard-by", $0] } ?? [])
  }

  /// The scenario with an ID.
  func entry(_ id: String) throws -> SuiteEntry {
    guard let entry = try SuiteChoice.entries(files: files).first(where: { $0.scenario.id == id }) else {
      throw Failure(
        "there is no scenario '\(id)'", remedy: "'headwind test --list' lists all scenarios", status: ExitStatus.usage)
    }
    return entry
  }
}
