import HTTP2
import MessageFormats
import Streams
import TextOutput
import Wire

/// The exchanges of one HTTP/2 connection.
final class HTTP2Conversation: ConversationReader {
  /// What one costs besides what it holds.
  private static let cost = 4096

  private let origin: ConversationOrigin
  private var connection: HTTP2Connection
  /// What the connection holds, in bytes.
  private var connectionBytes: Int
  private let exchanges: MultiplexedExchanges
  private var trails = Pair(PacketTrail(), PacketTrail())
  /// The offsets up to which the streams of both sides have been read.
  private var offsets = Pair<Int64>(0, 0)
  private var lastFromServer: PacketMark?
  private var isOver = false
  /// Who is the client, as far as the connection has said it by now.
  private var connectionClient: HTTP2Side? {
    didSet { exchanges.clientSide = client == .first ? .first : .second }
  }

  init(_ origin: ConversationOrigin, _ start: HTTP2Connection.Start) {
    self.origin = origin
    connection = HTTP2Connection(start)
    connectionBytes = connection.heldBytes
    exchanges = MultiplexedExchanges(origin, majorVersion: 2)
  }

  /// Goes on with a connection of HTTP/1.1 that was upgraded (RFC 7540 section 3.2).
  /// - Parameter exchange: the one whose request asked for that; it is stream 1 now.
  init(_ origin: ConversationOrigin, upgraded exchange: OpenExchange, client: FlowSide) {
    self.origin = origin
    connection = HTTP2Connection(.upgrade(client: Self.http2Side(client), settings: []))
    connectionBytes = connection.heldBytes
    exchanges = MultiplexedExchanges(origin, majorVersion: 2)
    connectionClient = Self.http2Side(client)
    exchanges.clientSide = client
    exchanges.adopt(exchange, as: 1)
  }

  var heldBytes: Int {
    Self.cost + connectionBytes + trails[0].heldBytes + trails[1].heldBytes + exchanges.heldBytes
  }
  var isLayered: Bool { true }
  var isOpaque: Bool { isOver && exchanges.isEmpty }
  var standing: [HTTPExchange] {
    exchanges.ordered.map { $1.standing(outcome(of: $1, .endOfCapture), exchanges.clientEnd?.packet) }
  }

  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    guard !isOver else { return }
    exchanges.now = piece.now
    let index = Int(piece.side.rawValue)
    trails[index].append(bytes.count, piece)
    offsets[index] = piece.offset + Int64(bytes.count)
    if party(piece.side) == .server { lastFromServer = piece.packet }
    withReceiver(log) { connection, receiver in
      if piece.isPacketStart { connection.joinFrames(bytes, of: Self.http2Side(piece.side)) }
      connection.receive(bytes, at: piece.offset, from: Self.http2Side(piece.side), to: &receiver)
    }
  }

  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog) {
    guard !isOver else { return }
    exchanges.now = piece.now
    withReceiver(log) { connection, receiver in
      connection.miss(count, from: Self.http2Side(piece.side), to: &receiver)
    }
  }

  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    guard !isOver else { return }
    exchanges.now = now
    withReceiver(log) { connection, receiver in connection.finish(Self.http2Side(side), to: &receiver) }
    guard party(side) == .server else { return exchanges.endClient(log) }
    let clientEnded = exchanges.clientEnd?.packet
    for (stream, exchange) in exchanges.ordered where !exchange.isResponseOver {
      let outcome: HTTPOutcome =
        clientEnded != nil ? .abandoned : exchange.record.response == nil ? .unanswered : .cutShort(by: .server)
      exchanges.finish(stream, outcome, clientEnded ?? now, log)
    }
  }

  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    isOver = true
    exchanges.now = now
    exchanges.resetAll(by: party(side), lastFromServer: lastFromServer, log)
  }

  var awaitsAcknowledgments: Bool { exchanges.awaitsAcknowledgments }

  func acknowledge(_ side: FlowSide, upTo offset: Int64, _ log: HTTPLog) {
    guard party(side) == .client else { return }
    exchanges.acknowledge(upTo: offset, read: offsets[Int(side.other.rawValue)], log)
  }

  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) {
    isOver = true
    exchanges.now = now
    exchanges.closeAll(closure, log) { outcome(of: $0, closure) }
  }

  func note(_ finding: TCPFinding) { exchanges.note(finding) }

  private func outcome(of exchange: OpenExchange, _ closure: FlowClosure) -> HTTPOutcome {
    exchange.outcome(closure, clientEnd: exchanges.clientEnd, missesResponses: connection.isLost(client.other))
  }

  /// Until it is known, the end that spoke first.
  fileprivate var client: HTTP2Side { connectionClient ?? .first }

  private func withReceiver(_ log: HTTPLog, _ action: (inout HTTP2Connection, inout Receiver) -> Void) {
    var receiver = Receiver(conversation: self, log: log)
    // What the connection calls while it reads uses other properties of this object, never the connection.
    connectionBytes = Self.heldBytes(&connection) { action(&$0, &receiver) }
  }

  /// What a connection holds after an action; counted where it is, because a copy would cost more than a packet.
  private static func heldBytes(
    _ connection: inout HTTP2Connection, after action: (inout HTTP2Connection) -> Void
  ) -> Int {
    action(&connection)
    return connection.heldBytes
  }

  private static func http2Side(_ side: FlowSide) -> HTTP2Side { side == .first ? .first : .second }

  private func party(_ side: FlowSide) -> HTTPParty {
    Self.http2Side(side) == client ? .client : .server
  }
}

