import QUIC
import Streams
import TLS
import Wire

/// What the datagrams of QUIC turn out to be, one after the other.
///
/// A packet is shown decrypted where it is if its secret is known by then, as tshark does.
final class QUICReading {
  /// A packet of the datagram at hand.
  struct Packet {
    var packet: QUICPacket
    /// The plaintext; empty if it was not opened.
    var payload: [UInt8] = []
    var frames: [Frame] = []
    /// Why the payload could not be read to its end.
    var fault: QUICFrameError?
    /// What its streams complete, in the order of their frames.
    var streams: [HTTP3Piece] = []
  }

  struct Frame {
    var frame: QUICFrame
    var range: Range<Int>
    /// The handshake messages that it completes.
    var messages: [Message] = []
  }

  /// A handshake message with its header.
  struct Message {
    /// Where it is in the payload; nil where it came in several packets.
    var place: Range<Int>?
    var bytes: [UInt8]
  }

  private let connections: QUICConnections
  private let messageLimit: Int
  private let readsHTTP3: Bool
  /// The packets of the datagram at hand.
  private var packets: [Packet] = []
  private var number = 0
  /// By connection.
  private var sessions: [Int: TLSSession] = [:]
  private var http: [Int: HTTP3Session] = [:]
  /// The connections whose application protocol is HTTP/3.
  private var speaksHTTP3: Set<Int> = []
  /// Whether anything was given up for lack of memory.
  private(set) var hasForgotten = false

  /// - Parameters:
  ///   - keys: nil if there are none, so that only what anybody can read is shown.
  ///   - budget: how many bytes all connections may take.
  ///   - messageLimit: the longest frame of HTTP/3 that is shown.
  ///   - readsHTTP3: whether anything of HTTP/3 is wanted.
  init(keys: KeyLog?, budget: Int, messageLimit: Int, readsHTTP3: Bool) {
    self.readsHTTP3 = readsHTTP3
    connections = QUICConnections(keys ?? KeyLog(capacity: 1), budget: budget)
    self.messageLimit = min(messageLimit, budget / 4)
  }

  /// How many connections have begun.
  var begun: Int { connections.begun }

  /// The number of the connection that the last datagram belonged to.
  var connection: Int? { connections.last }

  /// Goes on where `count` connections had begun.
  func resume(after count: Int) { connections.resume(after: count) }

  /// Whether a datagram belongs to QUIC, without reading it.
  func takes(_ datagram: QUICDatagram, _ payload: Span<UInt8>) -> Bool { connections.takes(datagram, payload) }

  /// Takes the next datagram; gives its packets, or none if it is not QUIC.
  func read(_ datagram: QUICDatagram, _ payload: Span<UInt8>) -> [Packet] {
    packets = []
    number = datagram.packet.number
    var receiver = Receiver(reading: self)
    connections.receive(datagram, payload, to: &receiver)
    if connections.evicted > 0 { hasForgotten = true }
    return exchange(&packets, with: [])
  }

  /// What the records of a connection need of each other.
  func session(_ connection: Int) -> TLSSession {
    if let known = sessions[connection] { return known }
    let session = TLSSession(over: .quic)
    // There is no other version within QUIC (RFC 9001 section 4.2).
    session.version = 0x0304
    sessions[connection] = session
    return session
  }
}

// What the connections say.
extension QUICReading {
  private struct Receiver: QUICReceiver {
    let reading: QUICReading

    mutating func packet(_ packet: QUICPacket, _ payload: Span<UInt8>) { reading.take(packet, payload) }

    mutating func frame(_ frame: QUICFrame, _ range: Range<Int>, _ payload: Span<UInt8>, _ place: QUICPlace) {
      guard let index = reading.index(of: place) else { return }
      reading.packets[index].frames.append(Frame(frame: frame, range: range))
    }

