import ContentCodings
import MessageFormats
import Streams
import Wire

/// What a WebSocket connection's frames need of each other: the fragments of messages, and the state of compression.
final class WebSocketSession {
  /// A message, as far as its fragments came.
  struct Message {
    var opcode: UInt8
    var isCompressed: Bool
    var bytes: [UInt8]
  }

  private final class Direction {
    let takesContextOver: Bool
    var message: Message?
    var inflater: RawInflater?
    /// Whether a message could not be decompressed, to which the next ones may refer.
    var isBroken = false

    init(takesContextOver: Bool) {
      self.takesContextOver = takesContextOver
    }
  }

  /// Whether the handshake agreed on permessage-deflate (RFC 7692).
  let isCompressed: Bool
  private let directions: Pair<Direction>
  /// The longest message that is put together, and how much a compressed one may become, in bytes.
  private let limit: Int

  /// - Parameter deflate: what the handshake agreed on; nil if messages are not compressed.
  init(_ deflate: WebSocketDeflate?, client: FlowSide, limit: Int) {
    isCompressed = deflate != nil
    self.limit = limit
    let fromClient = Direction(takesContextOver: deflate?.clientTakesContextOver ?? false)
    let fromServer = Direction(takesContextOver: deflate?.serverTakesContextOver ?? false)
    directions = client == .first ? Pair(fromClient, fromServer) : Pair(fromServer, fromClient)
  }

  /// What the fragments and the decoders take.
  var heldBytes: Int { held(directions[0]) + held(directions[1]) }

  private func held(_ direction: Direction) -> Int {
    (direction.message?.bytes.count ?? 0) + (direction.inflater == nil ? 0 : RawInflater.cost)
  }

  /// Takes a fragment; gives the message when it is whole.
  func add(_ bytes: Span<UInt8>, opcode: UInt8, isCompressed: Bool, isLast: Bool, of side: FlowSide) -> Message? {
    let direction = directions[Int(side.rawValue)]
    if opcode != 0 { direction.message = Message(opcode: opcode, isCompressed: isCompressed, bytes: []) }
    guard let count = direction.message?.bytes.count, count + bytes.count <= limit else {
      direction.message = nil
      return nil
    }
    direction.message?.bytes.append(bytes)
    guard isLast else { return nil }
    defer { direction.message = nil }
    return direction.message
  }

  /// A compressed message as it was, up to the limit; nil if it cannot be decompressed.
  func inflated(_ bytes: Span<UInt8>, of side: FlowSide) -> [UInt8]? {
    let direction = directions[Int(side.rawValue)]
    if direction.inflater == nil { direction.inflater = RawInflater() }
    if !direction.takesContextOver {
      direction.inflater?.reset()
      direction.isBroken = false
    }
    guard direction.inflater != nil, !direction.isBroken else { return nil }
    let tail = WebSocketDeflate.tail
    var plain: [UInt8] = []
    do throws(RawInflater.Failure) {
      try direction.inflater?.inflate(bytes, limit: limit) { plain.append($0) }
      try direction.inflater?.inflate(tail.span, limit: limit - plain.count) { plain.append($0) }
    } catch {
      direction.isBroken = true
      if error != .limitReached { return nil }
    }
    return plain
  }
}
