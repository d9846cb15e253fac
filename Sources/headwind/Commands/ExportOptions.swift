import ArgumentParser
import Captures
import Dissection
import Exchanges
import TextOutput

/// The options that all exports share.
struct ExportOptions: ParsableArguments {
  @OptionGroup var source: ExchangeSource
  @OptionGroup var display: DisplayFilterOption

  @Option(
    name: .customLong("body-limit"), parsing: .unconditional,
    help: ArgumentHelp("Keep at most this much of a decoded body: 1M; 0 for nothing.", valueName: "size"),
    transform: Self.parse)
  var bodyLimit: ByteSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Export only this exchange, by its number in `headwind http`.", valueName: "number"))
  var exchange: Int?

  /// The capture filter for an interface: conversations, and the DNS packets that resolved the servers' names.
  static let packets = "tcp or udp port 53"

  func validate() throws {
    try source.decoding.validateForExchanges()
    guard exchange ?? 1 >= 1 else {
      throw ValidationError("--exchange \(exchange ?? 0): exchanges are numbered from 1.")
    }
    guard exchange == nil || display.text == nil else { throw ValidationError("--exchange cannot be used with -Y.") }
  }

  @Sendable private static func parse(_ text: String) throws -> ByteSize {
    guard let size = ByteSize(text), size.bytes <= 1 << 31 else {
      throw ValidationError("write a size from 0 to 2G, such as 1M.")
    }
    return size
  }

  /// Reads the source, and writes its exchanges in a format.
  func write(_ format: ExchangeExport.Format, bodyLimit limit: Int) throws {
    try run(TextSink(format, isLive: source.isLive), bodyLimit: limit)
  }

  /// Reads the source for `sink`.
  ///
  /// - Parameter limit: how much of a body is kept by default.
  func run<Sink: ExchangeSink & ~Copyable>(_ sink: consuming Sink, bodyLimit limit: Int) throws {
    var options = source.options
    options.keepsAll = exchange == nil
    options.wanted = exchange
    let limit = bodyLimit?.bytes ?? limit
    options.bodyLimit = limit
    let filter = try display.ofExchanges(&options)
    let signals = try CaptureSignals.arrange(answering: [.end])
    var session = ExchangeSession(HTTPReader(options), sink, signals, filter, only: exchange, bodyLimit: limit)
    try explained {
      try source.open(
        live: Self.packets, answering: signals, takeFile: { try session.take(from: &$0) },
        takeLive: { try session.take(from: &$0) }
      )
      if let exchange, session.passed == 0 {
        throw Failure(
          "there is no exchange \(exchange): the capture has \(session.count)", status: ExitStatus.foundWrong)
      }
      EmptyExchanges.explain(
        source, filter: display.text, onlyFailed: false, count: session.count, passed: session.passed,
        session.unreadable)
    }
  }
}
