import Exchanges
import Streams
import Wire

/// One direction of a conversation, as messages: the one under way, and how the next end is found.
struct StreamHalf {
  var parser = HTTPMessageParser(keepsHead: false)
  /// The bytes of the message under way that came in earlier packets.
  var held: [UInt8] = []
  var parts: [StreamPart] = []
  /// Where the message under way begins in the stream; nil between messages.
  var start: Int64?
  /// How many bytes of the message under way came in earlier packets, those that are not kept included.
  var heldCount = 0
  /// Whether bytes of the message under way are missing, so that it cannot be shown.
  var isDamaged = false
  /// The HTTP message under way.
  var http: HTTPMessageFacts?
  /// Where the body begins, in bytes from the message's first.
  var bodyOffset: Int?
  /// Whether each piece is a part of its own, and not all that a packet brings: the records of TLS.
  var keepsPieces = false
  /// The reader of a JSON document under way.
  var json: JSONParser?

  var heldBytes: Int { held.count + parts.count * MemoryLayout<StreamPart>.stride }

  mutating func clear() {
    held = []
    parts = []
    start = nil
    heldCount = 0
    isDamaged = false
    http = nil
    bodyOffset = nil
    json = nil
  }

  /// Keeps what a packet brings of a message that goes on.
  ///
  /// - Parameter most: how many bytes of a message are kept.
  mutating func hold(_ bytes: Span<UInt8>, frame: Int, most: Int, keepsBodies: Bool) {
    var room = most - held.count
    if !keepsBodies, let bodyOffset { room = min(room, bodyOffset - heldCount) }
    if room > 0, heldCount == held.count { held.append(bytes.extracting(first: room)) }
    heldCount += bytes.count
    if !keepsPieces, let last = parts.indices.last, parts[last].frame == frame {
      parts[last].count += bytes.count
    } else {
      parts.append(StreamPart(frame: frame, count: bytes.count))
    }
  }

  /// Ends the message under way with bytes of the packet at hand.
  mutating func take(
    _ bytes: Span<UInt8>, _ piece: StreamPiece, upTo end: Int64, _ content: StreamMessage.Content, most: Int,
    keepsBodies: Bool
  ) -> StreamMessage {
    let first = start ?? end
    defer { clear() }
    if heldCount == 0, piece.packet.number == piece.now.number {
      return StreamMessage(content: content, side: piece.side, range: first..<max(first, end))
    }
    if bytes.count > 0 { hold(bytes, frame: piece.packet.number, most: most, keepsBodies: keepsBodies) }
    return StreamMessage(
      content: content, side: piece.side, range: first..<max(first, end), bytes: held, parts: parts)
  }
}
