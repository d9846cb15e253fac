import Streams
import Wire

/// A connection that failed before any request, until it is handed over as an exchange without messages.
struct FailedConnection {
  /// The conversation, if there is one.
  var stream: Int?
  var client: Endpoint
  var server: Endpoint
  var clientSide = FlowSide.first
  var transport = HTTPExchange.Transport.tcp
  /// The name that was asked for, where it is known.
  var name: String?
  /// The first SYN, the first packet of QUIC, or the first DNS query.
  var opened: PacketMark
  var connected: PacketMark?
  var ended: PacketMark
  var security: TLSSession?
  var failure: ConnectionFailure

  /// The exchange, with a number among those of the capture.
  func exchange(_ number: Int) -> HTTPExchange {
    var exchange = HTTPExchange(
      number: number, stream: stream ?? -1, client: client, server: server, clientSide: clientSide)
    exchange.transport = transport
    exchange.opened = opened
    exchange.connected = connected
    exchange.security = security
    exchange.authority = name
    exchange.ended = ended
    exchange.outcome = .unconnected(failure)
    return exchange
  }
}
