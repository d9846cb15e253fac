import Streams
import TLS
import Wire

/// The bytes of CRYPTO frames of one side in one space, put in order and cut into handshake messages (RFC 9001 section 4.1.3).
struct CryptoStream {
  /// What waits for earlier bytes may be this much more than a message.
  private static let slack = 64 << 10

  private let limit: Int
  private var pending = PendingSegments()
  /// Up to where the bytes are in order.
  private var next: Int64 = 0
  /// The message of which not all bytes have come, with its header.
  private var message: [UInt8] = []
  /// The rest of a message that is too long to be kept.
  private var skipped: Int64 = 0
  private var start: Int64 = 0

  init(limit: Int) {
    self.limit = limit
  }

  var heldBytes: Int { pending.cost + message.count }

  /// Takes the bytes of a frame.
  mutating func receive(
    _ bytes: Span<UInt8>, at offset: UInt64, _ packet: PacketMark,
    _ body: (HandshakeType, Int, Range<Int64>, Span<UInt8>) -> Void
  ) {
    let offset = Int64(clamping: offset)
    guard offset <= Int64(VariableInteger.greatest) - Int64(bytes.count) else { return }
    if offset > next {
      // Hostile offsets leave gaps that nothing fills.
      guard pending.cost + bytes.count <= limit + Self.slack else { return }
      _ = pending.insert(bytes, like: PendingSegment(offset: offset, bytes: [], packet: packet))
      return
    }
    append(bytes, at: offset, body)
    while let first = pending.first, first.offset <= next {
      _ = pending.popFirst()
      append(first.bytes.span, at: first.offset, body)
    }
  }

  private mutating func append(
    _ bytes: Span<UInt8>, at offset: Int64, _ body: (HandshakeType, Int, Range<Int64>, Span<UInt8>) -> Void
  ) {
    let known = next - offset
    guard known < Int64(bytes.count) else { return }
    var position = Int(known)
    next = offset + Int64(bytes.count)
    while position < bytes.count {
      if skipped > 0 {
        let count = min(skipped, Int64(bytes.count - position))
        skipped -= count
        position += Int(count)
        continue
      }
      if message.isEmpty { start = offset + Int64(position) }
      let wanted = wantedBytes
      let count = min(wanted - message.count, bytes.count - position)
      message.append(bytes.extracting(position..<position + count))
      position += count
      finishMessage(body)
    }
  }

  /// How many bytes the message at hand has with its header, as far as that is known.
  private var wantedBytes: Int { message.count < 4 ? 4 : 4 + Self.length(message) }

  private static func length(_ message: [UInt8]) -> Int {
    Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3])
  }

  private mutating func finishMessage(_ body: (HandshakeType, Int, Range<Int64>, Span<UInt8>) -> Void) {
    guard message.count >= 4 else { return }
    let length = Self.length(message)
    let range = start..<start + 4 + Int64(length)
    let isTooLong = length > limit
    guard isTooLong || message.count == 4 + length else { return }
    let whole = exchange(&message, with: [])
    if isTooLong { skipped = Int64(length) }
    body(HandshakeType(rawValue: whole[0]), length, range, whole.span.extracting(4..<whole.count))
  }
}
