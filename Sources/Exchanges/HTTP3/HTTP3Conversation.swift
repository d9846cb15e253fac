import HTTP2
import HTTP3
import QUIC
import Streams
import TLS
import TextOutput
import Wire

/// The exchanges of one HTTP/3 connection, from the streams of QUIC.
final class HTTP3Conversation {
  /// What one costs besides what it holds.
  private static let cost = 8192
  /// Where the exchange of a push stands until a stream answers it: no stream of QUIC has such a number.
  private static let firstPush: UInt64 = 1 << 62

  /// The packets that brought the latest bytes of a stream, of the client and of the server.
  private final class Trails {
    var sides = Pair(PacketTrail(), PacketTrail())
    var heldBytes: Int { sides[0].heldBytes + sides[1].heldBytes }
  }

  private var connection = HTTP3Connection()
  /// What the connection holds, in bytes.
  private var connectionBytes: Int
  let exchanges: MultiplexedExchanges
  /// The packets that brought the latest bytes of each stream.
  private var trails: [UInt64: Trails] = [:]
  private var trailBytes = 0
  /// The streams of pushes, by the numbers of those.
  private var pushes: [UInt64: UInt64] = [:]
  /// The requests of which the server wants no more.
  private var stopped: Set<UInt64> = []
  private var isOver = false

  /// The number of the connection of QUIC.
  private let number: Int

  init(_ origin: ConversationOrigin) {
    number = origin.identity.stream
    connectionBytes = connection.heldBytes
    exchanges = MultiplexedExchanges(origin, majorVersion: 3)
  }

  var heldBytes: Int { Self.cost + connectionBytes + trailBytes + exchanges.heldBytes }
  var standing: [HTTPExchange] {
    exchanges.ordered.map { $1.standing(outcome(of: $1, .endOfCapture), nil) }
  }

  func receive(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece, _ log: HTTPLog) {
    guard !isOver else { return }
    exchanges.now = piece.now
    let stream = piece.stream.rawValue
    note(bytes.count, piece)
    withReceiver(log) { connection, receiver in
      connection.receive(bytes, stream: stream, at: piece.offset, from: HTTP3Side(piece.side), to: &receiver)
    }
    forgetTrail(stream)
  }

  func miss(_ count: Int64, _ piece: QUICStreamPiece, _ log: HTTPLog) {
    guard !isOver else { return }
    exchanges.now = piece.now
    let stream = piece.stream.rawValue
    exchanges.note(
      TCPFinding(
        kind: .missing, packet: piece.packet, side: piece.side == .client ? .first : .second, offset: piece.offset,
        count: count), stream)
    withReceiver(log) { connection, receiver in
      connection.miss(count, stream: stream, from: HTTP3Side(piece.side), to: &receiver)
    }
  }

  func end(_ end: QUICStreamEnd, _ piece: QUICStreamPiece, _ log: HTTPLog) {
    guard !isOver else { return }
    exchanges.now = piece.now
    let stream = piece.stream.rawValue
    withReceiver(log) { connection, receiver in
      switch end {
      case .finished: connection.end(stream: stream, from: HTTP3Side(piece.side), to: &receiver)
      case .reset(let error):
        connection.reset(
          stream: stream, code: HTTP3ErrorCode(rawValue: error), from: HTTP3Side(piece.side), to: &receiver)
      case .connectionOver: break
      }
    }
    forgetTrail(stream)
  }

  func stop(_ stream: UInt64, _ error: UInt64, by side: TLSSide, _ now: PacketMark, _ log: HTTPLog) {
    guard !isOver else { return }
    exchanges.now = now
    withReceiver(log) { connection, receiver in
      connection.stopSending(
        stream: stream, code: HTTP3ErrorCode(rawValue: error), from: HTTP3Side(side), to: &receiver)
    }
  }

  /// What the client has sent does not count (RFC 9001 section 4.6.2): it says it again.
  func rejectEarlyData(_ log: HTTPLog) {
    connection = HTTP3Connection()
    (trails, trailBytes) = ([:], 0)
    exchanges.forgetAll(log)
  }

