import ArgumentParser
import Captures
import Dissection
import Exchanges
import TLS

/// `headwind stats`: prints statistics of a capture.
struct StatsCommand: ParsableCommand {
  enum Statistic: String, CaseIterable, ExpressibleByArgument {
    case conversations, endpoints, http, io, dns, protocols, quic
  }

  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count the packets, bytes and messages of a capture file, a link or an interface, as Wireshark does.",
    discussion: "A live capture ends with Ctrl-C. docs/exports.md lists the corresponding statistics of tshark.")

  @Argument(help: "The statistic.")
  var statistic: Statistic

  @Argument(
    help: "For conversations and endpoints: tcp, udp, ip, ipv6 or eth.",
    completion: .list(TrafficKind.allCases.map(\.rawValue)), transform: Self.kind)
  var kind = TrafficKind.tcp

  @OptionGroup var source: ExchangeSource

  @OptionGroup var display: DisplayFilterOption

  @Option(
    name: .long, parsing: .unconditional, help: "For io: the length of an interval in seconds; 0 for the whole capture."
  )
  var interval = 1.0

  @Flag(name: .long, help: "Write one line of JSON per row.")
  var json = false

  @OptionGroup var pager: PagerOption

  /// The words of a command line, with the usual kind put in where a file follows the statistic: `stats http FILE`.
  static func words(_ words: [String]) -> [String] {
    guard words.count > 2, Statistic(rawValue: words[1]) != nil, !words[2].hasPrefix("-") || words[2] == "-",
      TrafficKind(rawValue: words[2]) == nil
    else { return words }
    return words[..<2] + [TrafficKind.tcp.rawValue] + words[2...]
  }

  @Sendable private static func kind(_ text: String) throws -> TrafficKind {
    guard let kind = TrafficKind(rawValue: text) else {
      throw ValidationError("\(text): use one of \(TrafficKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return kind
  }

  func validate() throws {
    if statistic == .http { try source.decoding.validateForExchanges() }
    guard interval >= 0, interval <= 1e9, interval == 0 || interval >= 1e-6 else {
      throw ValidationError("--interval \(interval): must be 0, or from 0.000001 to 10^9 seconds.")
    }
  }

  func run() throws {
    if source.isRegularFile { pager.begin() }
    try explained {
      switch statistic {
      case .conversations: try countPackets(ConversationStatistics(kind, memory: source.budget.memory.bytes))
      case .endpoints: try countPackets(EndpointStatistics(kind, memory: source.budget.memory.bytes))
      case .http: try countExchanges()
      case .io: try countPackets(IntervalStatistics(interval: Int64(interval * 1e9)))
      case .dns: try countPackets(DNSStatistics(decodedAs: source.decoding.words))
      case .quic: try countPackets(QUICStatistics(source.options))
      case .protocols:
        try countPackets(ProtocolStatistics(decodedAs: source.decoding.words, keys: source.keys.log ?? KeyLog()))
      }
    }
  }

  private func countExchanges() throws {
    var options = source.options
    options.decodesBodies = false
    let filter = try display.ofExchanges(&options)
    try count(HTTPStatistics(options, filter), nil)
  }

  private func countPackets(_ statistic: some CaptureStatistic) throws {
    var tables = source.decoding.tables
    tables.keys = source.keys.log ?? KeyLog()
    guard let filter = try display.ofPackets() else { return try count(statistic, nil) }
    let memory = source.budget.memory.bytes
    let hindsight = CaptureHindsight.of(
      source.file, side: source.side, wanted: filter.fields, tables, memory: memory)
    try count(
      statistic, FrameView(filter: filter, printer: nil, tables: tables, hindsight: hindsight, memory: memory))
  }

  private func count(_ statistic: some CaptureStatistic, _ view: consuming FrameView?) throws {
    let signals = try CaptureSignals.arrange(answering: [.end])
    var session = StatsSession(statistic, view, signals, isJSON: json)
    try source.open(
      live: "", answering: signals, takeFile: { try session.take(from: &$0) }, takeLive: { try session.take(from: &$0) }
    )
  }
}
