import ArgumentParser
import Dissection
import Glibc
import Resilience
import TextOutput

/// The selected scenarios: those of the standard suite or of files, chosen by ID, and possibly only a shard of them.
struct SuiteSelection: ParsableArguments {
  @Argument(help: ArgumentHelp("Suite files. Default: the standard suite.", valueName: "suite.yaml"))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run only scenarios whose name matches; * matches anything. Can be repeated.", valueName: "glob"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Skip scenarios whose name matches. Can be repeated.", valueName: "glob"))
  var skip: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run shard I of N. Default: taken from the CI system's or Kubernetes' own variables.",
      valueName: "i/n"))
  var shard: Shard?

  /// The selected scenarios, in the order of their suite.
  func entries() throws -> [SuiteEntry] {
    let all = try SuiteChoice.entries(files: files)
    let chosen = all.filter { entry in
      let id = entry.scenario.id
      return (only.isEmpty || only.contains { fnmatch($0, id, 0) == 0 })
        && !skip.contains { fnmatch($0, id, 0) == 0 }
    }
    guard !chosen.isEmpty else {
      throw Failure(
        "none of \(all.count) scenarios is selected\(only.isEmpty ? "" : ": none matches \(only.joined(separator: ", "))")",
        remedy: "'headwind test --list' lists all scenarios", status: ExitStatus.usage)
    }
    return try part()?.share(of: chosen) ?? chosen
  }

  /// The part of the suite that is run here, or nil for all of it.
  func part(isTold: Bool = true) throws -> Shard? {
    try shard ?? Shard.fromEnvironment(isTold: isTold)
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
