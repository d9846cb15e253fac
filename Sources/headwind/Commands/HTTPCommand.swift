import ArgumentParser
import Captures
import Dissection
import Exchanges
import SystemPackage
import TextOutput
import VirtualLink
import Wire

/// `headwind http`: lists the HTTP exchanges of a capture, or shows one of them in full.
struct HTTPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "http",
    abstract: "List the HTTP exchanges of a capture file, a link or an interface, on any port: HTTP/1 and HTTP/2.",
    discussion: """
      On a terminal, the columns are aligned and fit its width: empty ones are left out first, and the longest phase never. In a \
      file or a pipe, they are separated by tabs, times are in \
      seconds, and nothing is shortened. Sizes are those of the response: wire is the head and the body as sent, decoded is the \
      decoded body. Total is what the client waited: dns, connect and tls of a connection that was opened for the request, then \
      send, wait (for the first byte of the response) and receive. Connections that failed before a request have rows, too. A \
      truncated file is shown as far as it goes, and the exit status is 1.
      """)

  @OptionGroup var source: ExchangeSource

  @OptionGroup var display: DisplayFilterOption

  @Option(
    name: .long, parsing: .unconditional,
    help: "Show one exchange in full, with JSON as a tree with byte ranges.")
  var show: Int?

  @Flag(name: .long, help: "With --show: also print its packets, in hexadecimal and text.")
  var bytes = false

  @OptionGroup var proto: ProtoOption

  @Flag(name: .long, help: "Write one line of JSON per exchange, like `headwind export jsonl`.")
  var json = false

  @Option(
    name: .long,
    help: "Show these columns, without a header: \(HTTPColumn.allCases.map(\.rawValue).joined(separator: ",")).",
    completion: Candidates.columns)
  var fields: HTTPColumns?

  @OptionGroup var arrangement: HTTPArrangement

  @OptionGroup var color: ColorOption
  @OptionGroup var pager: PagerOption

  func validate() throws {
    try source.decoding.validateForExchanges()
    guard show == nil || !arrangement.isUsed else {
      throw ValidationError("--show cannot be used with \(arrangement.firstUsed).")
    }
    try arrangement.validate(json: json, fields: fields != nil)
    guard !json || (fields == nil && !bytes) else {
      throw ValidationError("--json cannot be used with --fields or --bytes.")
    }
    guard show == nil || display.text == nil else { throw ValidationError("--show cannot be used with -Y.") }
    guard !arrangement.follow || display.text == nil else {
      throw ValidationError("--follow lists messages before their exchanges can match: use it without -Y.")
    }
    guard show != nil || !bytes else { throw ValidationError("--bytes needs --show.") }
    guard show != nil && !json || proto.files.isEmpty else { throw ValidationError("--proto needs --show.") }
    guard show ?? 1 >= 1 else { throw ValidationError("--show \(show ?? 0): exchanges are numbered from 1.") }
  }

  func run() throws {
    if source.isRegularFile { pager.begin() }
    try explained {
      if let key = arrangement.group {
        try write(GroupSink(by: key, isJSON: json, memory: source.options.memory))
      } else if arrangement.isRanked {
        try write(ranked())
      } else if json {
        try writeLines()
      } else if let show {
        try showOne(show)
      } else {
        try list()
      }
    }
  }

  private var columns: [HTTPColumn] { fields?.columns ?? HTTPColumn.table }

  private func list() throws {
    var options = source.options
    options.decodesBodies = columns.contains { $0.needsDecoding }
    if arrangement.messages {
      options.keepsAll = true
      options.bodyLimit = MessageRows.previewLimit
      options.followsMessages = arrangement.follow
    }
    let filter = try display.ofExchanges(&options)
    var session = HTTPListSession(
      HTTPReader(options), HTTPTable(fields?.columns, hasHeader: fields == nil, color.paint), isLive: source.isLive,
      isQuick: source.isRegularFile, filter,
      onlyFailed: arrangement.failed, showsMessages: arrangement.messages && !arrangement.follow,
      followsMessages: arrangement.follow)
    try source.open(
      live: ExportOptions.packets, takeFile: { try session.take(from: &$0) }, takeLive: { try session.take(from: &$0) })
    explainIfEmpty(session.count, session.passed, session.unreadable)
  }

  /// Rows that are sorted, or have bars.
  private func ranked() -> RankedSink {
    let bar = arrangement.waterfall ? HTTPArrangement.barWidth(Console.width) : nil
    let columns = fields?.columns ?? (bar == nil ? nil : HTTPColumn.besideWaterfall)
    let table = HTTPTable(columns, hasHeader: fields == nil, color.paint, reserved: bar.map { $0 + 2 } ?? 0)
    return RankedSink(
      table, by: arrangement.key, count: arrangement.slowest, barWidth: bar, memory: source.options.memory)
  }

  /// Reads the source for a sink that prints at the end.
  private func write<Sink: ExchangeSink & ~Copyable>(_ sink: consuming Sink) throws {
    var options = source.options
    options.decodesBodies = columns.contains { $0.needsDecoding } || arrangement.sort == .decoded
    let filter = try display.ofExchanges(&options)
    let signals = try CaptureSignals.arrange(answering: [.end])
    var session = ExchangeSession(
      HTTPReader(options), sink, signals, filter, onlyFailed: arrangement.failed, bodyLimit: 0)
    try source.open(
      live: ExportOptions.packets, answering: signals, takeFile: { try session.take(from: &$0) },
      takeLive: { try session.take(from: &$0) })
    explainIfEmpty(session.count, session.passed, session.unreadable)
  }

  private func writeLines() throws {
    var options = source.options
    options.wanted = show
    options.keepsAll = show == nil
    options.bodyLimit = show == nil ? ExportLines.bodyLimit : HTTPDetail.bodyLimit
    let filter = try display.ofExchanges(&options)
    let signals = try CaptureSignals.arrange(answering: [.end])
    let sink = TextSink(.jsonLines, isLive: source.isLive)
    var session = ExchangeSession(
      HTTPReader(options), sink, signals, filter, onlyFailed: arrangement.failed, only: show,
      bodyLimit: options.bodyLimit)
    try source.open(
      live: ExportOptions.packets, answering: signals, takeFile: { try session.take(from: &$0) },
      takeLive: { try session.take(from: &$0) })
    if show == nil { explainIfEmpty(session.count, session.passed, session.unreadable) }
  }

  private func explainIfEmpty(_ count: Int, _ passed: Int, _ unreadable: UnreadableConnections) {
    EmptyExchanges.explain(
      source, filter: display.text, onlyFailed: arrangement.failed, count: count, passed: passed, unreadable)
  }

  private func showOne(_ number: Int) throws {
    var options = source.options
    options.wanted = number
    // A regular file can be read again for the bytes. For other sources, the latest frames are kept.
    let isFile = source.isRegularFile
    var session = HTTPShowSession(HTTPReader(options), wanted: number, keepsFrames: bytes && !isFile)
    var trouble: CaptureError?
    do {
      try source.open(
        live: ExportOptions.packets, takeFile: { try session.take(from: &$0) },
        takeLive: { try session.take(from: &$0) })
    } catch let error as CaptureError {
      trouble = error
    }
    if session.found == nil { session.finish() }
    guard let found = session.found else {
      if let trouble { throw trouble }
      if session.count == 0 {
        EmptyExchanges.explain(source, filter: nil, onlyFailed: false, count: 0, passed: 0, session.unreadable)
      }
      throw Failure(
        "there is no exchange \(number): the capture has \(session.count)", status: ExitStatus.foundWrong)
    }
    var printer = ExchangePrinter(
      found, origin: session.origin, memory: options.memory / 2, schema: proto.schema, color.paint)
    try printer.print()
    if bytes { try PacketPrinter.print(found, file: isFile ? source.file : nil, session.keeper) }
    if let trouble { throw trouble }
  }
}
