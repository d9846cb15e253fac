import RecordCiphers
import Streams
import TLS
import Wire

/// The layer of TLS: hands the application data to a reader of its own, as a conversation in the clear.
///
/// Bytes keep the packets that they came in. A record that came in several packets is handed on in as many pieces, all of them
/// deliverable with the packet that completed it.
final class TLSConversation: ConversationReader {
  private let origin: ConversationOrigin
  private let clientSide: FlowSide
  private let upper: RecognizedConversation
  private var connection: TLSConnection
  /// What the connection holds, in bytes.
  private var connectionBytes = 0
  private var trails = Pair(PacketTrail(), PacketTrail())
  private var maps = Pair(RecordMap(), RecordMap())
  /// The application data of each side that has been handed on, with what was lost.
  private var offsets = Pair<Int64>(0, 0)
  /// Where the last bytes of each side end that are in the capture.
  private var received = Pair<Int64>(0, 0)
  private var hasEnded = Pair(false, false)
  private var isUnreadable = Pair(false, false)
  private var hasReported = false
  private var hasFailed = false
  private var session = TLSSession()
  private var cipherSuite: CipherSuite?
  private var isResumed = false
  /// The bytes of a record between its header and its content.
  private var recordPrefix: Int64 = 0
  /// The packet at hand.
  private var now = PacketMark(number: 0, timestamp: .init(nanoseconds: 0))

  /// - Parameters:
  ///   - first: the side that spoke first, which is the client's.
  ///   - application: what the user says that it carries.
  init(_ origin: ConversationOrigin, first: FlowSide, _ log: HTTPLog, within application: StreamApplication? = nil) {
    self.origin = origin
    clientSide = first
    let inner = ConversationOrigin(origin.identity)
    inner.opened = origin.opened
    inner.connected = origin.connected
    inner.authority = origin.authority
    inner.proxied = origin.proxied
    inner.security = session
    self.inner = inner
    upper = RecognizedConversation(inner, application: application)
    var limits = TLSLimits()
    limits.heldBytes = min(limits.heldBytes, max(32 << 10, log.options.memory / 64))
    limits.messageBytes = limits.heldBytes
    connection = TLSConnection(log.options.keys ?? KeyLog(capacity: 1), limits: limits)
  }

  /// What the conversation within knows of this layer.
  fileprivate let inner: ConversationOrigin

  var heldBytes: Int {
    2048 + connectionBytes + trails[0].heldBytes + trails[1].heldBytes + maps[0].heldBytes + maps[1].heldBytes
      + upper.heldBytes
  }
  var isOpaque: Bool { upper.isOpaque || (isUnreadable[0] && isUnreadable[1] && upper.standing.isEmpty) }
  var isLayered: Bool { !hasReported && !awaitsSecret }
  var awaitsSecret: Bool { connection.awaitedSecret(.client) != nil || connection.awaitedSecret(.server) != nil }
  var awaitsAcknowledgments: Bool { upper.awaitsAcknowledgments }
  var standing: [HTTPExchange] { upper.standing }

  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    let piece = fromStart(piece)
    now = piece.now
    trails[Int(piece.side.rawValue)].append(bytes.count, piece)
    received[Int(piece.side.rawValue)] = piece.offset + Int64(bytes.count)
    withReceiver(log) { connection, receiver in
      connection.receive(bytes, at: piece.offset, from: self.tlsSide(piece.side), to: &receiver)
    }
  }

  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog) {
    now = piece.now
    withReceiver(log) { connection, receiver in
      connection.miss(count, from: self.tlsSide(piece.side), to: &receiver)
    }
  }

  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    self.now = now
    withReceiver(log) { connection, receiver in connection.finish(self.tlsSide(side), to: &receiver) }
    if session.version == nil { fail(.handshakeCutShort(by: party(side)), log) }
    endData(of: side, log)
  }

  func acknowledge(_ side: FlowSide, upTo offset: Int64, _ log: HTTPLog) {
    let index = Int(side.other.rawValue)
    upper.acknowledge(side, upTo: maps[index].offset(at: offset - origin.start[index]), log)
  }

  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    self.now = now
    finishBoth(log)
    if session.version == nil { fail(.handshakeCutShort(by: party(side)), log) }
    upper.reset(by: side, now, log)
  }

  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) {
    self.now = now
    finishBoth(log)
    upper.close(closure, now, log)
  }

  func note(_ finding: TCPFinding) {
    var finding = finding
    // What is known of the place is how far the application data had come.
    finding.offset = offsets[Int(finding.side.rawValue)]
    upper.note(finding)
  }

  func secretsChanged(_ log: HTTPLog) {
    withReceiver(log) { connection, receiver in connection.secretsChanged(to: &receiver) }
    upper.secretsChanged(log)
  }

  /// A piece with the offsets of this conversation, which may begin later than the stream: in a tunnel.
  private func fromStart(_ piece: StreamPiece) -> StreamPiece {
    var piece = piece
    let index = Int(piece.side.rawValue)
    piece.offset -= origin.start[index]
    piece.acknowledged -= origin.start[1 - index]
    return piece
  }

  /// Reads what waited for secrets, because nothing will bring them any more.
  private func finishBoth(_ log: HTTPLog) {
    withReceiver(log) { connection, receiver in
      connection.secretsChanged(to: &receiver)
      connection.finish(.client, to: &receiver)
      connection.finish(.server, to: &receiver)
    }
  }

  private func withReceiver(_ log: HTTPLog, _ action: (inout TLSConnection, inout Receiver) -> Void) {
    var receiver = Receiver(conversation: self, log: log)
    // What the connection calls while it reads uses other properties of this object, never the connection.
    connectionBytes = Self.heldBytes(&connection) { action(&$0, &receiver) }
  }

  /// What a connection holds after an action; counted where it is, because a copy would cost more than a packet.
  private static func heldBytes(
    _ connection: inout TLSConnection, after action: (inout TLSConnection) -> Void
  ) -> Int {
    action(&connection)
    return connection.heldBytes
  }

  private func tlsSide(_ side: FlowSide) -> TLSSide { side == clientSide ? .client : .server }
  fileprivate func flowSide(_ side: TLSSide) -> FlowSide { side == .client ? clientSide : clientSide.other }

  private func endData(of side: FlowSide, _ log: HTTPLog) {
    guard !hasEnded[Int(side.rawValue)] else { return }
    hasEnded[Int(side.rawValue)] = true
    upper.end(of: side, now, log)
  }
}

