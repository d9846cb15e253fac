import Streams
import Exchanges
import Dissection
import MessageFormats
import TextOutput
import Wire

/// Prints one exchange in full: its events with times, both messages, and their bodies.
struct ExchangePrinter: ~Copyable {
  /// How many bytes are shown of a body that is not text.
  private static let hexLimit = 512

  /// How many bytes of text are buffered before they are written.
  private static let textLimit = 64 << 10

  private var output = StandardOutput()
  private var text: PrintableText = ""
  /// The error because of which nothing more can be written.
  private var trouble: StandardOutput.Trouble?
  /// The most values of a JSON body that are shown.
  private let valueLimit: Int
  private let exchange: HTTPExchange
  private let origin: Timestamp
  private let paint: Paint

  /// - Parameter memory: the memory limit for the values of a JSON body, in bytes.
  init(_ exchange: HTTPExchange, origin: Timestamp, memory: Int, _ paint: Paint) {
    valueLimit = memory / MemoryLayout<JSONNode>.stride
    self.paint = paint
    self.exchange = exchange
    self.origin = origin
  }

  mutating func print() throws(StandardOutput.Trouble) {
    let place: PrintableText = exchange.stream < 0 ? "" : ", tcp.stream \(exchange.stream)"
    line("exchange \(exchange.number)\(place): \(exchange.client) > \(exchange.server)")
    if exchange.failure != nil { line("  to \(exchange.destination)") }
    if let layers { line("  \(layers)") }
    waits()
    event("request began", exchange.request?.first)
    event("request complete", exchange.request?.last)
    event("response began", exchange.response?.first)
    event("response complete", exchange.response?.last)
    if exchange.response?.last == nil { event("ended", exchange.ended) }
    let trouble = HTTPTrouble.words(exchange)
    if !trouble.isEmpty { line("  trouble: \(paint(PrintableText(escaping: trouble), .bad))") }
    for finding in exchange.findings { line("  \(words(finding))") }
    guard let detail = exchange.detail else {
      try hand()
      return try output.flush()
    }
    try message("request", exchange.request, detail.requestHead, detail.requestBody, .client, detail)
    try message("response", exchange.response, detail.responseHead, detail.responseBody, .server, detail)
    try hand()
    try output.flush()
  }

  /// The version, the stream, and what is below them.
  private var layers: PrintableText? {
    let security = [exchange.security?.version, exchange.security?.cipherSuite].compactMap { $0 }
    let words = ([exchange.protocolName].filter { !$0.isEmpty } + security).joined(separator: ", ")
    return words.isEmpty ? nil : PrintableText(escaping: words)
  }

  /// How long the client waited, and for what.
  private mutating func waits() {
    guard let total = exchange.total else { return }
    let timings = exchange.timings
    let phases: [(name: String, time: Int64?)] = [
      ("dns", timings.dns), ("connect", timings.connect), ("tls", timings.tls), ("blocked", timings.blocked),
      ("send", timings.send), ("wait", timings.wait), ("receive", timings.receive),
    ]
    let words = phases.compactMap { phase in phase.time.map { "\(phase.name) \(Seconds.short($0))" } }
    line("  total \(Seconds.short(total)): \(words.joined(separator: ", "))")
  }

  private mutating func message(
    _ name: String, _ message: HTTPMessage?, _ head: [UInt8], _ body: [UInt8], _ party: HTTPParty, _ detail: HTTPDetail
  ) throws(StandardOutput.Trouble) {
    line("")
    guard let message else { return line("\(name): not in the capture") }
    let packets = PacketNumbers.list(detail.sources.filter { $0.party == party }.map(\.packet.number))
    line("\(name): \(message.range.count) bytes in packets \(packets)")
    line("")
    line("\(lines: HarmlessText.escaped(head, keepingLines: true).trimmingLineEnds)")
    guard message.bodyLength > 0 else { return try hand() }
    line("")
    line("\(summary(message, body))")
    try show(body, type: message.fields.contentType?.lowercased() ?? "")
  }

  private func summary(_ message: HTTPMessage, _ body: [UInt8]) -> String {
    var words = "body: \(message.bodyLength) bytes"
    let codings = [message.fields.contentEncoding, message.fields.transferEncoding].compactMap { $0 }
    if !codings.isEmpty { words += " (" + HarmlessText.escaped(codings.joined(separator: ", ")) + ")" }
    if let decoded = message.decodedLength, decoded != message.bodyLength { words += ", \(decoded) decoded" }
    if message.missing > 0 { words += ", \(message.missing) of them not in the capture" }
    if let failure = message.decodingFailure { words += "; " + HarmlessText.escaped(failure) }
    if let decoded = message.decodedLength, Int64(body.count) < decoded, message.missing == 0 {
      words += "; the first \(body.count) are shown"
    }
    return words
  }

