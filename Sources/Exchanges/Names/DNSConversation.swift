import Streams
import Wire

/// DNS over TCP (RFC 7766) and over TLS (RFC 7858): messages behind their lengths, of which the name table learns.
final class DNSConversation: ConversationReader {
  private let origin: ConversationOrigin
  private var held = Pair<[UInt8]>([], [])
  private var isLost = false

  init(_ origin: ConversationOrigin) {
    self.origin = origin
  }

  var heldBytes: Int { 512 + held[0].count + held[1].count }
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

  private func take(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    guard let message = try? DNSMessage(bytes) else { return isLost = true }
    let isResponse = message.header.isResponse
    log.learn(
      NameMessage(
        client: origin.identity[isResponse ? piece.side.other : piece.side],
        server: origin.identity[isResponse ? piece.side : piece.side.other], message: message,
        packet: isResponse ? piece.now : piece.packet, isInStream: true))
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
