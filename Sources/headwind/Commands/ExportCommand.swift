import Exchanges
import ArgumentParser
import Captures
import Dissection

/// `headwind export`: exports the exchanges of a capture for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the HTTP exchanges of a capture file, a link or an interface for other programs.",
    discussion: """
      Exports are streamed: memory use stays within --memory for captures of any length, and a live link can be exported. \
      Ctrl-C completes the output. docs/exports.md describes the formats.
      """,
    subcommands: [ExportObjects.self, ExportHAR.self, ExportLines.self])
}

/// `headwind export har`.
struct ExportHAR: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "har", abstract: "Write an HTTP Archive 1.2 to standard output, with timings measured from packets.")

  @OptionGroup var options: ExportOptions

  func run() throws {
    try options.run(TextSink(.har, isLive: options.source.isLive), bodyLimit: 4 << 20)
  }
}

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
