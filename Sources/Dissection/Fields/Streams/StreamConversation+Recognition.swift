import Exchanges
import HTTP2
import Streams
import Wire

// Finding out what a conversation speaks.

extension StreamConversation {
  /// How many bytes are held to find out.
  private static let patience = 64 << 10

  /// Looks at what a packet begins with, together with what was kept of the packets before.
  func recognize(_ bytes: Span<UInt8>, _ begin: Int, _ piece: StreamPiece, _ streams: inout MessageStreams) -> Int {
    let index = Int(piece.side.rawValue)
    guard piece.isPacketStart || begin > 0 || halves[index].heldCount > 0 else {
      streams.leave(bytes, from: begin, piece)
      return bytes.count
    }
    let held = halves[index].held
    if held.isEmpty, beginsHTTP2(bytes, begin) {
      application = .http2
      return begin
    }
    if held.isEmpty, beginsSOCKS(bytes, begin, piece) { return begin }
    switch look(bytes.extracting(begin..<bytes.count), after: held) {
    case .yes: return self.begin(.http, begin, held, piece)
    case .maybe: return wait(bytes, begin, piece, &streams)
    case .no: break
    }
    // A record that comes in small pieces can only be recognized by its port.
    let isSmall = identity.hasPort(443) && bytes.count - begin < 5 && TLSRecord.types.contains(bytes[begin])
    if held.isEmpty, isSmall || TLSRecord.isLikely(bytes, begin) {
      application = .tls
      // What the handshake has said holds after a gap, too.
      if tls.version == nil { tls = TLSSession() }
      return begin
    }
    return cutJSON(bytes, begin, piece, &streams)
  }

  /// Whether a client of HTTP/2 begins to speak.
  private func beginsHTTP2(_ bytes: Span<UInt8>, _ begin: Int) -> Bool {
    guard bytes[begin] == UInt8(ascii: "P"), bytes.count - begin > 3 else { return false }
    return HTTP2Recognition.preface(bytes.extracting(begin..<bytes.count)) != .no
  }

  private func look(_ bytes: Span<UInt8>, after held: [UInt8]) -> Recognition {
    guard !held.isEmpty else { return HTTPStartLine.recognize(bytes, 0) }
    guard held.count + bytes.count < Self.patience else { return .no }
    var sample = held
    sample.append(bytes)
    return HTTPStartLine.recognize(sample.span, 0)
  }

  private func begin(_ application: StreamApplication, _ begin: Int, _ held: [UInt8], _ piece: StreamPiece) -> Int {
    self.application = application
    guard !held.isEmpty else { return begin }
    // The parser has not seen the bytes that were kept.
    let index = Int(piece.side.rawValue)
    let start = halves[index].start ?? piece.offset
    let earlier = StreamPiece(
      flow: piece.flow, side: piece.side, offset: start, packet: piece.packet, now: piece.now, acknowledged: 0,
      isPacketStart: true, isFromBeginning: piece.isFromBeginning)
    halves[index].parser.enter(earlier)
    var position = 0
    // There is no whole line in them, so that no event comes of it.
    _ = halves[index].parser.next(held.span, &position)
    halves[index].parser.enter(piece)
    return begin
  }

  private func wait(_ bytes: Span<UInt8>, _ begin: Int, _ piece: StreamPiece, _ streams: inout MessageStreams) -> Int {
    let index = Int(piece.side.rawValue)
    if halves[index].start == nil { halves[index].start = piece.offset + Int64(begin) }
    halves[index].hold(
      bytes.extracting(begin..<bytes.count), frame: piece.packet.number, most: streams.messageLimit, keepsBodies: true)
    streams.note(begin..<bytes.count, of: piece)
    return bytes.count
  }
}

extension FlowIdentity {
  /// Whether either end has the port.
  func hasPort(_ port: UInt16) -> Bool { first.port == port || second.port == port }
}

extension StreamHalf {
  /// How long a document may be that is on no other protocol.
  private static let documentLimit = 1 << 20

  /// Whether the message under way and what follows are a JSON document: an object or an array.
  mutating func document(_ bytes: Span<UInt8>) -> Recognition {
    if heldCount == 0 {
      var first = 0
      while first < bytes.count, bytes[first] == 0x20 || (0x09...0x0D).contains(bytes[first]) { first += 1 }
      guard first < bytes.count, bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[") else {
        return .no
      }
      json = JSONParser(allowsSequence: true, keepsNodes: false)
    }
    guard var parser = exchange(&json, with: nil), heldCount + bytes.count <= Self.documentLimit else { return .no }
    parser.parse(bytes)
    json = parser
    guard parser.error == nil else { return .no }
    return parser.isBetweenDocuments ? .yes : .maybe
  }
}
