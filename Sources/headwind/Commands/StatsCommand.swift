import ArgumentParser
import Captures
import Dissection

/// `headwind stats`: what a capture's packets come to.
struct StatsCommand: ParsableCommand {
  enum Statistic: String, CaseIterable, ExpressibleByArgument {
    case conversations, endpoints, http, io, dns, protocols
  }

  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Counts packets, bytes and messages of a capture file, a link or an interface, as Wireshark does.",
    discussion: "A live source is counted until Ctrl-C. docs/exports.md says which of tshark's statistics is which.")

  @Argument(help: "What to count.")
  var statistic: Statistic

  @Argument(help: "For conversations and endpoints: tcp, udp, ip, ipv6 or eth.", transform: Self.kind)
  var kind = TrafficKind.tcp

  @OptionGroup var source: ExchangeSource

  @Option(
    name: [.customShort("Y"), .customLong("display-filter")],
    help: "Count only packets that this filter fits, in Wireshark's language.")
  var filter: String?

  @Option(name: .long, help: "For io: how long an interval is, in seconds; 0 for the whole capture.")
  var interval = 1.0

  @Flag(name: .long, help: "Write a JSON object for each row.")
  var json = false

  @Sendable private static func kind(_ text: String) throws -> TrafficKind {
    guard let kind = TrafficKind(rawValue: text) else {
      throw ValidationError("\(text): there are \(TrafficKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return kind
  }

  func validate() throws {
    guard interval >= 0, interval <= 1e9, interval == 0 || interval >= 1e-6 else {
      throw ValidationError("--interval \(interval): 0, or from 0.000001 to 10^9 seconds.")
    }
  }

  func run() throws {
    let display = try filter.map { text throws(Failure) in
      do {
        return try DisplayFilter(text)
      } catch {
        throw Failure("display filter: \(error)", status: ExitStatus.usage)
      }
    }
    try explained {
      switch statistic {
      case .conversations: try count(ConversationStatistics(kind, memory: source.budget.memory.bytes), display)
      case .endpoints: try count(EndpointStatistics(kind, memory: source.budget.memory.bytes), display)
      case .http: try count(HTTPStatistics(source.options), display)
      case .io: try count(IntervalStatistics(interval: Int64(interval * 1e9)), display)
      case .dns: try count(DNSStatistics(), display)
      case .protocols: try count(ProtocolStatistics(), display)
      }
    }
  }

  private func count(_ statistic: some CaptureStatistic, _ display: DisplayFilter?) throws {
    let signals = try CaptureSignals.arrange(answering: [.end])
    let view = display.map { FrameView(filter: $0, printer: nil, tables: DissectorTables(), hindsight: nil) }
    var session = StatsSession(statistic, view, signals, isJSON: json)
    try source.open(
      live: "", answering: signals, takeFile: { try session.take(from: &$0) }, takeLive: { try session.take(from: &$0) }
    )
  }
}
