import Streams
import Wire

/// How long each phase of an exchange took, in nanoseconds, as HAR 1.2 divides it; nil where the packets do not tell.
///
/// The phases follow one another without a gap, so that they add up to the time from `started` to the end.
public struct ExchangeTimings: Hashable, Sendable {
  /// Nanoseconds since the Unix epoch: the DNS query, or the SYN, or the first byte of the request.
  public internal(set) var started: Int64 = 0
  /// Between the phases of making the connection, and from then to the request.
  public internal(set) var blocked: Int64?
  /// From the first query for the host's name to when its resolver returned, over all retries and types; nil if the connection waited
  /// for none.
  public internal(set) var dns: Int64?
  /// From the first SYN to the packet that completed the handshake; for QUIC, the handshake with that of TLS within it.
  public internal(set) var connect: Int64?
  /// The TLS handshake, from the ClientHello to the client's Finished; nil for QUIC.
  public internal(set) var tls: Int64?
  /// From the first to the last byte of the request, or to the first byte of the response where that is earlier.
  public internal(set) var send: Int64?
  /// From there to the first byte of the response, or to the end where none came.
  public internal(set) var wait: Int64?
  /// From there to the end.
  public internal(set) var receive: Int64?

  /// All of it.
  public var total: Int64 {
    [blocked, dns, connect, tls, send, wait, receive].reduce(0) { $0 &+ ($1 ?? 0) }
  }

  init(_ exchange: HTTPExchange) {
    started = exchange.began?.timestamp.nanoseconds ?? 0
    let end = exchange.ended?.timestamp.nanoseconds
    if let failure = exchange.failure, failure.isOfName {
      dns = end.map { max(0, $0 &- started) }
      return
    }
    if exchange.place == 1, let opened = exchange.opened?.timestamp.nanoseconds { connection(exchange, opened) }
    let answered = exchange.response?.first.timestamp.nanoseconds
    if let request = exchange.request {
      let first = request.first.timestamp.nanoseconds
      let sent = request.last?.timestamp.nanoseconds ?? max(first, answered ?? end ?? first)
      // A server may answer before it has all of the request, as with a WebSocket: what comes then counts as received.
      let next = answered ?? end
      send = max(0, min(sent, next ?? sent) &- first)
      if let next { wait = max(0, next &- max(first, sent)) }
    }
    if let answered, let last = end ?? exchange.response?.last?.timestamp.nanoseconds {
      receive = max(0, last &- answered)
    }
  }

  private mutating func connection(_ exchange: HTTPExchange, _ opened: Int64) {
    started = opened
    if let resolution = exchange.resolution {
      started = resolution.asked
      dns = max(0, resolution.answered &- resolution.asked)
      blocked = max(0, opened &- resolution.answered)
    }
    let end = exchange.ended?.timestamp.nanoseconds
    guard let connected = exchange.connected?.timestamp.nanoseconds else {
      if exchange.failure != nil { connect = end.map { max(0, $0 &- opened) } }
      return
    }
    let isQUIC = exchange.transport == .quic
    // A request in early data is on its way while the handshake goes on, which nobody waits for then.
    let request = exchange.request?.first.timestamp.nanoseconds
    connect = max(0, (isQUIC ? min(connected, request ?? connected) : connected) &- opened)
    // A request may be in the packet that completes the handshake, or in one before it (early data).
    guard let next = exchange.request?.first.timestamp.nanoseconds ?? (exchange.failure == nil ? nil : end) else {
      return
    }
    if !isQUIC, let began = exchange.security?.began?.timestamp.nanoseconds {
      if let completed = exchange.security?.completed?.timestamp.nanoseconds {
        tls = max(0, min(completed, next) &- began)
      } else if exchange.failure != nil {
        tls = max(0, next &- began)
      }
    }
    blocked = (blocked ?? 0) &+ max(0, next &- connected &- (tls ?? 0))
  }
}
