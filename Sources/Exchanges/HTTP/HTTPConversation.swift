import Streams
import Wire

/// The exchanges of one TCP conversation: messages of both directions, paired.
///
/// Responses answer requests in their order (RFC 9112 section 9.3.2). Where parts of the capture are missing, what each
/// side had acknowledged tells which request a response can be for.
final class HTTPConversation: ConversationReader {
  /// What one costs besides what it holds, as the resident size of 100,000 of them shows.
  static let cost = 2560
  /// How many requests may wait for their answers; past that the oldest is given up.
  static let openLimit = 1024

  let origin: ConversationOrigin
  /// How many exchanges have begun.
  var count = 0
  var client: FlowSide? {
    didSet { if let client, oldValue == nil { noteEarlyGaps(client) } }
  }
  var parsers: Pair<HTTPMessageParser>
  /// Exchanges that are not over, oldest first.
  var open: [OpenExchange] = []
  /// What they hold, in bytes.
  var exchangeBytes = 0
  /// How many of them have no request.
  var orphans = 0
  /// The ones whose request or response is being read.
  var requesting: OpenExchange?
  var answering: OpenExchange?
  /// The method-independent status of the response being read.
  var isInterim = false
  var pairing = ResponsePairing()
  /// The sides of which bytes were missing before it was known who is the client.
  private var earlyGaps: Set<FlowSide> = []
  /// Set once the client has said that it sends no more.
  var clientEnd: ClientEnd?
  /// True if both sides have.
  var haveBothEnded = false
  /// The last packet that brought something of the server.
  var lastFromServer: PacketMark?
  var isOver = false
  /// What reads the conversation from here on: after CONNECT what is in the tunnel, after an upgrade HTTP/2.
  var successor: (any ConversationReader)?
  /// Findings that came before the exchange they belong to.
  var early: [TCPFinding] = []
  /// Where the bytes of the message being read came from, for an exchange that is wanted.
  var recent = Pair<[HTTPDetail.Source]>([], [])

  /// - Parameter isDecodedAs: whether it is HTTP by the user's word, whatever it begins with.
  init(_ origin: ConversationOrigin, keepsHeads: Bool, isDecodedAs: Bool = false) {
    self.origin = origin
    let parser = HTTPMessageParser(keepsHead: keepsHeads, isCertain: isDecodedAs)
    parsers = Pair(parser, parser)
  }

  /// Whether nothing in it can be HTTP.
  var isOpaque: Bool { successor?.isOpaque ?? (parsers[0].isOpaque && parsers[1].isOpaque && open.isEmpty) }

  var heldBytes: Int {
    Self.cost + parsers[0].heldBytes + parsers[1].heldBytes + (successor?.heldBytes ?? 0) + exchangeBytes
  }

  var isLayered: Bool { successor?.isLayered ?? false }
  var awaitsSecret: Bool { successor?.awaitsSecret ?? false }

  var isPlain: Bool { successor.map(\.isPlain) ?? (answering != nil && !isInterim) }

  func secretsChanged(_ log: HTTPLog) { successor?.secretsChanged(log) }

  func party(_ side: FlowSide) -> HTTPParty { side == client ? .client : .server }

