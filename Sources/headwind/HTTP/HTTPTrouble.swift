import Dissection
import Exchanges
import MessageFormats
import Streams
import TextOutput

/// Describes the problems of an exchange in a few words.
enum HTTPTrouble {
  static func words(_ exchange: HTTPExchange) -> String {
    var words = outcome(exchange).map { [$0] } ?? []
    let isQUIC = exchange.transport == .quic
    if let error = exchange.streamError { words.append("\(isQUIC ? "RESET_STREAM" : "RST_STREAM") \(error)") }
    if let goaway = exchange.goaway {
      // Only an error closes a connection of QUIC; GOAWAY has none in HTTP/3 (RFC 9114 section 5.2).
      let isClose = isQUIC && exchange.goaway?.code != "H3_NO_ERROR"
      words.append("\(isClose ? "CONNECTION_CLOSE" : "GOAWAY") \(goaway.code) by \(goaway.party)")
    }
    if let unused = exchange.unusedHTTP3 { words.append(unused.words) }
    if let status = exchange.call?.status, status.code != 0 {
      let message = status.message.isEmpty ? "" : ": " + HarmlessText.escaped(status.message, keepingLines: false)
      words.append("grpc-status \(status.code) \(status)\(message)")
    }
    let counts = exchange.findingCounts
    if counts.retransmissions > 0 { words.append("\(counts.retransmissions) retransmitted") }
    if counts.outOfOrder > 0 { words.append("\(counts.outOfOrder) out of order") }
    if counts.lostPackets > 0 { words.append("\(counts.lostPackets) packet\(counts.lostPackets == 1 ? "" : "s") lost") }
    if counts.missingBytes > 0 { words.append("\(counts.missingBytes) bytes not captured") }
    if counts.zeroWindows > 0 { words.append("\(counts.zeroWindows) zero window") }
    if counts.conflicts > 0 { words.append("\(counts.conflicts) retransmitted with different content") }
    if counts.outsideWindow > 0 { words.append("\(counts.outsideWindow) ignored: outside the TCP window") }
    for (party, message) in [("request", exchange.request), ("response", exchange.response)] {
      if let wait = longWait(message, exchange) { words.append("\(party) waited \(Seconds.short(wait)) for a window") }
      words += message?.fields.flaws.words.map { "\(party): \($0)" } ?? []
      if let failure = message?.decodingFailure { words.append(HarmlessText.escaped(failure)) }
    }
    return words.joined(separator: ", ")
  }

  /// How long a message waited for a window of HTTP/2 or QUIC, if that is at least a tenth of its exchange's time.
  private static func longWait(_ message: HTTPMessage?, _ exchange: HTTPExchange) -> Int64? {
    guard let wait = message?.windowWait, wait >= 1_000_000, wait >= (exchange.requestTime ?? 0) / 10 else {
      return nil
    }
    return wait
  }

  /// How it ended, unless it was complete.
  static func outcome(_ exchange: HTTPExchange) -> String? {
    switch exchange.outcome {
    case .complete: exchange.request == nil ? "request not captured" : nil
    case .open: exchange.response == nil ? "no answer yet" : "not over yet"
    case .abandoned: "client gave up" + after(exchange)
    case .unanswered: "closed by server without an answer"
    case .cutShort(let party): "cut short by \(party)" + received(exchange)
    case .reset(let party): "reset by \(party)" + received(exchange)
    case .malformed(.requestLine(let line)): "malformed request: \(line)"
    case .malformed(let fault): "malformed: \(fault)"
    case .lost: "lost in the capture"
    case .unconnected(let failure): words(failure)
    case .evicted: "discarded to save memory"
    }
  }

  private static func words(_ failure: ConnectionFailure) -> String {
    switch failure {
    case .refused: "connection refused"
    case .unanswered(let count): "no answer to \(count) SYN\(count == 1 ? "" : "s")"
    case .reset: "reset by server before a request"
    case .alert(let party, let name): "TLS alert by \(party): \(name)"
    case .handshakeCutShort(let party): "closed by \(party) during the TLS handshake"
    case .initialUnanswered(let count): "no answer to \(count) QUIC Initial\(count == 1 ? "" : "s")"
    case .closed(let party, let code): "closed by \(party) during the QUIC handshake: \(code)"
    case .versionNegotiation: "no QUIC version in common"
    case .nameNotFound: "name not found"
    case .nameServerFailed(let code): "name server failed (\(responseCodes[code] ?? "code \(code)"))"
    case .nameUnanswered(let count): "no answer to \(count) DNS quer\(count == 1 ? "y" : "ies")"
    }
  }

  /// The response codes of DNS that servers fail with (RFC 1035 section 4.1.1).
  private static let responseCodes: [UInt8: String] = [1: "FORMERR", 2: "SERVFAIL", 4: "NOTIMP", 5: "REFUSED"]

  private static func after(_ exchange: HTTPExchange) -> String {
    (exchange.total.map { " after \(Seconds.short($0))" } ?? "") + received(exchange)
  }

  /// How much of the body arrived, if its length is known.
  private static func received(_ exchange: HTTPExchange) -> String {
    guard let response = exchange.response, case .bytes(let length) = response.fields.contentLength else { return "" }
    return " with \(response.bodyLength) of \(length) bytes"
  }
}
