import HTTP3
import QUIC
import Streams
import TLS
import Wire

/// The layer of QUIC: hands the streams of one connection to a reader of HTTP/3, and tells of a connection that fails.
final class QUICConversation {
  private let origin: ConversationOrigin
  private var facts: QUICFacts
  private var session = TLSSession()
  private var reader: HTTP3Conversation?
  /// The datagrams with which the client asked for the connection, and the last of them.
  private var attempts = 0
  private var lastAttempt: PacketMark
  /// The last ICMP error that answered one of them.
  private var rejection: (ICMPRejection, PacketMark)?
  private var hasStreams = false
  private var hasFailed = false
  private var hasReported = false
  /// When it last said something.
  private(set) var last: PacketMark
  /// What of `heldBytes` the log has counted.
  var countedBytes = 0

  init(_ facts: QUICFacts) {
    self.facts = facts
    (last, lastAttempt) = (facts.began, facts.began)
    origin = ConversationOrigin(
      FlowIdentity(stream: facts.number, first: facts.path.client, second: facts.path.server))
    origin.transport = .quic
    learn(facts)
  }

  var heldBytes: Int { 1024 + (reader?.heldBytes ?? 0) }
  var standing: [HTTPExchange] { reader?.standing ?? [] }
  /// Whether its application data is read.
  var isLayered: Bool { reader != nil }

  func learn(_ facts: QUICFacts) {
    self.facts = facts
    if facts.serverHello != nil { session.version = "TLS 1.3" }
    session.cipherSuite = facts.cipherSuite?.name
    session.serverName = facts.serverName
    session.applicationProtocol = facts.selectedProtocol
    session.began = facts.began
    session.completed = facts.completed
    origin.security = session
    origin.opened = facts.began
    origin.connected = facts.completed
    reader?.exchanges.learnOrigin()
  }

  func see(_ packet: QUICPacket) {
    last = packet.place.now
    guard packet.place.side == .client, packet.header.type == .initial,
      lastAttempt.number != packet.place.packet.number || attempts == 0
    else { return }
    attempts += 1
    lastAttempt = packet.place.packet
  }

  /// An ICMP error says that a datagram was not delivered.
  func reject(_ error: ICMPError, _ now: PacketMark) {
    let path = facts.path
    if error.source == path.client, error.destination == path.server { rejection = (error.rejection, now) }
  }

  /// Whether it is HTTP/3, as far as the ends have said what they speak (RFC 9114 section 3.1).
  private var isHTTP3: Bool {
    if let selected = facts.selectedProtocol { return Self.isHTTP3(selected) }
    return facts.offeredProtocols.contains(where: Self.isHTTP3)
  }

  private static func isHTTP3(_ name: String) -> Bool { name == "h3" || name.hasPrefix("h3-") }

  /// The reader of its streams; nil if they are not HTTP/3.
  private func makeReader() -> HTTP3Conversation? {
    hasStreams = true
    if reader == nil, isHTTP3 { reader = HTTP3Conversation(origin) }
    return reader
  }

  func receive(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece, _ log: HTTPLog) {
    makeReader()?.receive(bytes, piece, log)
  }

  func miss(_ count: Int64, _ piece: QUICStreamPiece, _ log: HTTPLog) { makeReader()?.miss(count, piece, log) }

  func end(_ end: QUICStreamEnd, _ piece: QUICStreamPiece, _ log: HTTPLog) { reader?.end(end, piece, log) }

  func stop(_ stream: QUICStreamID, _ error: UInt64, _ place: QUICPlace, _ log: HTTPLog) {
    reader?.stop(stream.rawValue, error, by: place.side, place.now, log)
  }

  func rejectEarlyData(_ log: HTTPLog) { reader?.rejectEarlyData(log) }

  /// A limit of the other end kept a side from sending.
  func note(_ stall: QUICStall, by side: TLSSide) {
    guard stall.wasSaid else { return }
    reader?.exchanges.noteWait(
      Self.party(side), on: stall.stream?.rawValue, from: stall.began.timestamp.nanoseconds,
      to: stall.ended.timestamp.nanoseconds)
  }

  func note(_ loss: QUICLoss) {
    let side: FlowSide = loss.sender == .client ? .first : .second
    for packet in loss.packets {
      reader?.exchanges.note(
        TCPFinding(kind: .lost, packet: packet.sent, side: side, offset: 0, count: Int64(packet.length)))
    }
  }

  func close(_ close: QUICClose, _ place: QUICPlace, _ log: HTTPLog) {
    let party = Self.party(place.side)
    let (code, isError, isReset): (String, Bool, Bool) =
      switch close {
      case .transport(let code, _, _): (code.description, code != .noError, false)
      case .application(let code, _):
        (HTTP3ErrorCode(rawValue: code).description, code != HTTP3ErrorCode.noError.rawValue && code != 0, false)
      case .statelessReset: ("stateless reset", false, true)
      }
    if !isEstablished, isError || isReset || party == .server {
      if case .transport(let code, _, _) = close, let alert = code.alert {
        fail(.alert(by: party, alert.name), place.now, log)
      } else {
        fail(.closed(by: party, code), place.now, log)
      }
    }
    reader?.close(by: party, code, isError: isError, isReset: isReset, place.now, log)
  }

  func finish(_ facts: QUICFacts, _ ending: QUICEnding, _ log: HTTPLog) {
    learn(facts)
    if !isEstablished, ending == .endOfCapture {
      if !facts.negotiatedVersions.isEmpty {
        fail(.versionNegotiation, facts.last, log)
      } else if facts.server.packets == 0 {
        if let (rejection, packet) = rejection {
          fail(.rejected(rejection), packet, log)
        } else {
          fail(.initialUnanswered(datagrams: attempts), lastAttempt, log)
        }
      }
    }
    reader?.finish(ending == .evicted ? .evicted : .endOfCapture, facts.last, log)
  }

  /// Gives up its exchanges, because memory is needed for others.
  func evict(_ log: HTTPLog) { reader?.finish(.evicted, last, log) }

  /// Whether a request could have been sent.
  private var isEstablished: Bool {
    facts.completed != nil || hasStreams || facts.unreadable != nil && facts.serverHello != nil
  }

  private func fail(_ failure: ConnectionFailure, _ now: PacketMark, _ log: HTTPLog) {
    guard !hasFailed, isHTTP3 else { return }
    hasFailed = true
    var connection = FailedConnection(
      stream: origin.identity.stream, client: origin.identity.first, server: origin.identity.second,
      name: facts.serverName, opened: facts.began, ended: now, security: session, failure: failure)
    connection.transport = .quic
    log.fail(connection)
  }

  func report(_ reason: QUICUnreadable, _ place: QUICPlace, _ log: HTTPLog) {
    // Early data may have a secret that nobody logs; the rest has others. A handshake that failed has none for what comes after it.
    guard !hasReported, !hasFailed, place.type != .zeroRTT, isHTTP3 || facts.offeredProtocols.isEmpty else { return }
    hasReported = true
    let why: UnreadableConnection.Reason =
      switch reason {
      case .noSecret: UnreadableConnection.missingSecret(log.options.keys, facts.cipherSuite)
      case .wrongSecret: .wrongKeys
      case .beginningMissing: .beginningMissing
      case .unsupportedSuite(let suite): .unsupported(suite.description)
      case .unsupportedVersion(let version): .unsupported("\(version)")
      }
    log.note(
      UnreadableConnection(
        stream: origin.identity.stream, server: facts.serverName ?? origin.identity.second.description, reason: why,
        transport: .quic))
  }

  private static func party(_ side: TLSSide) -> HTTPParty { side == .client ? .client : .server }
}
