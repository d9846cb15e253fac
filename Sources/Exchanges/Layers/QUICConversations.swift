import QUIC
import Streams
import TLS
import Wire

/// The QUIC connections of a capture, each with what reads it.
///
/// It takes UDP datagrams as ``HTTPStreams`` takes the streams of TCP, and counts with the same log.
final class QUICConversations {
  /// What part of the memory the connections may take, apart from their exchanges.
  private static let share = 4

  private let log: HTTPLog
  private let connections: QUICConnections
  private var conversations: [Int: QUICConversation] = [:]
  /// What of the connections the log has counted, in bytes.
  private var countedBytes = 0
  /// Whether conversations of QUIC are wanted at all.
  private let isWanted: Bool

  init(_ log: HTTPLog) {
    self.log = log
    let options = log.options
    isWanted = options.stream == nil
    connections = QUICConnections(options.keys ?? KeyLog(capacity: 1), budget: options.memory / Self.share)
  }

  /// Takes the next frame.
  ///
  /// - Returns: whether it is a UDP datagram of QUIC.
  @discardableResult
  func read(_ frame: Frame, _ headers: PacketHeaders, _ bytes: Span<UInt8>) -> Bool {
    guard isWanted, headers.isUDP, let datagram = QUICDatagram(frame, headers, bytes) else { return false }
    var receiver = Receiver(owner: self)
    let isQUIC = connections.receive(datagram, bytes.extracting(headers.payload), to: &receiver)
    if isQUIC { count() }
    return isQUIC
  }

  /// Takes the word of an ICMP error that a datagram was not delivered.
  func reject(_ error: ICMPError, _ now: PacketMark) {
    for conversation in conversations.values { conversation.reject(error, now) }
  }

  /// What is known of the connections that are followed.
  var facts: [QUICFacts] { connections.facts }

  /// The exchanges of the connection of the last datagram that are going on; nil if they are not read.
  var openExchangesOfLast: [HTTPExchange]? {
    guard let number = connections.last, let conversation = conversations[number], conversation.isLayered else {
      return nil
    }
    return conversation.standing
  }

  /// The exchanges that are going on, as far as they have come.
  var openExchanges: [HTTPExchange] { conversations.values.flatMap(\.standing) }

  /// Reads what waited for secrets that have come.
  func secretsChanged() {
    var receiver = Receiver(owner: self)
    connections.secretsChanged(to: &receiver)
    count()
  }

  func finish() {
    var receiver = Receiver(owner: self)
    connections.finish(to: &receiver)
    count()
  }

  /// Counts anew what is held; gives up exchanges that take too much.
  private func count() {
    if let number = connections.last, let conversation = conversations[number] { count(conversation) }
    log.heldBytes += connections.heldBytes - countedBytes
    countedBytes = connections.heldBytes
    while log.heldBytes > log.options.memory, let (number, oldest) = leastRecent {
      oldest.evict(log)
      forget(number)
    }
  }

  private var leastRecent: (Int, QUICConversation)? {
    conversations.filter(\.value.isLayered).min { $0.value.last.number < $1.value.last.number }.map {
      ($0.key, $0.value)
    }
  }

  private func count(_ conversation: QUICConversation) {
    let held = conversation.heldBytes
    log.heldBytes += held - conversation.countedBytes
    conversation.countedBytes = held
  }

  private func forget(_ number: Int) {
    guard let conversation = conversations.removeValue(forKey: number) else { return }
    log.heldBytes -= conversation.countedBytes
  }
}

// What the connections say.
extension QUICConversations {
  private struct Receiver: QUICReceiver {
    let owner: QUICConversations
    private var log: HTTPLog { owner.log }

    init(owner: QUICConversations) { self.owner = owner }

    private func with(_ connection: Int, _ action: (QUICConversation) -> Void) {
      if let conversation = owner.conversations[connection] { action(conversation) }
    }

    mutating func began(_ connection: QUICFacts) {
      owner.conversations[connection.number] = QUICConversation(connection)
    }
    mutating func packet(_ packet: QUICPacket, _ payload: Span<UInt8>) {
      with(packet.place.connection) { $0.see(packet) }
    }
    mutating func learned(_ facts: QUICFacts) { with(facts.number) { $0.learn(facts) } }
    mutating func unreadable(_ reason: QUICUnreadable, _ place: QUICPlace) {
      with(place.connection) { $0.report(reason, place, log) }
    }
    mutating func rejectedEarlyData(_ place: QUICPlace) { with(place.connection) { $0.rejectEarlyData(log) } }
    mutating func streamData(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece) {
      owner.conversations[piece.connection]?.receive(bytes, piece, log)
    }
    mutating func streamGap(_ count: Int64, _ piece: QUICStreamPiece) {
      with(piece.connection) { $0.miss(count, piece, log) }
    }
    mutating func streamEnded(_ end: QUICStreamEnd, _ piece: QUICStreamPiece) {
      with(piece.connection) { $0.end(end, piece, log) }
    }
    mutating func streamStopped(_ stream: QUICStreamID, error: UInt64, _ place: QUICPlace) {
      with(place.connection) { $0.stop(stream, error, place, log) }
    }
    mutating func stalled(_ stall: QUICStall, _ place: QUICPlace) {
      with(place.connection) { $0.note(stall, by: place.side.peer) }
    }
    mutating func lost(_ loss: QUICLoss, _ place: QUICPlace) { with(place.connection) { $0.note(loss) } }
    mutating func closed(_ close: QUICClose, _ place: QUICPlace) {
      with(place.connection) { $0.close(close, place, log) }
    }
    mutating func finished(_ connection: QUICFacts, _ ending: QUICEnding) {
      if log.options.notesControlFrames { log.note(connection) }
      with(connection.number) { $0.finish(connection, ending, log) }
      owner.forget(connection.number)
    }
  }
}
