/// Writes the events of one connection to a far side's log.
struct ConnectionLog: Sendable {
  let log: FarSideLog
  let number: Int
  let address: String
  let port: Int
  /// The server's port.
  let service: Int
  /// Whether it is a connection of QUIC.
  let isQUIC: Bool
  /// The stream of HTTP/2 or QUIC; nil in HTTP/1.1.
  var stream: Int?

  /// The log of a stream of this connection.
  func stream(_ number: Int) -> ConnectionLog {
    var log = self
    log.stream = number
    return log
  }

  func accepted() { write("accepted") }

  /// The TLS handshake is complete.
  func handshake() { write("handshake") }

  func handshakeFailed(reason: String) {
    write("handshake-failed", ("reason", jsonString(reason)))
  }

  /// The head of a request has arrived.
  func request(method: String, target: String) {
    write("request", ("method", jsonString(method)), ("target", jsonString(target)))
  }

  /// A request has arrived completely, with a body of this many bytes.
  func requestEnded(bytes: Int) { write("request-ended", ("bytes", String(bytes))) }

  /// A response is being sent.
  func response(status: Int) { write("response", ("status", String(status))) }

  private func write(_ event: String, _ members: (name: String, json: String)...) {
    log.write(
      [
        ("event", jsonString(event)), ("connection", String(number)), ("client", jsonString(address)),
        ("port", String(port)), ("service", String(service)),
      ] + (isQUIC ? [("transport", "\"quic\"")] : []) + (stream.map { [("stream", String($0))] } ?? []) + members)
  }
}