    mutating func malformed(_ error: QUICFrameError, _ place: QUICPlace) {
      guard let index = reading.index(of: place) else { return }
      reading.packets[index].fault = error
    }

    mutating func handshake(_ message: QUICHandshakeMessage, _ body: Span<UInt8>) { reading.take(message, body) }

    mutating func learned(_ facts: QUICFacts) { reading.learn(facts) }

    mutating func rejectedEarlyData(_ place: QUICPlace) {
      reading.http[place.connection] = nil
    }

    mutating func streamData(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece) { reading.take(bytes, piece) }

    mutating func streamGap(_ count: Int64, _ piece: QUICStreamPiece) {
      reading.http[piece.connection]?.miss(count, piece)
    }

    mutating func streamEnded(_ end: QUICStreamEnd, _ piece: QUICStreamPiece) {
      reading.http[piece.connection]?.end(end, piece)
    }

    mutating func finished(_ connection: QUICFacts, _ ending: QUICEnding) {
      reading.sessions[connection.number] = nil
      reading.http[connection.number] = nil
      reading.speaksHTTP3.remove(connection.number)
    }
  }

  private func take(_ packet: QUICPacket, _ payload: Span<UInt8>) {
    // What had to wait for its secret has been shown without it.
    guard packet.place.packet.number == number else { return }
    if packet.opening != .waiting, let index = packets.lastIndex(where: { $0.packet.header == packet.header }) {
      packets[index].packet = packet
      packets[index].payload = [UInt8](payload)
    } else {
      packets.append(Packet(packet: packet, payload: [UInt8](payload)))
    }
  }

  /// The packet that is being read, if it is one of the datagram at hand.
  private func index(of place: QUICPlace) -> Int? {
    packets.lastIndex { $0.packet.place == place }
  }

  private func take(_ message: QUICHandshakeMessage, _ body: Span<UInt8>) {
    guard let index = index(of: message.place), let last = packets[index].frames.indices.last,
      body.count == message.length, case .crypto(let offset, let data) = packets[index].frames[last].frame
    else { return }
    var bytes: [UInt8] = [message.type.rawValue]
    bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: message.length >> $0) }
    bytes.append(body)
    let start = message.range.lowerBound - Int64(clamping: offset)
    let isInside = start >= 0 && start + Int64(bytes.count) <= Int64(data.count)
    let place = isInside ? data.lowerBound + Int(start)..<data.lowerBound + Int(start) + bytes.count : nil
    packets[index].frames[last].messages.append(Message(place: place, bytes: bytes))
  }

  private func learn(_ facts: QUICFacts) {
    session(facts.number).cipherSuite = facts.cipherSuite
    session(facts.number).applicationProtocol = facts.selectedProtocol
    let names = facts.selectedProtocol.map { [$0] } ?? facts.offeredProtocols
    if !names.isEmpty, names.allSatisfy({ $0 == "h3" || $0.hasPrefix("h3-") }) {
      speaksHTTP3.insert(facts.number)
    } else {
      speaksHTTP3.remove(facts.number)
    }
  }

  private func take(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece) {
    guard readsHTTP3, speaksHTTP3.contains(piece.connection) else { return }
    let session = http[piece.connection] ?? HTTP3Session(frameLimit: messageLimit)
    http[piece.connection] = session
    let index = packets.indices.last
    var place: Int?
    if let index, piece.packet.number == number, case .stream(let frame) = packets[index].frames.last?.frame,
      frame.stream == piece.stream.rawValue, Int64(clamping: frame.offset) <= piece.offset,
      piece.offset + Int64(bytes.count) <= Int64(clamping: frame.offset) + Int64(frame.data.count)
    {
      place = frame.data.lowerBound + Int(piece.offset - Int64(clamping: frame.offset))
    }
    let items = session.receive(bytes, piece, place: place)
    guard let index, !items.isEmpty else { return }
    packets[index].streams.append(HTTP3Piece(items: items))
  }
}
