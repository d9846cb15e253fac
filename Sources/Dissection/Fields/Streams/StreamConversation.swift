import Exchanges
import Streams
import Wire

/// A TCP conversation as messages.
///
/// What it speaks is told by its bytes, on any port, unless the user has said it; protocols with a `StreamFraming` go by their ports. A connection
/// whose protocol changes, after an upgrade or in a tunnel, is looked at anew.
final class StreamConversation {
  /// What one costs besides what it holds: its halves, and the last exchanges, to which the next refer.
  static let cost = 2 * MemoryLayout<StreamHalf>.stride + 640

  let identity: FlowIdentity
  /// Whether the user has said what it speaks.
  let isDecodedAs: Bool
  var application: StreamApplication
  /// What the user says that is inside TLS.
  private(set) var within: StreamApplication?
  var halves = Pair(StreamHalf(), StreamHalf())
  var http: HTTPDialogue
  /// By side: where the conversation begins in the stream, if that is after what made a tunnel.
  var start = Pair<Int64>(0, 0)
  /// The handshake with a SOCKS proxy, and who is the client.
  var socks: (handshake: SOCKSHandshake, client: FlowSide)?
  /// By side: how far it has come.
  var socksEnd = Pair<Int64>(0, 0)
  /// Made when the conversation changes to WebSocket.
  var webSocket: WebSocketSession?
  /// Made when the conversation turns out to be HTTP/2.
  var http2: HTTP2Session?
  var tls = TLSSession()
  /// Made when the conversation turns out to be TLS, where there may be secrets.
  var decryption: TLSDecryption?

  /// - Parameter isSecure: whether it is within TLS.
  init(_ identity: FlowIdentity, decodedAs: StreamApplication?, isSecure: Bool = false) {
    self.identity = identity
    http = HTTPDialogue(stream: identity.stream, isSecure: isSecure)
    isDecodedAs = decodedAs != nil
    for index in 0..<2 { halves[index].keepsPieces = isSecure }
    application = decodedAs ?? StreamApplication(identity, isSecure: isSecure) ?? .unknown
  }

  var heldBytes: Int {
    Self.cost + halves[0].heldBytes + halves[1].heldBytes + http.heldBytes + (webSocket?.heldBytes ?? 0)
      + (decryption?.heldBytes ?? 0) + (http2?.heldBytes ?? 0)
  }
  /// What of `heldBytes` the table of all conversations has counted. What a WebSocket's messages hold changes while they
  /// are shown, and is counted with the next packet.
  var countedBytes = 0