  /// A side has closed the connection.
  func close(by party: HTTPParty, _ code: String, isError: Bool, isReset: Bool, _ now: PacketMark, _ log: HTTPLog) {
    guard !isOver else { return }
    finishStreams(now, log)
    isOver = true
    if isError {
      exchanges.goaway = MultiplexedExchanges.Goaway(party: party, code: code, isError: true, firstRefused: 0)
    }
    for (stream, exchange) in exchanges.ordered {
      let outcome: HTTPOutcome =
        if exchange.isResponseOver {
          .complete
        } else if isReset || isError {
          .reset(by: party)
        } else if party == .client {
          .abandoned
        } else {
          exchange.record.response == nil ? .unanswered : .cutShort(by: .server)
        }
      exchanges.finish(stream, outcome, now, log)
    }
  }

  /// Nothing more will come.
  func finish(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) {
    finishStreams(now, log)
    isOver = true
    for (stream, exchange) in exchanges.ordered {
      exchanges.finish(stream, outcome(of: exchange, closure), now, log)
    }
  }

  private func finishStreams(_ now: PacketMark, _ log: HTTPLog) {
    guard !isOver else { return }
    exchanges.now = now
    withReceiver(log) { connection, receiver in connection.finish(to: &receiver) }
  }

  private func outcome(of exchange: OpenExchange, _ closure: FlowClosure) -> HTTPOutcome {
    exchange.outcome(closure, clientEnd: nil, missesResponses: false)
  }

  /// Remembers the packet that brought bytes of a stream.
  private func note(_ count: Int, _ piece: QUICStreamPiece) {
    let trail = trails[piece.stream.rawValue] ?? Trails()
    trails[piece.stream.rawValue] = trail
    trailBytes -= trail.heldBytes
    trail.sides[piece.side.index].append(count, StreamPiece(piece))
    trailBytes += trail.heldBytes
  }

  /// Forgets the packets of a stream that is over.
  private func forgetTrail(_ stream: UInt64) {
    guard !connection.isOpen(stream), let trail = trails.removeValue(forKey: stream) else { return }
    trailBytes -= trail.heldBytes
    stopped.remove(stream)
  }

  private func withReceiver(_ log: HTTPLog, _ action: (inout HTTP3Connection, inout Receiver) -> Void) {
    var receiver = Receiver(conversation: self, log: log)
    // What the connection calls while it reads uses other properties of this object, never the connection.
    connectionBytes = Self.heldBytes(&connection) { action(&$0, &receiver) }
  }

  /// What a connection holds after an action; counted where it is, because a copy would cost more than a packet.
  private static func heldBytes(
    _ connection: inout HTTP3Connection, after action: (inout HTTP3Connection) -> Void
  ) -> Int {
    action(&connection)
    return connection.heldBytes
  }
}

