public import TextOutput

/// Writes the exchanges of a capture for other programs, each when it ends, so that nothing but the last one is held.
///
///     var export = ExchangeExport(.har, creator: ...)
///     export.begin()
///     export.append(exchange, trouble: "")               // every exchange that `HTTPReader` gives
///     export.finish()
public struct ExchangeExport {
  /// What it is exported as.
  public enum Format: Sendable {
    /// HTTP Archive 1.2, one JSON document.
    case har
    /// A JSON object a line.
    case jsonLines
    /// A command line of curl for each request.
    case curl
    /// An entry of Hurl for each request.
    case hurl
    /// Chrome's net-log, one JSON document.
    case netLog
    /// Spans of OpenTelemetry, a line of OTLP/JSON for each exchange.
    case spans
  }

  /// What was written and not taken away yet.
  public var text = TextBuffer()
  private let format: Format
  private let creator: (name: String, version: String)
  private var attempts = AttemptCounter()
  private var count = 0

  /// - Parameter creator: the program that HAR names as its author.
  public init(_ format: Format, creator: (name: String, version: String)) {
    self.format = format
    self.creator = creator
  }

  /// Begins the document.
  public mutating func begin() {
    switch format {
    case .har: HARWriter.begin(creator, to: &text)
    case .netLog: NetLogWriter.begin(creator, to: &text)
    case .jsonLines, .curl, .hurl, .spans: break
    }
  }

  /// Writes an exchange, whose heads and bodies should have been kept.
  public mutating func append(_ exchange: HTTPExchange, trouble: String) {
    let notes = ExchangeNotes(
      timings: exchange.timings, attempts: attempts.attempt(exchange), trouble: trouble)
    switch format {
    case .har: HARWriter.append(exchange, notes, isFirst: count == 0, to: &text)
    case .jsonLines: ExchangeLines.append(exchange, notes, to: &text)
    case .curl: CurlCommand.append(exchange, to: &text)
    case .hurl: HurlEntry.append(exchange, to: &text)
    case .netLog: NetLogWriter.append(exchange, notes, isFirst: count == 0, to: &text)
    case .spans: TraceSpans.append(exchange, notes, creator, to: &text)
    }
    count += 1
  }

  /// Ends the document; it is valid whenever this is called.
  public mutating func finish() {
    switch format {
    case .har: HARWriter.finish(to: &text)
    case .netLog: NetLogWriter.finish(to: &text)
    case .jsonLines, .curl, .hurl, .spans: break
    }
  }
}