  /// Takes bytes of a stream, in order.
  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ streams: inout MessageStreams) {
    let index = Int(piece.side.rawValue)
    halves[index].parser.enter(piece)
    var position = 0
    if isDecodedAs { lookForTLS(bytes) }
    while position < bytes.count {
      switch application {
      case .unknown: position = recognize(bytes, position, piece, &streams)
      case .http: position = cutHTTP(bytes, position, piece, &streams)
      case .tls, .webSocket, .declared: position = cutFramed(bytes, position, piece, &streams)
      case .socks: position = cutSOCKS(bytes, position, piece, &streams)
      case .json: position = cutJSON(bytes, position, piece, &streams)
      case .http2: position = cutHTTP2(bytes, position, piece, &streams)
      case .data:
        streams.leave(bytes, from: position, piece)
        position = bytes.count
      }
    }
  }

  /// What the user says of a port holds for what is inside TLS there.
  private func lookForTLS(_ bytes: Span<UInt8>) {
    guard application == .http || application == .http2, http2 == nil, http.client == nil, within == nil,
      bytes.count > 0, TLSRecord.isLikely(bytes, 0)
    else { return }
    within = application
    application = .tls
  }

  /// The ends have agreed on a protocol in their handshake.
  func begin(_ agreed: StreamApplication) {
    if application == .unknown { application = agreed }
  }

  /// Takes the word that bytes will never come.
  func miss(_ count: Int64, _ piece: StreamPiece, _ streams: inout MessageStreams) {
    let index = Int(piece.side.rawValue)
    let isUnderWay = halves[index].start != nil
    http2?.miss(piece.side)
    if application == .tls { tls.partial[piece.side] = nil }
    let survives = halves[index].parser.skip(count, at: piece.offset)
    if isUnderWay, streams.isCut, piece.isOwn, halves[index].parts.last?.frame == piece.now.number {
      return cutShort(piece, &streams)
    }
    guard application == .http, survives, isUnderWay else {
      if application == .http { loseMessage(of: piece.side) }
      return halves[index].clear()
    }
    halves[index].isDamaged = true
    // The hole may have been the end of the body.
    let nothing: [UInt8] = []
    _ = cutHTTP(nothing.span, 0, piece, &streams)
  }

  /// Bytes are missing that may have been the end of a message, and others.
  private func loseMessage(of side: FlowSide) {
    let index = Int(side.rawValue)
    let offset = halves[index].parser.offset
    halves[index].parser.lose()
    if let facts = halves[index].http, !facts.isRequest { http.retire(facts.exchange) }
    http.miss(side, at: offset, other: halves[Int(side.other.rawValue)].parser.offset)
  }

  /// The side has said all that it has to say.
  func end(_ side: FlowSide, _ now: PacketMark, _ streams: inout MessageStreams) {
    let index = Int(side.rawValue)
    if application == .tls { streams.items += decryption?.finish(side, now) ?? [] }
    guard application == .http, halves[index].start != nil, halves[index].http != nil,
      halves[index].parser.finish() == .complete, !halves[index].isDamaged
    else { return halves[index].clear() }
    let end = halves[index].parser.offset
    if halves[index].parts.last?.frame != now.number {
      // The packet that says that this was all is one of them.
      halves[index].parts.append(StreamPart(frame: now.number, count: 0))
    }
    let piece = StreamPiece(
      flow: 0, side: side, offset: end, packet: now, now: now, acknowledged: 0, isPacketStart: false)
    emitRest(upTo: end, piece, &streams)
  }

  /// Emits the message under way, all of whose bytes are held.
  func emitRest(
    upTo end: Int64, _ piece: StreamPiece, _ streams: inout MessageStreams, isCut: Bool = false
  ) {
    let index = Int(piece.side.rawValue)
    guard let content = content(of: piece.side) else { return halves[index].clear() }
    if let facts = halves[index].http { complete(facts, piece) }
    let nothing: [UInt8] = []
    let isHere = halves[index].parts.count == 1 && halves[index].parts[0].frame == piece.now.number
    let range = (halves[index].start ?? end)..<max(end, halves[index].start ?? end)
    var message = halves[index].take(
      nothing.span, piece, upTo: end, content, most: streams.messageLimit, keepsBodies: streams.keepsBodies)
    message.isCut = isCut
    if isHere {
      message.bytes = nil
      message.range = range
      if case .segment? = streams.items.last { streams.items.removeLast() }
    }
    streams.items.append(.message(message))
  }

  func content(of side: FlowSide) -> StreamMessage.Content? {
    switch application {
    case .http: halves[Int(side.rawValue)].http.map { .http($0) }
    case .tls: .tls(TLSFacts(session: tls, side: side))
    case .webSocket: webSocket.map { .webSocket(WebSocketFacts(session: $0, side: side)) }
    case .declared(let index): .plain(ProtocolRegistry.framings[index].dissector)
    case .json: .plain(JSONDissector.dissector)
    case .http2: .http2(HTTP2Facts())
    case .unknown, .socks, .data: nil
    }
  }
}

extension StreamPiece {
  /// Whether the bytes are those of the packet at hand.
  var isOwn: Bool { packet.number == now.number }
}

extension MessageStreams {
  /// Bytes that no protocol claims.
  mutating func leave(_ bytes: Span<UInt8>, from position: Int, _ piece: StreamPiece) {
    guard piece.isOwn, position < bytes.count else { return }
    items.append(.data(piece.offset + Int64(position)..<piece.offset + Int64(bytes.count)))
  }

  /// Bytes that belong to a message with more of it in other packets.
  mutating func note(_ range: Range<Int>, of piece: StreamPiece) {
    guard piece.isOwn, !range.isEmpty else { return }
    items.append(.segment(piece.offset + Int64(range.lowerBound)..<piece.offset + Int64(range.upperBound)))
  }
}
