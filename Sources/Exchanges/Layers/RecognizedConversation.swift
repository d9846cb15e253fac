import HTTP2
import Streams
import Wire

/// A conversation whose protocol is told by its first bytes, on any port, unless something else tells it: the user, or what the
/// ends of a TLS connection have agreed on.
final class RecognizedConversation: ConversationReader {
  /// Bytes that do not decide yet.
  private struct Held {
    var bytes: [UInt8]
    var piece: StreamPiece
  }

  /// The longest hello that is kept until the server answers, in bytes.
  private static let longestHello = 16 << 10

  let origin: ConversationOrigin
  /// What the user says that it speaks.
  private let application: StreamApplication?
  private var reader: (any ConversationReader)?
  private var held: [Held] = []
  /// What a client of TLS said first, until the server has shown that it speaks TLS, too.
  private var hello: [Held] = []
  private var early: [TCPFinding] = []
  /// What of `heldBytes` the log has counted.
  var countedBytes = 0
  /// True if its stream's owner has counted it among those that wait for acknowledgments.
  var isWaiting = false

  init(_ origin: ConversationOrigin, application: StreamApplication? = nil) {
    self.origin = origin
    self.application = application
  }

  var heldBytes: Int { (reader?.heldBytes ?? 256) + hello.reduce(0) { $0 + 128 + $1.bytes.count } }
  var isOpaque: Bool { reader?.isOpaque ?? false }
  var isLayered: Bool { reader?.isLayered ?? false }
  var awaitsSecret: Bool { reader?.awaitsSecret ?? false }
  var isPlain: Bool { reader?.isPlain ?? false }
  var awaitsAcknowledgments: Bool { reader?.awaitsAcknowledgments ?? false }
  var standing: [HTTPExchange] { reader?.standing ?? [] }

  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    if let reader {
      if !hello.isEmpty, bytes.count > 0 { confirm(bytes, piece, log) }
      if beginsTLS(bytes, piece) { self.reader = TLSConversation(origin, first: piece.side, log) }
      return (self.reader ?? reader).receive(bytes, piece, log)
    }
    guard bytes.count > 0 else { return }
    if let held = held.first, held.piece.side == piece.side {
      // The first bytes were the beginning of a preface.
      var all = held.bytes
      all.append(bytes)
      guard let made = choose(all.span, piece, log) else {
        self.held[0].bytes = all
        return
      }
      start(made, log)
    } else if let made = held.isEmpty ? choose(bytes, piece, log) : http1(log) {
      start(made, log)
    } else {
      return held.append(Held(bytes: copy(bytes), piece: piece))
    }
    if reader is TLSConversation { hello.append(Held(bytes: copy(bytes), piece: piece)) }
    reader?.receive(bytes, piece, log)
  }

  /// A server that does not speak TLS answers a hello in its own protocol: HTTP has something to say of that.
  private func confirm(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    if hello[0].piece.side == piece.side {
      // A hello is longer only if somebody means to fill the memory.
      let count = hello.reduce(0) { $0 + $1.bytes.count }
      if count < Self.longestHello { hello.append(Held(bytes: copy(bytes), piece: piece)) } else { hello = [] }
      return
    }
    let said = exchange(&hello, with: [])
    guard application != .tls, !Self.isRecord(bytes) else { return }
    let made = http1(log)
    for held in said { made.receive(held.bytes.span, held.piece, log) }
    reader = made
  }

  /// True if a packet begins with a record of TLS in a conversation that was captured from its middle and has made no sense so far: its
  /// first packets were the rest of a record.
  private func beginsTLS(_ bytes: Span<UInt8>, _ piece: StreamPiece) -> Bool {
    guard piece.isPacketStart, !piece.isFromBeginning, application == nil, origin.security == nil,
      let http = reader as? HTTPConversation, http.standing.isEmpty
    else { return false }
    return Self.areRecords(bytes)
  }

  /// True if bytes are records, of which the last one may go on.
  private static func areRecords(_ bytes: Span<UInt8>) -> Bool {
    var start = 0
    while bytes.count - start >= 5 {
      guard (20...24).contains(bytes[start]), bytes[start + 1] == 3, bytes[start + 2] <= 4 else { return false }
      start += 5 + Int(bytes.uint16(at: start + 3))
    }
    return start > 0
  }

  /// Whether bytes begin with the type of a record of TLS (RFC 8446 section 5.1), with which no other protocol begins that is
  /// read here.
  private static func isRecord(_ bytes: Span<UInt8>) -> Bool {
    (20...24).contains(bytes[0]) && (bytes.count < 2 || bytes[1] == 3)
  }

  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog) {
    if reader == nil { start(http1(log), log) }
    reader?.miss(count, piece, log)
  }

  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) { settled(log)?.end(of: side, now, log) }

  func acknowledge(_ side: FlowSide, upTo offset: Int64, _ log: HTTPLog) {
    reader?.acknowledge(side, upTo: offset, log)
  }

  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) { settled(log)?.reset(by: side, now, log) }

  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) { settled(log)?.close(closure, now, log) }

  func note(_ finding: TCPFinding) {
    if let reader { return reader.note(finding) }
    if early.count < HTTPExchange.findingLimit { early.append(finding) }
  }

  func secretsChanged(_ log: HTTPLog) { reader?.secretsChanged(log) }

  /// The reader, also where too little came to tell which.
  private func settled(_ log: HTTPLog) -> (any ConversationReader)? {
    if reader == nil, !held.isEmpty { start(http1(log), log) }
    return reader
  }

  /// The reader of a conversation that begins with these bytes; nil if more of them must come.
  private func choose(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) -> (any ConversationReader)? {
    if origin.security == nil, piece.isFromBeginning, origin.start[0] == 0, origin.start[1] == 0 {
      switch PROXYHeader.recognize(bytes) {
      case .yes: return PROXYConversation(origin, client: piece.side, within: application)
      case .maybe: return nil
      case .no: break
      }
    }
    // What the user says of a port holds for what is inside TLS there.
    if application == .http || application == .http2, Self.isRecord(bytes), origin.security == nil {
      return TLSConversation(origin, first: piece.side, log, within: application)
    }
    switch application {
    case .http: return http1(log)
    case .http2: return HTTP2Conversation(origin, piece.isFromBeginning ? .beginning : .middle)
    case .tls: return TLSConversation(origin, first: piece.side, log)
    default: break
    }
    if Self.isRecord(bytes), origin.security == nil {
      return TLSConversation(origin, first: piece.side, log)
    }
    let dnsPort: UInt16 = origin.security == nil ? 53 : 853
    // Messages stand behind their lengths. No text begins with the length of a question.
    if bytes[0] < 0x20, origin.identity.first.port == dnsPort || origin.identity.second.port == dnsPort {
      return DNSConversation(origin)
    }
    if origin.security == nil, piece.isFromBeginning, SOCKSHandshake.isGreeting(bytes) {
      return SOCKSConversation(origin, client: piece.side, version: bytes[0])
    }
    if origin.security?.applicationProtocol == "h2" { return HTTP2Conversation(origin, .beginning) }
    switch HTTP2Recognition.preface(bytes) {
    case .yes: return HTTP2Conversation(origin, .beginning)
    case .maybe: return bytes.count > 3 ? HTTP2Conversation(origin, .beginning) : nil
    case .no: break
    }
    // A server may send its settings before it has the client's preface (RFC 9113 section 3.4).
    if bytes.count >= 9, bytes[3] == 4, HTTP2Recognition.frames(bytes) != .no {
      return HTTP2Conversation(origin, piece.isFromBeginning ? .beginning : .middle)
    }
    if !piece.isFromBeginning, HTTP2Recognition.frames(bytes) == .yes { return HTTP2Conversation(origin, .middle) }
    return http1(log)
  }

  private func http1(_ log: HTTPLog) -> HTTPConversation {
    HTTPConversation(origin, keepsHeads: log.keepsDetail, isDecodedAs: application == .http)
  }

  private func start(_ made: any ConversationReader, _ log: HTTPLog) {
    reader = made
    for finding in early { made.note(finding) }
    early = []
    for held in exchange(&held, with: []) { made.receive(held.bytes.span, held.piece, log) }
  }

  private func copy(_ bytes: Span<UInt8>) -> [UInt8] {
    var copied: [UInt8] = []
    copied.append(bytes)
    return copied
  }
}
