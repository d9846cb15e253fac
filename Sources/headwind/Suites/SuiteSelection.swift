import ArgumentParser
import Dissection
import Glibc
import Resilience
import TextOutput

/// Which scenarios are meant: those of the standard suite or of files, chosen by name, and of these a share.
struct SuiteSelection: ParsableArguments {
  @Argument(help: ArgumentHelp("Suite files; the standard suite if there are none.", valueName: "suite.yaml"))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only the scenarios whose name matches, * standing for anything. May be given again.", valueName: "glob"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Not the scenarios whose name matches. May be given again.", valueName: "glob"))
  var skip: [String] = []

  @Option(
    help: ArgumentHelp(
      "Of the scenarios this share: 2/5. Without it what indexed jobs and CI matrices say of themselves counts.",
      valueName: "i/n"))
  var shard: Shard?

  /// The scenarios in the order of their suite.
  func entries() throws -> [SuiteEntry] {
    let all = try SuiteChoice.entries(files: files)
    let chosen = all.filter { entry in
      let id = entry.scenario.id
      return (only.isEmpty || only.contains { fnmatch($0, id, 0) == 0 })
        && !skip.contains { fnmatch($0, id, 0) == 0 }
    }
    guard !chosen.isEmpty else {
      throw Failure(
        "no scenario is left of \(all.count)\(only.isEmpty ? "" : ": none matches \(only.joined(separator: ", "))")",
        remedy: "headwind test --list names them", status: ExitStatus.usage)
    }
    guard let shard = try shard ?? Shard.fromEnvironment() else { return chosen }
    return shard.share(of: chosen)
  }

  /// The one scenario of a name.
  func entry(_ id: String) throws -> SuiteEntry {
    guard let entry = try SuiteChoice.entries(files: files).first(where: { $0.scenario.id == id }) else {
      throw Failure(
        "there is no scenario '\(id)'", remedy: "headwind test --list names them", status: ExitStatus.usage)
    }
    return entry
  }
}
