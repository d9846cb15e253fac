import Exchanges
import MessageFormats
import Streams
import Wire

// HTTP/1.x messages.

extension StreamConversation {
  /// Goes on in the message under way, or begins one; returns where it stopped: after a message, or at the end.
  func cutHTTP(_ bytes: Span<UInt8>, _ begin: Int, _ piece: StreamPiece, _ streams: inout MessageStreams) -> Int {
    let index = Int(piece.side.rawValue)
    var position = begin
    if halves[index].start == nil { halves[index].start = piece.offset + Int64(begin) }
    while let event = halves[index].parser.next(bytes, &position) {
      switch event {
      case .start(let line): start(line, piece)
      case .fields(let fields): take(fields, headEnd: position - begin, piece)
      case .body: break
      case .fault: halves[index].clear()
      case .end:
        finish(bytes.extracting(begin..<position), begin, piece, &streams)
        return position
      }
    }
    let parser = halves[index].parser
    if parser.isOpaque || parser.isLost || halves[index].start == nil {
      halves[index].clear()
      streams.leave(bytes, from: begin, piece)
    } else if bytes.count > begin {
      let rest = bytes.extracting(begin..<bytes.count)
      halves[index].hold(rest, frame: piece.packet.number, most: streams.messageLimit, keepsBodies: streams.keepsBodies)
      streams.note(begin..<bytes.count, of: piece)
    }
    return bytes.count
  }

  func start(_ line: HTTPStartLine, _ piece: StreamPiece) {
    let index = Int(piece.side.rawValue)
    let start = halves[index].start ?? piece.offset
    switch line.kind {
    case .request(let method, let target):
      learn(client: piece.side)
      guard http.client == piece.side else { return lose(index) }
      if !piece.isFromBeginning { http.missBeginning() }
      halves[index].http = HTTPMessageFacts(http.ask(method, target, at: start, piece), isRequest: true)
    case .response(let status, _):
      learn(client: piece.side.other)
      guard http.client != piece.side else { return lose(index) }
      let seen = halves[Int(piece.side.other.rawValue)].parser.offset
      halves[index].http = HTTPMessageFacts(http.answer(at: start, seen: seen, piece), isRequest: false, status: status)
    }
  }

  private func learn(client: FlowSide) {
    guard http.client == nil else { return }
    http.learn(client: client, served: halves[Int(client.other.rawValue)].parser.offset)
  }

  private func lose(_ index: Int) {
    halves[index].parser.lose()
    halves[index].clear()
  }

  private func take(_ fields: HTTPFields, headEnd: Int, _ piece: StreamPiece) {
    let index = Int(piece.side.rawValue)
    guard let facts = halves[index].http else { return lose(index) }
    do throws(HTTPFault) {
      let framing =
        facts.isRequest
        ? try HTTPBodyFraming.request(fields)
        : try HTTPBodyFraming.response(status: facts.status, fields, to: facts.exchange.method)
      halves[index].http?.framing = framing
      halves[index].http?.fields = fields
      let head = halves[index].heldCount + headEnd
      halves[index].bodyOffset = head
      halves[index].http?.headLength = head
      if facts.isRequest { facts.exchange.host = fields.host }
      halves[index].parser.beginBody(framing, isCertain: facts.isRequest || facts.exchange.method != nil)
    } catch {
      lose(index)
    }
  }

  private func finish(
    _ bytes: Span<UInt8>, _ begin: Int, _ piece: StreamPiece, _ streams: inout MessageStreams
  ) {
    let index = Int(piece.side.rawValue)
    guard let facts = halves[index].http else { return halves[index].clear() }
    complete(facts, piece)
    if facts.framing == .tunnel { facts.exchange.isTunnel = true }
    if halves[index].isDamaged {
      halves[index].clear()
    } else {
      if halves[index].heldCount > 0 { streams.note(begin..<begin + bytes.count, of: piece) }
      let end = halves[index].parser.offset
      let message = halves[index].take(
        bytes, piece, upTo: end, .http(facts), most: streams.messageLimit, keepsBodies: streams.keepsBodies)
      if facts.framing == .tunnel { changeProtocol(message, bytes, facts, messageLimit: streams.messageLimit) }
      streams.items.append(.message(message))
    }
  }

  /// A message is whole: its packet is what others refer to.
  func complete(_ facts: HTTPMessageFacts, _ piece: StreamPiece) {
    if facts.isRequest {
      facts.exchange.request = piece.now
    } else {
      facts.exchange.response = piece.now
      if facts.status >= 200 || facts.status == 101 { http.retire(facts.exchange) }
    }
  }

  /// From here on both sides speak another protocol: the one that they have agreed on, or whatever is in a tunnel.
  private func changeProtocol(
    _ message: StreamMessage, _ bytes: Span<UInt8>, _ facts: HTTPMessageFacts, messageLimit: Int
  ) {
    switch HTTPSuccessor(facts.fields, to: facts.exchange.method) {
    case .webSocket:
      let head = (message.bytes ?? [UInt8](bytes)).prefix(facts.headLength)
      application = .webSocket
      webSocket = WebSocketSession(
        WebSocketDeflate(responseHead: [UInt8](head)), client: http.client ?? message.side.other, limit: messageLimit)
    case .http2: application = .http2
    case .tunnel, .unknown: application = .unknown
    }
    for index in 0..<2 {
      start[index] = halves[index].parser.offset
      halves[index] = StreamHalf()
      halves[index].keepsPieces = http.isSecure
    }
    http = HTTPDialogue(stream: identity.stream, isSecure: http.isSecure)
  }
}