// What the connection says.
extension TLSConversation {
  fileprivate struct Receiver: TLSReceiver {
    let conversation: TLSConversation
    let log: HTTPLog

    mutating func applicationData(_ bytes: Span<UInt8>, _ place: PlaintextPlace) {
      conversation.handOn(bytes, place, log)
    }

    mutating func lost(_ loss: TLSLoss) { conversation.lose(loss, log) }

    mutating func unreadable(_ reason: UnreadableReason, _ side: TLSSide) {
      conversation.report(reason, conversation.flowSide(side), log)
    }

    mutating func record(_ record: RecordFacts) { conversation.forget(record) }

    mutating func alert(_ alert: AlertFacts) {
      if alert.alert.isFatal, !alert.alert.isCloseNotify {
        let side = conversation.flowSide(alert.side)
        conversation.fail(.alert(by: conversation.party(side), alert.alert.name), log)
      }
      if alert.alert.isCloseNotify {
        let side = conversation.flowSide(alert.side)
        conversation.inner.hasCloseNotify[Int(side.rawValue)] = true
        conversation.endData(of: side, log)
      }
    }

    mutating func learned(_ facts: TLSFacts) { conversation.learn(facts) }
  }

  fileprivate func party(_ side: FlowSide) -> HTTPParty { side == clientSide ? .client : .server }

  /// Reports a connection on which no application data went by.
  fileprivate func fail(_ failure: ConnectionFailure, _ log: HTTPLog) {
    guard !hasFailed, offsets[0] == 0, offsets[1] == 0, let hello = session.began else { return }
    hasFailed = true
    log.fail(
      FailedConnection(
        stream: origin.identity.stream, client: origin.identity[clientSide], server: origin.identity[clientSide.other],
        clientSide: clientSide, name: session.serverName, opened: origin.opened ?? hello,
        connected: origin.connected ?? hello, ended: now, security: session, failure: failure))
  }

  fileprivate func handOn(_ bytes: Span<UInt8>, _ place: PlaintextPlace, _ log: HTTPLog) {
    let side = flowSide(place.side)
    let index = Int(side.rawValue)
    // The content comes after the header, and after the nonce or the initialization vector where the record has one.
    let start = place.range.lowerBound + 5 + recordPrefix
    let completion = trails[index].entry(at: place.range.upperBound - 1)
    var position = 0
    while position < bytes.count {
      guard let entry = trails[index].entry(at: start + Int64(position)) else { break }
      let room = entry.range.upperBound - (start + Int64(position))
      let count = room > 0 ? Int(min(room, Int64(bytes.count - position))) : bytes.count - position
      let piece = StreamPiece(
        flow: 0, side: side, offset: offsets[index], packet: entry.packet, now: completion?.now ?? entry.now,
        acknowledged: acknowledged(entry, by: side), isPacketStart: position == 0,
        isFromBeginning: entry.isFromBeginning)
      offsets[index] += Int64(count)
      if position + count == bytes.count { maps[index].append(place.range.upperBound, offsets[index]) }
      upper.receive(bytes.extracting(position..<position + count), piece, log)
      position += count
    }
  }

