public import Streams
import TLS
public import Wire

/// Finds the HTTP exchanges of a capture, on any port, within a memory budget.
///
///     var reader = HTTPReader()
///     reader.read(frame, bytes)                       // for every frame
///     while let exchange = reader.next() { ... }      // those that have ended by now
///     reader.finish()                                 // and then those that had not
public struct HTTPReader {
  private var table: FlowTable
  private var streams: HTTPStreams
  private let quic: QUICConversations
  private var names: NameResolutions?
  private var offers = HTTP3Offers()
  private let keys: KeyLog

  /// Begins before the first packet.
  public init(_ options: HTTPOptions = HTTPOptions()) {
    table = FlowTable(budget: options.memory, judges: true, remembers: true)
    var options = options
    keys = options.keys ?? KeyLog()
    options.keys = keys
    names = options.resolvesNames ? NameResolutions() : nil
    streams = HTTPStreams(options)
    quic = QUICConversations(streams.log)
  }

  /// Takes the next frame of the capture.
  public mutating func read(_ frame: Frame, _ bytes: Span<UInt8>) {
    let headers = PacketHeaders(innermostOf: frame, bytes)
    let log = streams.log
    names?.read(frame, headers, bytes) { log.fail($0) }
    if let error = ICMPError(headers, bytes) { take(error, PacketMark(frame)) }
    if !quic.read(frame, headers, bytes) { table.read(frame, headers, bytes, &streams) }
    for message in log.takeNames() { names?.read(message) { log.fail($0) } }
  }

  /// Notes that packets of a connection, or a question of DNS, were not delivered.
  private mutating func take(_ error: ICMPError, _ now: PacketMark) {
    if error.transport == .udp {
      quic.reject(error, now)
      names?.reject(error, now)
    } else if let (flow, side) = table.conversation(from: error.source, to: error.destination) {
      streams.reject(flow, side, error.rejection, now)
    }
  }

  /// Takes secrets of TLS connections: lines of an NSS key log. They are best taken before the packets that need them.
  public mutating func add(keys lines: [UInt8]) {
    if !lines.isEmpty { keys.add(lines) }
  }

  /// The connections of TLS and QUIC whose exchanges could not be read.
  public var unreadable: UnreadableConnections { streams.log.unreadable }

  /// Says that the capture is over; exchanges that are open end with what there is.
  public mutating func finish() {
    table.finish(&streams)
    noteAttempts()
    quic.finish()
    let log = streams.log
    names?.finish { log.fail($0) }
  }

  /// The next exchange that has ended, in the order of their ends.
  public mutating func next() -> HTTPExchange? {
    guard var exchange = streams.log.next() else { return nil }
    if exchange.place == 1, exchange.failure?.isOfName != true, let opened = exchange.opened?.timestamp.nanoseconds {
      exchange.resolution = names?.resolution(
        exchange.client, exchange.server, host: exchange.originHost, before: opened)
    }
    if names != nil { compareWithOffers(&exchange) }
    return exchange
  }

  /// Learns what the server offers, and says why the exchange was not one of HTTP/3.
  private mutating func compareWithOffers(_ exchange: inout HTTPExchange) {
    guard exchange.transport == .tcp else { return }
    for offer in names?.takeBindings() ?? [] {
      offers.learn(offer.binding, of: offer.name, at: offer.time, lifetime: offer.lifetime)
    }
    let (host, port) = (exchange.originHost, exchange.server.port)
    if exchange.place == 1, let host, let opened = exchange.opened?.timestamp.nanoseconds,
      exchange.failure?.isOfName != true
    {
      noteAttempts()
      exchange.unusedHTTP3 = offers.unused(
        by: exchange.client.address, of: host, port: port, server: exchange.server.address, opened: opened)
    }
    if let host, let response = exchange.response, let value = response.fields.alternatives {
      offers.learn(alternatives: value, of: host, port: port, at: response.first.timestamp.nanoseconds)
    }
  }

  private mutating func noteAttempts() {
    for facts in quic.facts { offers.note(HTTP3Attempt(facts)) }
  }

  /// The first SYN of the oldest connection of TCP that may still fail before a request; nil if there is none.
  package mutating func earliestAttempt() -> PacketMark? { streams.earliestAttempt() }

  /// The next message of those that are followed, in the order in which they were complete.
  public mutating func nextMessage() -> FollowedMessage? { streams.log.followed?.next() }

  /// What was seen, and what was given up.
  public var summary: FlowSummary {
    var summary = table.summary
    summary.cutBodies = streams.log.cutBodies
    summary.omittedFailures = streams.log.omittedFailures
    return summary
  }

  /// How many bytes are held for conversations, waiting segments and open exchanges.
  public var heldBytes: Int { table.heldBytes(streams) }
}
