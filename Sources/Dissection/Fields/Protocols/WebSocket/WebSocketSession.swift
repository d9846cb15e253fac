import ContentCodings
import Streams
import Wire

/// What a WebSocket connection's frames need of each other: parts of messages, and the state of compression.
final class WebSocketSession {
  /// Whether the handshake agreed on permessage-deflate (RFC 7692).
  let isCompressed: Bool
  /// By side: the parts of a message so far.
  var parts: [FlowSide: (opcode: UInt8, isCompressed: Bool, bytes: [UInt8])] = [:]
  private var inflaters: [FlowSide: Inflater] = [:]
  /// The longest message that is put together, and how much a compressed one may become, in bytes.
  private let limit: Int

  init(isCompressed: Bool, limit: Int) {
    self.isCompressed = isCompressed
    self.limit = limit
  }

  /// What the parts and the decoders take.
  var heldBytes: Int {
    parts.values.reduce(inflaters.values.reduce(0) { $0 + $1.heldBytes }) { $0 + $1.bytes.count }
  }

  /// Takes a part; gives the message when it is whole.
  func add(_ bytes: Span<UInt8>, opcode: UInt8, isCompressed: Bool, isLast: Bool, of side: FlowSide) -> (
    opcode: UInt8, isCompressed: Bool, bytes: [UInt8]
  )? {
    var message = opcode == 0 ? parts[side] : nil
    if message == nil, opcode != 0 { message = (opcode, isCompressed, []) }
    guard message != nil, let count = message?.bytes.count, count + bytes.count <= limit else {
      parts[side] = nil
      return nil
    }
    message?.bytes.append(bytes)
    parts[side] = isLast ? nil : message
    return isLast ? message : nil
  }

  /// A compressed message as it was; nil if it cannot be read.
  func inflated(_ bytes: [UInt8], of side: FlowSide) -> [UInt8]? {
    let inflater = inflaters[side] ?? Inflater()
    inflaters[side] = inflater
    return inflater.message(bytes, limit: limit)
  }
}

/// One direction's decompression, which may refer to earlier messages.
private final class Inflater {
  private var decoder: ContentDecoder?

  init() {
    decoder = try? ContentDecoder([.deflate])
  }

  var heldBytes: Int { decoder?.heldBytes ?? 0 }

  func message(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var result: [UInt8] = []
    // The end of a block that the sender leaves out (RFC 7692 section 7.2.1).
    let whole = bytes + [0, 0, 0xFF, 0xFF]
    do throws(ContentDecodingError) {
      try decoder?.decode(whole.span) { piece in
        if result.count + piece.count <= limit { result.append(piece) }
      }
    } catch {
      decoder = nil
    }
    return decoder == nil ? nil : result
  }
}