  /// Takes bytes of a stream.
  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    if let successor { return successor.receive(bytes, piece, log) }
    guard !isOver else { return }
    let index = Int(piece.side.rawValue)
    if log.keepsSources { remember(bytes, piece) }
    parsers[index].enter(piece)
    if piece.side != client { lastFromServer = piece.packet }
    var position = 0
    while let event = parsers[index].next(bytes, &position) {
      handle(event, bytes, piece, log)
      if let successor {
        return Self.hand(bytes.extracting(position..<bytes.count), piece, after: position, successor, log)
      }
    }
    if parsers[index].refused != nil { refuseResponse(piece.now, log) }
  }

  /// Gives the rest of a packet to who reads the conversation from here on.
  private static func hand(
    _ rest: Span<UInt8>, _ piece: StreamPiece, after position: Int, _ successor: any ConversationReader, _ log: HTTPLog
  ) {
    guard rest.count > 0 else { return }
    var piece = piece
    piece.offset += Int64(position)
    piece.isPacketStart = false
    successor.receive(rest, piece, log)
  }

  /// Takes the word that bytes will never come.
  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog) {
    if let successor { return successor.miss(count, piece, log) }
    guard !isOver else { return }
    let index = Int(piece.side.rawValue)
    // What is missing is the rest of the packet whose beginning was the last to come.
    let isCut = parsers[index].packet.number == piece.now.number
    if isCut, let line = parsers[index].startCut() { start(line, piece, log) }
    let current = client == nil ? nil : party(piece.side) == .client ? requesting : answering
    let isInHead = parsers[index].isInHead
    let isCounted = count < Self.unknownCount
    if let current, client != nil { current[party(piece.side)]?.miss(count, isCounted: isCounted) }
    let survives = parsers[index].skip(count, at: piece.offset)
    if !survives, let current {
      if isInHead, current.keepsDetail { keepHead(current, party(piece.side), parsers[index].head) }
      if isCut, piece.side == client {
        cutRequest(current, piece, log)
      } else if isCut, isInterim, current.record.request != nil {
        cutInterim(current)
      } else {
        finish(current, .lost, piece.now, log)
      }
    }
    if current == nil || !survives {
      noteGap(of: piece.side, at: piece.offset, isBeginning: current == nil, isCut: isCut)
    }
    if survives, let current, current[party(piece.side)].map({ $0.missing != 0 }) ?? false {
      if isCounted { current[party(piece.side)]?.bodyLength += count }
      current.body(party(piece.side))?.messages?.miss(count)
      // The gap may have been the end of the body.
      var position = 0
      let nothing: [UInt8] = []
      while let event = parsers[index].next(nothing.span, &position) {
        handle(event, nothing.span, piece, log)
      }
    }
    if piece.side == client { releaseOrphans(piece.now, log) }
  }

  /// Bytes are missing that may have been messages. What the capture cut of a packet is the rest of its message, unless the client
  /// does not wait for responses.
  private func noteGap(of side: FlowSide, at offset: Int64, isBeginning: Bool, isCut: Bool) {
    guard !isCut || pairing.isPipelined else { return }
    guard client != nil else { return _ = earlyGaps.insert(side) }
    if side == client {
      pairing.missRequest(at: offset, served: parsers[Int(side.other.rawValue)].offset)
    } else {
      pairing.missResponse(isBeginning: isBeginning)
    }
  }

  private func noteEarlyGaps(_ client: FlowSide) {
    if earlyGaps.contains(client) {
      pairing.missRequest(at: .min, served: parsers[Int(client.other.rawValue)].offset)
    }
    if earlyGaps.contains(client.other) { pairing.missResponse(isBeginning: false) }
  }

  func handle(_ event: HTTPMessageParser.Event, _ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    switch event {
    case .start(let line): start(line, piece, log)
    case .fields(let fields): take(fields, piece, log)
    case .body(let range): take(bytes.extracting(range), piece, log)
    case .end: end(piece.side, piece.now, log)
    case .fault(let fault): refuse(fault, piece, log)
    }
  }

  private func start(_ line: HTTPStartLine, _ piece: StreamPiece, _ log: HTTPLog) {
    let parser = parsers[Int(piece.side.rawValue)]
    let message = HTTPMessage(line, from: parser.messageStart, first: parser.firstPacket)
    switch line.kind {
    case .request:
      client = client ?? piece.side
      if !piece.isFromBeginning, count == 0 { pairing.missRequest(at: .min, served: .min) }
      guard piece.side == client else { return parsers[Int(piece.side.rawValue)].lose() }
      beginRequest(message, piece, log)
    case .response(let status, _):
      client = client ?? piece.side.other
      parsers[Int(piece.side.other.rawValue)].reconsider()
      guard piece.side != client else { return parsers[Int(piece.side.rawValue)].lose() }
      isInterim = status < 200 && status != 101
      beginResponse(message, piece, log)
    }
  }

  private func take(_ fields: HTTPFields, _ piece: StreamPiece, _ log: HTTPLog) {
    let party = party(piece.side)
    let index = Int(piece.side.rawValue)
    guard let current = party == .client ? requesting : answering else { return parsers[index].lose() }
    if current.keepsDetail { keepHead(current, party, parsers[index].head) }
    do throws(HTTPFault) {
      let framing =
        party == .client
        ? try HTTPBodyFraming.request(fields)
        : try HTTPBodyFraming.response(
          status: current.record.response?.status ?? 0, fields, to: current.record.request?.method)
      if framing == .none {
        current[party]?.fields = fields
      } else {
        current.begin(party, fields, log.options)
      }
      parsers[index].beginBody(framing, isCertain: party == .client || current.record.request != nil)
      if framing == .tunnel { tunnel(current, piece.now, log) }
    } catch {
      parsers[index].lose()
      refuse(error, piece, log)
    }
  }

  /// From here on both directions speak another protocol.
  private func tunnel(_ exchange: OpenExchange, _ now: PacketMark, _ log: HTTPLog) {
    if let offset = exchange.record.response?.range.lowerBound, let client {
      exchange.record.response?.range = offset..<max(offset, parsers[Int(client.other.rawValue)].offset)
    }
    exchange.record.response?.last = now
    exchange.finish(.server, isWhole: true, log)
    if exchange.record.request?.last == nil { exchange.record.request?.last = now }
    // A client that has ended says nothing in a tunnel.
    let protocolAfter: HTTPSuccessor? =
      clientEnd == nil ? HTTPSuccessor(exchange.record.response?.fields, to: exchange.record.request?.method) : nil
    switch (protocolAfter, client) {
    case (.http2, let client?):
      return successor = HTTP2Conversation(origin, upgraded: withdraw(exchange), client: client)
    case (.webSocket, let client?):
      exchange.uncount(in: &exchangeBytes)
      open.removeAll { $0 === exchange }
      (requesting, answering) = (nil, nil)
      return successor = WebSocketConversation(exchange, client: client)
    case (.tunnel, _):
      successor = RecognizedConversation(
        origin.tunnelled(
          to: exchange.record.request?.target, from: Pair(parsers[0].offset, parsers[1].offset)))
    default: break
    }
    parsers[0].becomeOpaque()
    parsers[1].becomeOpaque()
    complete(exchange, now, log)
  }

  private func take(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    let party = party(piece.side)
    guard let current = party == .client ? requesting : answering else { return }
    if party == .client {
      current.record.request?.bodyLength &+= Int64(bytes.count)
    } else {
      current.record.response?.bodyLength &+= Int64(bytes.count)
    }
    guard let body = current.body(party) else { return }
    body.messages?.now = piece.now
    body.take(bytes, room: log.bodyRoom, &log.pool)
    current.recount(in: &exchangeBytes)
  }

  private func refuse(_ fault: HTTPFault, _ piece: StreamPiece, _ log: HTTPLog) {
    guard client != nil, fault != .notAStartLine || answering != nil else { return }
    let current = party(piece.side) == .client ? requesting : answering ?? open.first { !$0.isResponseOver }
    if let current { finish(current, .malformed(fault), piece.now, log) }
  }

  private func remember(_ bytes: Span<UInt8>, _ piece: StreamPiece) {
    let index = Int(piece.side.rawValue)
    guard recent[index].count < HTTPDetail.sourceLimit else { return }
    recent[index].append(
      HTTPDetail.Source(
        party: .client, range: piece.offset..<piece.offset + Int64(bytes.count), packet: piece.packet))
  }
}