// What the connection says.
extension HTTP2Conversation {
  fileprivate struct Receiver: HTTP2Receiver {
    let conversation: HTTP2Conversation
    let log: HTTPLog
    private var exchanges: MultiplexedExchanges { conversation.exchanges }
    private func party(_ side: HTTP2Side) -> HTTPParty { side == conversation.client ? .client : .server }

    init(conversation: HTTP2Conversation, log: HTTPLog) {
      self.conversation = conversation
      self.log = log
    }

    private func place(_ place: HTTP2Place) -> MultiplexedExchanges.Place {
      MultiplexedExchanges.Place(
        stream: UInt64(place.stream), party: party(place.side), range: place.range,
        trail: conversation.trails[Int(place.side.rawValue)])
    }

    mutating func receivePreface(_ place: HTTP2Place) { conversation.connectionClient = place.side }

    mutating func receive(frame: HTTP2FrameHeader, _ place: HTTP2Place) {
      conversation.trails[Int(place.side.rawValue)].forget(before: place.range.lowerBound)
      exchanges.count(place.range.count, party(place.side), UInt64(frame.stream))
    }

    mutating func receive(headers: HTTP2Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP2Place) {
      conversation.learnClient(headers.kind, place.side)
      let found = self.place(place)
      switch headers.kind {
      case .request: exchanges.begin(fields, found, as: found.stream, isPushed: false, log)
      case .pushPromise(let promised): exchanges.begin(fields, found, as: UInt64(promised), isPushed: true, log)
      case .interim(let status): exchanges.answerInterim(status, found.stream)
      case .response: exchanges.answer(fields, found, log)
      case .trailers, .unknown: exchanges.takeTrailers(fields, found)
      }
    }

    mutating func receive(lostHeaders reason: HTTP2LostHeaders, endsStream: Bool, _ place: HTTP2Place) {
      exchanges.loseHead(self.place(place), log)
    }

    mutating func receive(fault: HTTP2Fault, _ place: HTTP2Place) {
      if case .blockTooLong(let limit) = fault {
        exchanges.refuseHead(.headTooLong(limit: limit), party(place.side), UInt64(place.stream), log)
      }
    }

    mutating func receive(data: Span<UInt8>, _ place: HTTP2Place) {
      exchanges.take(data, self.place(place), log)
    }

    mutating func receive(missingData count: Int, _ place: HTTP2Place) {
      exchanges.miss(Int64(count), party(place.side), UInt64(place.stream))
    }

    mutating func receiveEnd(_ place: HTTP2Place) {
      exchanges.end(party(place.side), UInt64(place.stream), at: place.range.upperBound, log)
    }

    mutating func receive(reset code: HTTP2ErrorCode, _ place: HTTP2Place) {
      note(.reset(code, stream: place.stream), place)
      exchanges.reset(party(place.side), code.description, UInt64(place.stream), log)
    }

    mutating func receive(
      goaway code: HTTP2ErrorCode, lastStream: UInt32, debugData: Span<UInt8>, _ place: HTTP2Place
    ) {
      exchanges.goaway = MultiplexedExchanges.Goaway(
        party: party(place.side), code: code.description, isError: code != .noError,
        firstRefused: UInt64(lastStream) + 1)
      note(.goaway(code, lastStream: lastStream), place)
    }

    mutating func receive(settings: [HTTP2Setting], isAcknowledgment: Bool, _ place: HTTP2Place) {
      note(isAcknowledgment ? .settingsAcknowledgment : .settings(settings), place)
    }

    mutating func receive(ping data: UInt64, isAcknowledgment: Bool, _ place: HTTP2Place) {
      note(.ping(isAcknowledgment: isAcknowledgment), place)
    }

    private func note(_ kind: HTTP2ControlFrame.Kind, _ place: HTTP2Place) {
      guard log.options.notesControlFrames else { return }
      log.note(
        HTTP2ControlFrame(
          stream: conversation.origin.identity.stream, party: party(place.side), packet: exchanges.now, kind: kind))
    }

    mutating func receive(stall: HTTP2Stall, _ place: HTTP2Place) {
      exchanges.beginWait(party(stall.sender), for: stall.stream == 0 ? nil : UInt64(stall.stream))
    }

    mutating func receive(resumption: HTTP2Stall, _ place: HTTP2Place) {
      exchanges.endWait(party(resumption.sender), for: resumption.stream == 0 ? nil : UInt64(resumption.stream))
    }

    mutating func receiveLoss(_ place: HTTP2Place) { exchanges.loseFrames(party(place.side)) }

    mutating func receiveAbandonment(of stream: UInt32) {
      exchanges.finish(UInt64(stream), .evicted, exchanges.now, log)
    }
  }

  fileprivate func learnClient(_ kind: HTTP2Headers.Kind, _ side: HTTP2Side) {
    switch kind {
    case .request: connectionClient = connectionClient ?? side
    case .response, .interim, .pushPromise: connectionClient = connectionClient ?? side.other
    case .trailers, .unknown: break
    }
  }
}