  private mutating func show(_ body: [UInt8], type: String) throws(StandardOutput.Trouble) {
    switch BodyKind(type: type, body) {
    case .json: showJSON(body)
    case .jsonSequence: showJSON(body, isSequence: true)
    case .events: showEvents(body)
    case .text: line("\(lines: HarmlessText.escaped(body, keepingLines: true).trimmingLineEnds)")
    case .other where isText(body): line("\(lines: HarmlessText.escaped(body, keepingLines: true).trimmingLineEnds)")
    case .other:
      for text in HexDump.lines(body.prefix(Self.hexLimit)) { line("\(lines: text)") }
      if body.count > Self.hexLimit { line("... \(body.count - Self.hexLimit) more bytes") }
    }
    try hand()
  }

  private mutating func showJSON(_ body: [UInt8], isSequence: Bool = false, indent: String = "") {
    var parser = JSONParser(allowsSequence: isSequence, nodeLimit: valueLimit)
    parser.parse(body.span)
    parser.finish()
    JSONPrinter(body, parser).print { line("\(indent)\($0)") }
  }

  /// Shows server-sent events, one line each, with their data.
  private mutating func showEvents(_ body: [UInt8]) {
    var reader = EventStreamReader(limit: body.count)
    reader.read(body.span) { told in
      switch told {
      case .event(let event): show(event)
      case .retry(let milliseconds): line("retry after \(milliseconds) ms")
      case .comment: break
      }
    }
    if reader.isInEvent { line("an incomplete event follows") }
  }

  private mutating func show(_ event: EventStreamReader.Event) {
    let range = "\(event.range.lowerBound)..<\(event.range.upperBound)"
    let id: PrintableText = event.id.isEmpty ? "" : ", id \(HarmlessText.escaped(event.id, keepingLines: false))"
    line("\(range)  event \(HarmlessText.escaped(event.type, keepingLines: false))\(id)")
    if BodyKind(type: nil, event.data) == .json {
      showJSON(event.data, indent: "  ")
    } else {
      line("  \(HarmlessText.escaped(event.data, keepingLines: false))")
    }
  }

  private func isText(_ body: [UInt8]) -> Bool {
    let start = body.prefix(4096)
    return !start.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
      && String(validating: start.dropLast(start.count == body.count ? 0 : 4), as: UTF8.self) != nil
  }

  /// Writes the lines so far.
  private mutating func hand() throws(StandardOutput.Trouble) {
    if let trouble { throw trouble }
    try output.print(text)
    text = ""
  }

  private mutating func event(_ name: String, _ mark: PacketMark?) {
    guard let mark else { return }
    line("  \(Seconds.exact(mark.timestamp - origin).dropLast(3)) s  \(name) (packet \(mark.number))")
  }

  private func words(_ finding: TCPFinding) -> String {
    let party = finding.side == exchange.clientSide ? "client" : "server"
    let what =
      switch finding.kind {
      case .retransmission: "retransmission by the \(party)"
      case .outOfOrder: "out of order from the \(party)"
      case .keepAlive: "keep-alive from the \(party)"
      case .zeroWindow: "zero window from the \(party)"
      case .conflict: "\(finding.count) bytes from the \(party) retransmitted with different content"
      case .outsideWindow: "ignored: outside the TCP window, with the address of the \(party)"
      case .missing: "\(finding.count) bytes from the \(party) missing in the capture"
      }
    return "packet \(finding.packet.number): \(what), at offset \(finding.offset) of the stream"
  }

  private mutating func line(_ text: PrintableText) {
    self.text += text
    self.text += "\n"
    guard self.text.text.utf8.count >= Self.textLimit, trouble == nil else { return }
    do throws(StandardOutput.Trouble) {
      try hand()
    } catch {
      trouble = error
      self.text = ""
    }
  }
}

extension String {
  /// The text without trailing line feeds.
  fileprivate var trimmingLineEnds: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}

/// Formats packet numbers as ranges: `4, 7-12, 15`.
enum PacketNumbers {
  static func list(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in Set(numbers).sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
