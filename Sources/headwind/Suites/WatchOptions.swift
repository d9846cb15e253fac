import ArgumentParser

/// The options of `headwind test watch`.
struct WatchOptions: ParsableArguments {
  @Flag(
    name: .customLong("watch"),
    help: "Run again whenever a file changes, the scenarios that failed first. 'headwind test watch' does the same.")
  var isOn = false

  @Option(
    name: .customLong("watch-path"),
    help: ArgumentHelp(
      """
      With --watch: watch this file or folder. Can be repeated. Default: the current directory, without hidden folders and those \
      of builds.
      """, valueName: "path"), completion: .file())
  var paths: [String] = []

  func validate() throws {
    guard isOn || paths.isEmpty else { throw ValidationError("--watch-path needs --watch") }
  }

  /// What to watch: what the user named, and in any case the files of the client's command and the suite files, which may be in a
  /// folder of a build.
  func watch(client: [String], suites: [String], ignored: [String]) -> FileWatch {
    let files = client.filter { $0.contains("/") } + suites
    return FileWatch((paths.isEmpty ? ["."] : paths) + files, ignored: ignored)
  }
}
