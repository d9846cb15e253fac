import ArgumentParser
import Captures
import Dissection
import Exchanges

/// `headwind export`: exports the exchanges of a capture for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the HTTP exchanges of a capture file, a link or an interface for other programs.",
    discussion: """
      Exports are streamed: memory use stays within --memory for captures of any length, and a live link can be exported. \
      Ctrl-C completes the output. docs/exports.md describes the formats.
      """,
    subcommands: [
      ExportObjects.self, ExportHAR.self, ExportLines.self, ExportCurl.self, ExportHurl.self, ExportNetLog.self,
      ExportSpans.self, ExportQLog.self,
    ])
}

/// `headwind export har`.
struct ExportHAR: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "har", abstract: "Write an HTTP Archive 1.2 to standard output, with timings measured from packets.")

  @OptionGroup var options: ExportOptions

  func run() throws { try options.write(.har, bodyLimit: 4 << 20) }
}

/// `headwind export jsonl`.
struct ExportLines: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jsonl",
    abstract: "Write one line of JSON per exchange to standard output, for DuckDB, Spark or jq.")

  /// How much of a body is kept by default.
  static let bodyLimit = 1 << 20

  @OptionGroup var options: ExportOptions

  func run() throws { try options.write(.jsonLines, bodyLimit: Self.bodyLimit) }
}

/// `headwind export curl`.
struct ExportCurl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curl",
    abstract: "Write a command line of curl for each request, which sends it again.",
    discussion:
      "The command lines hold everything that was sent, also cookies and passwords. They are for bash, zsh and ksh.")

  @OptionGroup var options: ExportOptions

  func run() throws { try options.write(.curl, bodyLimit: 1 << 20) }
}

/// `headwind export hurl`.
struct ExportHurl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hurl",
    abstract: "Write each request as an entry of Hurl, with the status that it had as what is expected.")

  @OptionGroup var options: ExportOptions

  func run() throws { try options.write(.hurl, bodyLimit: 1 << 20) }
}

/// `headwind export netlog`.
struct ExportNetLog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "netlog", abstract: "Write Chrome's net-log format, for https://netlog-viewer.appspot.com.")

  @OptionGroup var options: ExportOptions

  func run() throws { try options.write(.netLog, bodyLimit: 0) }
}

/// `headwind export otlp`.
struct ExportSpans: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "otlp",
    abstract: "Write OpenTelemetry spans: a line of OTLP/JSON per exchange, with a child span for each phase.",
    discussion: """
      Each line is a body for POST /v1/traces. An exchange whose request has a traceparent field joins that trace.
      """)

  @OptionGroup var options: ExportOptions

  func run() throws { try options.write(.spans, bodyLimit: 0) }
}
