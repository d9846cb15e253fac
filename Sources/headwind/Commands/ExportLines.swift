import Exchanges
import ArgumentParser
import Captures
import Dissection

/// `headwind export jsonl`.
struct ExportLines: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jsonl",
    abstract: "Write one line of JSON per exchange to standard output, for DuckDB, Spark or jq.")

  /// How much of a body is kept by default.
  static let bodyLimit = 1 << 20

  @OptionGroup var options: ExportOptions

  func run() throws {
    try options.run(TextSink(.jsonLines, isLive: options.source.isLive), bodyLimit: Self.bodyLimit)
  }
}