  /// How much of the other side's application data the sender of a packet had acknowledged.
  private func acknowledged(_ entry: PacketTrail.Entry, by side: FlowSide) -> Int64 {
    let index = Int(side.other.rawValue)
    let known = maps[index].offset(at: entry.acknowledged)
    // Beyond what was captured there may be a message. A FIN, which counts as a byte, and one more byte are none.
    return entry.acknowledged > received[index] + 1 ? known + 2 : known
  }

  fileprivate func lose(_ loss: TLSLoss, _ log: HTTPLog) {
    let side = flowSide(loss.side)
    let index = Int(side.rawValue)
    session.loss = session.loss ?? loss.cause
    inner.security?.loss = session.loss
    guard loss.cause != .unreadable, let entry = trails[index].entry(at: loss.range.lowerBound) else { return }
    let piece = StreamPiece(
      flow: 0, side: side, offset: offsets[index], packet: entry.packet, now: now,
      acknowledged: acknowledged(entry, by: side), isPacketStart: false)
    offsets[index] += Self.unknownCount
    maps[index].append(loss.range.upperBound, offsets[index])
    trails[index].forget(before: loss.range.upperBound)
    upper.miss(Self.unknownCount, piece, log)
  }

  fileprivate func forget(_ record: RecordFacts) {
    trails[Int(flowSide(record.side).rawValue)].forget(before: record.range.lowerBound)
  }

  fileprivate func report(_ reason: UnreadableReason, _ side: FlowSide, _ log: HTTPLog) {
    isUnreadable[Int(side.rawValue)] = true
    guard !hasReported else { return }
    hasReported = true
    let why: UnreadableConnection.Reason =
      switch reason {
      case .noSecret: UnreadableConnection.missingSecret(log.options.keys, cipherSuite, isResumed: isResumed)
      case .wrongSecret: .wrongKeys
      case .beginningMissing: .beginningMissing
      case .unsupportedSuite(let suite): .unsupported(suite.description)
      case .unsupportedVersion(let version): .unsupported(version.description)
      case .unsupportedExtension: .unsupported("compression")
      case .notTLS, .malformedHandshake: .malformed
      }
    log.note(
      UnreadableConnection(
        stream: origin.identity.stream,
        server: session.serverName ?? origin.identity[clientSide.other].description, reason: why))
  }

  fileprivate func learn(_ facts: TLSFacts) {
    session.version = facts.version?.description
    session.cipherSuite = facts.cipherSuite?.name
    cipherSuite = facts.cipherSuite
    isResumed = facts.resumption == .session
    session.serverName = facts.serverName
    session.applicationProtocol = facts.selectedProtocol
    if session.began == nil, let hello = facts.clientHello {
      session.began = trails[Int(clientSide.rawValue)].entry(at: hello.lowerBound)?.packet
    }
    if session.completed == nil, let finished = facts.clientFinished {
      session.completed = trails[Int(clientSide.rawValue)].entry(at: finished.upperBound - 1)?.now
    }
    inner.security = session
    inner.opened = origin.opened
    inner.connected = origin.connected
    recordPrefix = Self.prefix(facts)
  }

  /// The bytes of a record between its header and its content: an explicit nonce (RFC 5288 section 3, RFC 6655 section 3) or an
  /// initialization vector (RFC 5246 section 6.2.3.2).
  private static func prefix(_ facts: TLSFacts) -> Int64 {
    guard let version = facts.version, version < .tls13, let algorithm = facts.cipherSuite?.algorithm else { return 0 }
    return switch algorithm {
    case .aesGCM, .aesCCM: 8
    case .aesCBC: version > .tls10 ? 16 : 0
    case .chaCha20Poly1305, .null: 0
    }
  }
}

/// Which offset of the application data an offset of the records corresponds to, for the latest records.
package struct RecordMap {
  private static let most = 1024

  private var ends: [(record: Int64, data: Int64)] = []
  private var first = 0

  package init() {}

  package var heldBytes: Int { ends.capacity * 16 }

  /// A record that ends at one offset, and its data at another.
  package mutating func append(_ record: Int64, _ data: Int64) {
    ends.append((record, data))
    if ends.count - first > Self.most { first += 1 }
    guard first > 64, first > ends.count / 2 else { return }
    ends.removeFirst(first)
    first = 0
  }

  /// How much of the data was in the records before an offset.
  package func offset(at record: Int64) -> Int64 {
    var (low, high) = (first, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle].record <= record { low = middle + 1 } else { high = middle }
    }
    return low > first ? ends[low - 1].data : 0
  }
}
