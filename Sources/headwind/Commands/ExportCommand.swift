import ArgumentParser
import Captures
import Dissection

/// `headwind export`: the exchanges of a capture for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the HTTP exchanges of a capture file, a link or an interface for other programs.",
    discussion: """
      Everything streams: memory stays within --memory however long the capture is, and a live link can be exported. \
      On Ctrl-C the output is ended in good order. docs/exports.md describes the formats.
      """,
    subcommands: [ExportObjects.self, ExportHAR.self, ExportLines.self])
}

/// What the exports have in common.
struct ExportOptions: ParsableArguments {
  @OptionGroup var source: ExchangeSource
  @OptionGroup var display: DisplayFilterOption

  @Option(
    name: .customLong("body-limit"),
    help: ArgumentHelp("The most that is kept of one decoded body: 1M; 0 for none.", valueName: "size"),
    transform: Self.parse)
  var bodyLimit: ByteSize?

  /// What is taken of an interface: conversations, and what resolved the servers' names.
  static let packets = "tcp or udp port 53"

  func validate() throws {
    try source.decoding.validateForExchanges()
  }

  @Sendable private static func parse(_ text: String) throws -> ByteSize {
    guard let size = ByteSize(text), size.bytes <= 1 << 31 else {
      throw ValidationError("--body-limit \(text): not a size such as 1M.")
    }
    return size
  }

  /// Reads the source for `sink`.
  ///
  /// - Parameter limit: how much of a body is kept unless the user said it.
  func run<Sink: ExchangeSink & ~Copyable>(_ sink: consuming Sink, bodyLimit limit: Int) throws {
    var options = source.options
    options.keepsAll = true
    let limit = bodyLimit?.bytes ?? limit
    options.bodyLimit = limit
    let filter = try display.ofExchanges(&options)
    let signals = try CaptureSignals.arrange(answering: [.end])
    var session = ExchangeSession(HTTPReader(options), sink, signals, filter, bodyLimit: limit)
    try explained {
      try source.open(
        live: Self.packets, answering: signals, takeFile: { try session.take(from: &$0) },
        takeLive: { try session.take(from: &$0) }
      )
    }
  }
}

/// `headwind export objects`.
struct ExportObjects: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "objects",
    abstract: "Writes the bodies of requests and responses to a folder, decoded, a file each.",
    discussion: """
      Files are named as Wireshark names exported objects: by the last part of the URL, numbered where a name is taken. \
      A line for each goes to standard output: the packet that completed it, bytes, type, name.
      """)

  @OptionGroup var options: ExportOptions

  @Flag(name: .long, help: "Write bodies that are not whole, too.")
  var partial = false

  @Argument(help: "The folder, which is made if it is not there.")
  var folder: String

  func run() throws {
    let folder = try ObjectFolder(folder)
    try options.run(ObjectSink(folder, keepsPartial: partial), bodyLimit: options.source.budget.memory.bytes / 2)
  }
}

/// `headwind export har`.
struct ExportHAR: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "har", abstract: "Writes an HTTP Archive 1.2 to standard output, its timings computed from packets.")

  @OptionGroup var options: ExportOptions

  func run() throws {
    try options.run(TextSink(.har, isLive: options.source.isLive), bodyLimit: 4 << 20)
  }
}

/// `headwind export jsonl`.
struct ExportLines: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jsonl",
    abstract: "Writes a JSON object a line for each exchange to standard output, for DuckDB, Spark or jq.")

  /// How much of a body is kept unless the user says it.
  static let bodyLimit = 1 << 20

  @OptionGroup var options: ExportOptions

  func run() throws {
    try options.run(TextSink(.jsonLines, isLive: options.source.isLive), bodyLimit: Self.bodyLimit)
  }
}
