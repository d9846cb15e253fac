import Streams
import Wire

/// How long each phase of an exchange took, in nanoseconds, as HAR 1.2 divides it; nil where the packets do not tell.
///
/// The phases follow one another without a gap, so that they add up to the time from `started` to the end.
struct ExchangeTimings {
  /// Nanoseconds since the Unix epoch: the DNS query, or the SYN, or the first byte of the request.
  var started: Int64 = 0
  /// Between the phases of making the connection, and from then to the request.
  var blocked: Int64?
  var dns: Int64?
  /// From the first SYN to the packet that completed the handshake.
  var connect: Int64?
  /// The TLS handshake, from the ClientHello to the client's Finished.
  var tls: Int64?
  /// From the first to the last byte of the request.
  var send: Int64?
  /// From there to the first byte of the response, or to the end where none came.
  var wait: Int64?
  /// From there to the last byte of the response, or to the end.
  var receive: Int64?

  var total: Int64 {
    [blocked, dns, connect, tls, send, wait, receive].reduce(0) { $0 &+ ($1 ?? 0) }
  }

  init(_ exchange: HTTPExchange, _ resolutions: inout NameResolutions) {
    started = exchange.began?.timestamp.nanoseconds ?? 0
    if exchange.place == 1, let opened = exchange.opened?.timestamp.nanoseconds {
      connection(exchange, opened, &resolutions)
    }
    let end = exchange.ended?.timestamp.nanoseconds
    let answered = exchange.response?.first.timestamp.nanoseconds
    if let request = exchange.request {
      let first = request.first.timestamp.nanoseconds
      let sent = request.last?.timestamp.nanoseconds ?? max(first, answered ?? end ?? first)
      send = max(0, sent &- first)
      // A server may answer before it has all of the request.
      if let next = answered ?? end { wait = max(0, next &- sent) }
    }
    if let answered, let last = exchange.response?.last?.timestamp.nanoseconds ?? end {
      receive = max(0, last &- answered)
    }
  }

  private mutating func connection(_ exchange: HTTPExchange, _ opened: Int64, _ resolutions: inout NameResolutions) {
    started = opened
    let resolution = resolutions.resolution(
      exchange.client.address, exchange.server.address, stream: exchange.stream, before: opened)
    if let resolution {
      started = resolution.asked
      dns = max(0, resolution.answered &- resolution.asked)
      blocked = max(0, opened &- resolution.answered)
    }
    guard let connected = exchange.connected?.timestamp.nanoseconds else { return }
    connect = max(0, connected &- opened)
    if let first = exchange.request?.first.timestamp.nanoseconds {
      if let security = exchange.security, let began = security.began, let completed = security.completed {
        // A request may be in the packet that completes the handshake, or in one before it (early data).
        let end = min(completed.timestamp.nanoseconds, first)
        tls = max(0, end &- began.timestamp.nanoseconds)
      }
      blocked = (blocked ?? 0) &+ max(0, first &- connected &- (tls ?? 0))
    }
  }
}
