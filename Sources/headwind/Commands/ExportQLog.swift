import ArgumentParser
import QLog
import TLS
import TextOutput

/// `headwind export qlog`.
struct ExportQLog: ParsableCommand {
  enum Flow: String, CaseIterable, ExpressibleByArgument {
    case client, server
  }

  static let configuration = CommandConfiguration(
    commandName: "qlog",
    abstract: "Write qlog 0.3 of QUIC connections, for qvis (https://qvis.quictools.info) and its kin.",
    discussion: """
      The vantage point is the network: times and round trips are those of the capture. Without the secrets of a connection \
      (--keys, or those in the file), only its Initial packets have frames. A document has a trace for each connection.
      """)

  @OptionGroup var source: ExchangeSource

  @Flag(
    name: .customLong("seq"),
    help: "Write JSON text sequences (.sqlog): a record per event, at once, and all connections in one trace.")
  var isSequence = false

  @Option(help: "Whose view: what this end sends is packet_sent, and metrics are of its packets: client or server.")
  var flow = Flow.client

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Export only this connection, by its number in `headwind stats quic`.", valueName: "number"))
  var connection: Int?

  func validate() throws {
    guard connection ?? 0 >= 0 else {
      throw ValidationError("--connection \(connection ?? 0): connections are numbered from 0.")
    }
  }

  func run() throws {
    let memory = source.budget.memory.bytes
    let writer = QLogWriter(
      isSequence ? .sequence : .json, flow: flow == .client ? .client : .server,
      creator: (name: "Headwind", version: Headwind.version), only: connection, memory: memory / 2)
    let signals = try CaptureSignals.arrange(answering: [.end])
    var session = QLogSession(
      writer, keys: source.keys.log ?? KeyLog(), memory: memory / 2, signals, isLive: source.isLive)
    try explained {
      try source.open(
        live: "udp", answering: signals, takeFile: { try session.take(from: &$0) },
        takeLive: { try session.take(from: &$0) })
      let (all, written) = session.counts
      if let connection, written == 0 {
        throw Failure("there is no connection \(connection): the capture has \(all)", status: ExitStatus.foundWrong)
      }
      if all == 0 { Headwind.say("headwind: no QUIC connections") }
    }
  }
}
