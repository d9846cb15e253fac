import Dissection
import Exchanges
import Streams
import TextOutput
import VirtualLink
import Wire

extension WireObserver {
  /// The events since a moment, on the wire and to the link, as text and in order.
  func timeline(since start: ObservationRequest.Start) throws -> ControlReply {
    let (start, notes, exchanges) = try withRecord { record in
      let start = try record.start(start)
      return (start, record.notes.filter { $0.time >= start.time }, record.exchanges(after: start))
    }
    var lines = notes.map { ($0.time, $0.text) }
    for connection in connections(after: start) { lines += Self.lines(connection) }
    for exchange in exchanges { lines += Self.lines(exchange) }
    // The sort is stable, so that simultaneous events stay in order.
    lines = lines.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
    return ControlReply(
      lines.map { time, text in
        ("event", "\(Self.relative(time - start.time))  \(HarmlessText.escaped(text))")
      })
  }

  private static func lines(_ connection: ConnectionRecord) -> [(Timestamp, String)] {
    let name = "connection \(connection.stream)"
    var lines: [(PacketMark?, String)] = [
      (connection.opened, "\(name): opened, \(connection.client) to \(connection.server)"),
      (connection.connected, "\(name): connected"),
    ]
    if connection.attempts > 1 { lines.append((connection.last, "\(name): \(connection.attempts) SYNs so far")) }
    for (end, ending) in [("client", connection.clientEnding), ("server", connection.serverEnding)] {
      let word = ending?.isReset == true ? "RST" : "FIN"
      lines.append((ending?.packet, "\(name): \(word) by the \(end)"))
    }
    if connection.isAbandoned {
      lines.append((connection.last, "\(name): abandoned: the client no longer has a socket"))
    }
    if !connection.isOver { lines.append((connection.last, "\(name): still open; its last packet so far")) }
    return lines.compactMap { mark, text in mark.map { ($0.timestamp, text) } }
  }

  private static func lines(_ exchange: HTTPExchange) -> [(Timestamp, String)] {
    let name = "exchange \(exchange.number)"
    let request = "\(exchange.request?.method ?? "?") \(exchange.url ?? "?")"
    let received = exchange.response.map { ", \($0.bodyLength) bytes of its body" } ?? ""
    let lines: [(PacketMark?, String)] = [
      (
        exchange.began,
        "\(name) on \(exchange.transport == .quic ? "QUIC " : "")connection \(exchange.stream): \(request)"
      ),
      (exchange.response?.first, "\(name): \(exchange.response?.status.map(String.init) ?? "?") begins"),
      (exchange.ended, "\(name): \(HTTPTrouble.outcome(exchange) ?? "complete")\(received)"),
    ]
    return lines.compactMap { mark, text in mark.map { ($0.timestamp, text) } }
  }

  /// `  1.234 s`; negative for what was there before the mark, such as the opening of a connection that is still in use.
  static func relative(_ nanoseconds: Int64) -> String {
    let milliseconds = (nanoseconds.magnitude + 500_000) / 1_000_000
    let sign = nanoseconds < 0 && milliseconds > 0 ? "-" : ""
    let fraction = String(milliseconds % 1000)
    let text = "\(sign)\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    return String(repeating: " ", count: max(0, 8 - text.count)) + text + " s"
  }
}
