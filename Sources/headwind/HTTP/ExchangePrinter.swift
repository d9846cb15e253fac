import Dissection
import Exchanges
import MessageFormats
import Streams
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
  private let schema: ProtobufSchema?

  /// - Parameters:
  ///   - memory: the memory limit for the values of a JSON body, in bytes.
  ///   - schema: what the fields of protobuf messages are called.
  init(_ exchange: HTTPExchange, origin: Timestamp, memory: Int, schema: ProtobufSchema?, _ paint: Paint) {
    self.schema = schema
    valueLimit = memory / MemoryLayout<JSONNode>.stride
    self.paint = paint
    self.exchange = exchange
    self.origin = origin
  }

  mutating func print() throws(StandardOutput.Trouble) {
    let kind: PrintableText = exchange.transport == .quic ? "quic.connection.number" : "tcp.stream"
    let place: PrintableText = exchange.stream < 0 ? "" : ", \(kind) \(exchange.stream)"
    line("exchange \(exchange.number)\(place): \(exchange.client) > \(exchange.server)")
    if exchange.failure != nil { line("  to \(exchange.destination)") }
    if let ends = exchange.proxied { line("  PROXY protocol: \(ends.client) > \(ends.server)") }
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
    try messages(detail)
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
    line(
      "\(name): \(message.wireLength.map { "\($0)" } ?? "an unknown number of") bytes\(packets.isEmpty ? "" : " in packets \(packets)")"
    )
    line("")
    line("\(lines: HarmlessText.escaped(head, keepingLines: true).trimmingLineEnds)")
    guard message.bodyLength > 0, !exchange.isWebSocket else { return try hand() }
    line("")
    line("\(summary(message, body))")
    if detail.messages.contains(where: { $0.party == party }) { return try hand() }
    try show(body, type: message.fields.contentType?.lowercased() ?? "")
  }

  private func summary(_ message: HTTPMessage, _ body: [UInt8]) -> String {
    var words = "body: \(message.bodyLength) bytes"
    let codings = [message.fields.contentEncoding, message.fields.transferEncoding].compactMap { $0 }
    if !codings.isEmpty { words += " (" + HarmlessText.escaped(codings.joined(separator: ", ")) + ")" }
    if let decoded = message.decodedLength, decoded != message.bodyLength { words += ", \(decoded) decoded" }
    if message.missing != 0 {
      words += message.missing.map { ", \($0) of them not in the capture" } ?? ", and more that could not be read"
    }
    if let failure = message.decodingFailure { words += "; " + HarmlessText.escaped(failure) }
    if let decoded = message.decodedLength, Int64(body.count) < decoded, message.missing == 0 {
      words += "; the first \(body.count) are shown"
    }
    return words
  }

  private mutating func show(_ body: [UInt8], type: String) throws(StandardOutput.Trouble) {
    let media = BodyKind.media(type)
    if let lines = BodyTree.lines(body, media: media, limit: valueLimit) {
      for text in lines { line("\(text)") }
      return try hand()
    }
    if media == "application/x-www-form-urlencoded" { return try showForm(body) }
    if media.hasPrefix("multipart/"), try showParts(body, type) { return }
    if exchange.request?.method == "POST", let request = GraphQLRequest(body.span), media.hasSuffix("json") {
      let words = [request.kind?.rawValue, request.operationName].compactMap { $0 }.joined(separator: " ")
      if !words.isEmpty { line("GraphQL \(words)") }
    }
    switch BodyKind(type: type, body) {
    case .json: showJSON(body)
    case .jsonSequence: showJSON(body, isSequence: true)
    case .events: showEvents(body)
    case .text: showText(body)
    case .other where isText(body): showText(body)
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
      text += "  "
      add(event.data[...], keepingLines: false)
      line("")
    }
  }

  /// Shows the fields of a form, one line each.
  private mutating func showForm(_ body: [UInt8]) throws(StandardOutput.Trouble) {
    let form = FormFields(body.span)
    for field in form.fields {
      text += "\(field.range.lowerBound)..<\(field.range.upperBound)  "
      add(field.name[...], keepingLines: false)
      text += " = "
      add(field.value[...], keepingLines: false)
      line("")
    }
    if form.isCut { line("more fields follow") }
    try hand()
  }

  /// Shows the parts of a multipart body, each with its head; false if the type gives no boundary.
  private mutating func showParts(_ body: [UInt8], _ type: String) throws(StandardOutput.Trouble) -> Bool {
    let type = Array((exchange.request?.fields.contentType ?? type).utf8)
    guard let boundary = MultipartReader.boundary(contentType: type.span),
      var reader = MultipartReader(boundary: boundary.span)
    else { return false }
    var parts: [(head: [UInt8], offset: Int64, content: [UInt8], size: Int)] = []
    reader.read(body.span) { event in
      if case .part(let head, let offset) = event, parts.count < 10_000 { parts.append((head, offset, [], 0)) }
    } receive: { content in
      guard !parts.isEmpty else { return }
      let room = Self.hexLimit - parts[parts.count - 1].content.count
      parts[parts.count - 1].content.append(content.extracting(0..<min(content.count, max(0, room))))
      parts[parts.count - 1].size += content.count
    }
    for part in parts {
      line("part at offset \(part.offset), \(part.size) bytes")
      line("\(lines: HarmlessText.escaped(part.head, keepingLines: true).trimmingLineEnds)")
      if isText(part.content) {
        line("  \(HarmlessText.escaped(part.content, keepingLines: false))")
      } else {
        for text in HexDump.lines(part.content[...]) { line("\(lines: text)") }
      }
      if part.size > part.content.count { line("... \(part.size - part.content.count) more bytes") }
      try hand()
    }
    return true
  }

  /// Shows the messages of a WebSocket, an event stream or a gRPC call in their order.
  private mutating func messages(_ detail: HTTPDetail) throws(StandardOutput.Trouble) {
    if let timeout = exchange.call?.timeout { line("deadline: \(Seconds.short(timeout.nanoseconds))") }
    if let status = exchange.call?.status { line("grpc-status: \(status.code) \(status)") }
    guard detail.messageCount > 0 else { return }
    line("")
    line("\(detail.messageCount) messages")
    for message in detail.messages {
      let time = Seconds.exact(message.packet.timestamp - origin).dropLast(3)
      let compressed = message.isCompressed ? ", compressed" : ""
      line("")
      line(
        "  \(time) s  \(words(message)) from the \(message.party), \(message.size) bytes\(compressed) (packet \(message.packet.number))"
      )
      show(message)
      try hand()
    }
    let more = detail.messageCount - detail.messages.count
    if more > 0 { line("\(more) more messages are not shown") }
  }

  private func words(_ message: ExchangeMessage) -> PrintableText {
    switch message.kind {
    case .event(let type, let id):
      let last: PrintableText = id.isEmpty ? "" : ", id \(HarmlessText.escaped(id, keepingLines: false)),"
      return "event \(HarmlessText.escaped(type, keepingLines: false))\(last)"
    case .close(let code): return code.map { "close \($0)" } ?? "close"
    default: return "\(message.word)"
    }
  }

  private mutating func show(_ message: ExchangeMessage) {
    guard !message.bytes.isEmpty else { return }
    if message.kind == .call, !message.isCut, !exchange.isJSONCall {
      let method = schema?.method(path: exchange.request?.target ?? "")
      let name = message.party == .client ? method?.input : method?.output
      for text in BodyTree.protobuf(message.bytes, message: name, schema: schema, limit: valueLimit) { line("\(text)") }
    } else if BodyKind(type: nil, message.bytes) == .json, isText(message.bytes) {
      showJSON(message.bytes)
    } else if isText(message.bytes) {
      showText(message.bytes)
    } else {
      for text in HexDump.lines(message.bytes.prefix(Self.hexLimit)) { line("\(lines: text)") }
      if message.bytes.count > Self.hexLimit { line("... \(message.bytes.count - Self.hexLimit) more bytes") }
    }
    if message.isCut { line("... the rest was not kept or is not in the capture") }
  }

  private func isText(_ body: [UInt8]) -> Bool {
    let start = body.prefix(4096)
    return !start.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
      && String(validating: start.dropLast(start.count == body.count ? 0 : 4), as: UTF8.self) != nil
  }

  /// Shows text without the line feeds at its end.
  private mutating func showText(_ body: [UInt8]) {
    var body = body[...]
    while body.last == 0x0A {
      body.removeLast()
      if body.last == 0x0D { body.removeLast() }
    }
    add(body, keepingLines: true)
    line("")
  }

  /// Adds text in pieces: a body that is made to swell (each byte can take four characters) takes no more memory than a piece of it.
  private mutating func add(_ bytes: ArraySlice<UInt8>, keepingLines: Bool) {
    var rest = bytes
    while !rest.isEmpty, trouble == nil {
      var count = min(rest.count, Self.textLimit)
      if count < rest.count {
        // A piece ends before a character, and not within CR LF.
        while count > Self.textLimit - 4, rest[rest.startIndex + count] & 0xC0 == 0x80 { count -= 1 }
        if rest[rest.startIndex + count - 1] == 0x0D { count -= 1 }
      }
      let piece = HarmlessText.escaped(Array(rest.prefix(count)), keepingLines: keepingLines)
      text += keepingLines ? "\(lines: piece)" : "\(piece)"
      rest = rest.dropFirst(count)
      handIfDue()
    }
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
      case .lost: "lost on the way from the \(party), \(finding.count) bytes"
      case .missing: "\(finding.count) bytes from the \(party) missing in the capture"
      }
    if finding.kind == .lost { return "packet \(finding.packet.number): \(what)" }
    return "packet \(finding.packet.number): \(what), at offset \(finding.offset) of the stream"
  }

  private mutating func line(_ text: PrintableText) {
    self.text += text
    self.text += "\n"
    handIfDue()
  }

  private mutating func handIfDue() {
    guard text.text.utf8.count >= Self.textLimit, trouble == nil else { return }
    do throws(StandardOutput.Trouble) {
      try hand()
    } catch {
      trouble = error
      text = ""
    }
  }
}

extension HTTPExchange {
  /// Whether the messages of its call are JSON instead of protobuf.
  fileprivate var isJSONCall: Bool { BodyKind.media(request?.fields.contentType).hasSuffix("+json") }
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
