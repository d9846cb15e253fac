import Streams
import Wire

/// DNS over TLS (RFC 7858): messages behind their lengths, of which the name table learns.
final class DNSConversation: ConversationReader {
  /// How many questions may wait for their answers.
  private static let questionLimit = 256

  private let origin: ConversationOrigin
  private var held = Pair<[UInt8]>([], [])
  /// When a message was asked, in nanoseconds since the Unix epoch, by its identifier.
  private var asked: [UInt16: Int64] = [:]
  private var isLost = false

  init(_ origin: ConversationOrigin) {
    self.origin = origin
  }

  var heldBytes: Int { 512 + held[0].count + held[1].count + asked.count * 32 }
  var isOpaque: Bool { isLost }
  var isLayered: Bool { true }
  var standing: [HTTPExchange] { [] }

  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    guard !isLost else { return }
    let index = Int(piece.side.rawValue)
    var waiting = exchange(&held[index], with: [])
    waiting.append(bytes)
    var position = 0
    while waiting.count - position >= 2 {
      let length = Int(waiting.span.uint16(at: position))
      guard waiting.count - position >= 2 + length else { break }
      take(waiting.span.extracting(position + 2..<position + 2 + length), piece, log)
      position += 2 + length
    }
    waiting.removeFirst(position)
    held[index] = waiting
  }

  private func take(_ message: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    guard let message = try? DNSMessage(message) else { return isLost = true }
    if !message.header.isResponse {
      if asked.count < Self.questionLimit { asked[message.identifier] = piece.packet.timestamp.nanoseconds }
    } else if let time = asked.removeValue(forKey: message.identifier) {
      log.learn(
        EncryptedAnswer(
          client: origin.identity[piece.side.other].address, message: message, asked: time,
          answered: piece.now.timestamp.nanoseconds))
    }
  }

  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog) {
    isLost = true
    held = Pair([], [])
  }

  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {}
  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {}
  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) {}
  func note(_ finding: TCPFinding) {}
}

/// An answer of DNS that came over TLS or HTTPS.
struct EncryptedAnswer {
  var client: IPAddress
  var message: DNSMessage
  /// When the question was sent, and when the answer had come, in nanoseconds since the Unix epoch.
  var asked: Int64
  var answered: Int64
}