// What the connection says.
extension HTTP3Conversation {
  fileprivate struct Receiver: HTTP3Receiver {
    let conversation: HTTP3Conversation
    let log: HTTPLog
    private var exchanges: MultiplexedExchanges { conversation.exchanges }
    private func party(_ side: HTTP3Side) -> HTTPParty { side == .client ? .client : .server }

    init(conversation: HTTP3Conversation, log: HTTPLog) {
      self.conversation = conversation
      self.log = log
    }

    private func place(_ place: HTTP3Place) -> MultiplexedExchanges.Place {
      MultiplexedExchanges.Place(
        stream: place.stream, party: party(place.side), range: place.range,
        trail: conversation.trail(place))
    }

    mutating func receive(push: UInt64, _ place: HTTP3Place) { conversation.answer(push, on: place.stream) }

    mutating func receive(frame: HTTP3FrameHeader, _ place: HTTP3Place) {
      conversation.forgetTrail(place)
      exchanges.count(place.range.count, party(place.side), place.stream)
    }

    mutating func receive(headers: HTTP3Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP3Place) {
      let found = self.place(place)
      switch headers.kind {
      case .request: exchanges.begin(fields, found, as: place.stream, isPushed: false, log)
      case .pushPromise(let push):
        exchanges.begin(fields, found, as: conversation.stream(of: push), isPushed: true, log)
      case .interim(let status): exchanges.answerInterim(status, place.stream)
      case .response: exchanges.answer(fields, found, log)
      case .trailers, .unknown: exchanges.takeTrailers(fields, found)
      }
    }

    mutating func receive(lostHeaders reason: HTTP3LostHeaders, _ place: HTTP3Place) {
      guard reason == .tooLong else { return exchanges.loseHead(self.place(place), log) }
      exchanges.refuseHead(.headTooLong(limit: HTTP3Limits().payload), party(place.side), place.stream, log)
    }

    mutating func receive(data: Span<UInt8>, _ place: HTTP3Place) { exchanges.take(data, self.place(place), log) }

    mutating func receive(missingData count: Int64, _ place: HTTP3Place) {
      exchanges.miss(count, party(place.side), place.stream)
    }

    mutating func receiveEnd(_ place: HTTP3Place) {
      exchanges.end(party(place.side), place.stream, at: place.range.upperBound, log)
    }

    mutating func receive(reset code: HTTP3ErrorCode, _ place: HTTP3Place) {
      // A client gives up a request, too, of which the server wants no more; it still waits for the answer then.
      if place.side == .client, conversation.stopped.contains(place.stream) {
        return exchanges.giveUpRequest(place.stream, log)
      }
      note(.reset(code, stream: place.stream), place)
      exchanges.reset(party(place.side), code.description, place.stream, log)
    }

    mutating func receive(stopSending code: HTTP3ErrorCode, _ place: HTTP3Place) {
      if place.side == .server {
        if exchanges.exchange(place.stream) != nil { conversation.stopped.insert(place.stream) }
      } else {
        exchanges.reset(.client, code.description, place.stream, log)
      }
    }

    mutating func receive(goaway identifier: UInt64, _ place: HTTP3Place) {
      note(.goaway(first: identifier), place)
      guard place.side == .server else { return }
      exchanges.goaway = MultiplexedExchanges.Goaway(
        party: .server, code: HTTP3ErrorCode.noError.description, isError: false, firstRefused: identifier)
    }

    private func note(_ kind: HTTP3ControlFrame.Kind, _ place: HTTP3Place) {
      guard log.options.notesControlFrames else { return }
      log.note(
        HTTP3ControlFrame(
          connection: conversation.number, party: party(place.side), packet: exchanges.now, kind: kind))
    }

    mutating func receiveLoss(_ place: HTTP3Place) { exchanges.loseFrames(party(place.side), place.stream) }

    mutating func receiveAbandonment(of stream: UInt64) { exchanges.finish(stream, .evicted, exchanges.now, log) }
  }

  /// The packets of a stream's side.
  private func trail(_ place: HTTP3Place) -> PacketTrail {
    guard let trail = trails[place.stream] else { return PacketTrail() }
    return trail.sides[Int(place.side.rawValue)]
  }

  /// Forgets the packets before a place.
  private func forgetTrail(_ place: HTTP3Place) {
    guard let trail = trails[place.stream] else { return }
    trailBytes -= trail.heldBytes
    trail.sides[Int(place.side.rawValue)].forget(before: place.range.lowerBound)
    trailBytes += trail.heldBytes
  }

  /// Where the exchange of a push stands.
  private func stream(of push: UInt64) -> UInt64 { pushes[push] ?? Self.firstPush | push & (Self.firstPush - 1) }

  /// A stream answers a push, whose request has come or will come.
  private func answer(_ push: UInt64, on stream: UInt64) {
    exchanges.move(self.stream(of: push), to: stream)
    pushes[push] = stream
    // A client allows few.
    if pushes.count > 4096 { pushes = [push: stream] }
  }
}

extension HTTP3Side {
  /// An end of QUIC is the same end of HTTP/3.
  fileprivate init(_ side: TLSSide) { self = side == .client ? .client : .server }
}

extension TLSSide {
  /// 0 for the client.
  fileprivate var index: Int { self == .client ? 0 : 1 }
}

extension StreamPiece {
  /// The same of a stream of QUIC, of which nobody asks what was acknowledged.
  fileprivate init(_ piece: QUICStreamPiece) {
    self.init(
      flow: 0, side: piece.side == .client ? .first : .second, offset: piece.offset, packet: piece.packet,
      now: piece.now, acknowledged: 0, isPacketStart: false, isFromBeginning: true)
  }
}
