import Dissection
import Exchanges
import MessageFormats
import Streams
import TLS
import TextOutput
import Wire

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
    if exchange.outcome != .complete, let loss = exchange.security?.loss { words += unreadable(loss) }
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
    case .complete: exchange.request == nil ? orphan(exchange) : nil
    case .open: open(exchange.response)
    case .abandoned: "client gave up" + after(exchange)
    case .unanswered: "closed by server without an answer"
    case .cutShort(let party): "cut short by \(party)" + received(exchange)
    case .reset(let party): "reset by \(party)" + received(exchange)
    case .malformed(.requestLine(let line)): "malformed request: \(line)"
    case .malformed(.statusLine(let line)): "malformed response: \(line)"
    case .malformed(let fault): "malformed: \(fault)"
    case .lost: lost(exchange)
    case .unconnected(let failure): words(failure)
    case .evicted: "discarded to save memory"
    }
  }

  private static func words(_ failure: ConnectionFailure) -> String {
    switch failure {
    case .refused: "connection refused"
    case .unanswered(let count): "no answer to \(count) SYN\(count == 1 ? "" : "s")"
    case .rejected(let rejection): "refused: ICMP \(rejection.reason) from \(rejection.sender)"
    case .reset: "reset by server before a request"
    case .alert(let party, let name): "TLS alert by \(party): \(name)"
    case .handshakeCutShort(let party): "closed by \(party) during the TLS handshake"
    case .initialUnanswered(let count): "no answer to \(count) QUIC Initial\(count == 1 ? "" : "s")"
    case .closed(let party, let code): "closed by \(party) during the QUIC handshake: \(code)"
    case .versionNegotiation: "no QUIC version in common"
    case .nameNotFound: "name not found"
    case .nameServerFailed(let code): "name server failed (\(responseCodes[code] ?? "code \(code)"))"
    case .nameServerRejected(let rejection):
      "name server not reached: ICMP \(rejection.reason) from \(rejection.sender)"
    case .nameUnanswered(let count): "no answer to \(count) DNS quer\(count == 1 ? "y" : "ies")"
    }
  }

  /// The response codes of DNS that servers fail with (RFC 1035 section 4.1.1).
  private static let responseCodes: [UInt8: String] = [1: "FORMERR", 2: "SERVFAIL", 4: "NOTIMP", 5: "REFUSED"]

  private static func orphan(_ exchange: HTTPExchange) -> String {
    guard exchange.isUnsolicited else { return "request not captured" }
    // RFC 9110 section 15.5.9.
    return exchange.response?.status == 408
      ? "idle connection closed by server: no request" : "response without a request"
  }

  /// Why the records of TLS could not be read in which the rest is.
  private static func unreadable(_ loss: TLSLoss.Cause) -> [String] {
    switch loss {
    case .missing: []
    case .notAuthentic: ["the secrets do not decrypt the TLS records"]
    case .noSecret: ["no secrets for the TLS records"]
    case .unreadable: ["the TLS records cannot be read"]
    }
  }

  private static func lost(_ exchange: HTTPExchange) -> String {
    if let loss = exchange.security?.loss, loss != .missing { return "rest not decrypted" }
    guard exchange.request != nil, exchange.response == nil else { return "lost in the capture" }
    let bytes = exchange.unseenResponseBytes
    return "response not captured" + (bytes.map { " (the client acknowledged \($0) bytes of it)" } ?? "")
  }

  private static func open(_ response: HTTPMessage?) -> String {
    guard let response else { return "no answer yet" }
    return response.last == nil ? "not over yet" : "answer after the client's end, not acknowledged in the capture"
  }

  private static func after(_ exchange: HTTPExchange) -> String {
    (exchange.total.map { " after \(Seconds.short($0))" } ?? "") + received(exchange) + late(exchange)
  }

  /// When the response came for which the client did not wait.
  private static func late(_ exchange: HTTPExchange) -> String {
    guard let late = exchange.late, let ended = exchange.ended else { return "" }
    return ", \(Seconds.short(late.first.timestamp.nanoseconds &- ended.timestamp.nanoseconds)) before the answer"
      + (late.status.map { " (\($0))" } ?? "")
  }

  /// How much of the body arrived, if its length is known.
  private static func received(_ exchange: HTTPExchange) -> String {
    guard let response = exchange.response, case .bytes(let length) = response.fields.contentLength else { return "" }
    return " with \(response.bodyLength) of \(length) bytes"
  }
}
