package import Streams
import Wire

/// Finds the HTTP/1.x messages in one direction of a conversation: stream bytes go in, events come out.
///
/// It holds no more than an unfinished line. It does not know requests from responses beyond their first line; whoever
/// pairs them says after `fields` how the body ends.
package struct HTTPMessageParser {
  /// The longest first line, and the longest head, in bytes.
  package static let startLineLimit = 64 << 10
  package static let headLimit = 256 << 10

  package enum Event {
    case start(HTTPStartLine)
    /// The head is over; `beginBody` must be called before the next event is asked for.
    case fields(HTTPFields)
    /// A piece of the body, as a range of the bytes given; chunk framing is not in it.
    case body(Range<Int>)
    case end
    case fault(HTTPFault)
  }

  /// What the end of the stream means for a message.
  package enum Ending {
    case betweenMessages, complete, cutShort
  }

  package enum Phase: UInt8 {
    case start, fields, fixed, chunkSize, chunkData, chunkEnd, trailers, untilClose, over
    /// Another protocol.
    case opaque
    /// Somewhere in a message; the next packet that begins like a message is one.
    case lost
  }

  /// The stream offset of the current (or, at `end`, the past) message, and the packet of its first byte.
  package var messageStart: Int64 = 0
  package var firstPacket = PacketMark(number: 0, timestamp: .init(nanoseconds: 0))
  /// The head of the current message as it came, where that is asked for.
  package var head: [UInt8] = []
  package let keepsHead: Bool
  package let isCertain: Bool
  package var phase = Phase.start
  /// Whether a message was found, and whether another is looked for after one that was lost.
  package var hasBegun = false
  package var isSearching = false
  /// True if the next packet begins a message for certain, although the one before it was lost.
  private var isExpecting = false
  package var isFromBeginning = false
  /// Whether the body that begins may turn out not to be there.
  private var isDoubtful = false
  package var remaining: Int64 = 0
  package var headCount = 0
  package var partial: [UInt8] = []
  /// The fields of the current message, as far as they came.
  package var fields = HTTPFields()
  /// The minor version of the current message.
  package var minorVersion = 1
  /// The beginning of a line that should have been the first of a message, and is none.
  package var refused: [UInt8]?
  package var base: Int64 = 0
  package var packet = PacketMark(number: 0, timestamp: .init(nanoseconds: 0))
  /// The stream offset after the last byte taken.
  package private(set) var offset: Int64 = 0

  /// - Parameters:
  ///   - keepsHead: whether heads are kept as they come.
  ///   - isCertain: whether it is HTTP even if it begins otherwise, so that messages are looked for further on.
  package init(keepsHead: Bool, isCertain: Bool = false) {
    self.keepsHead = keepsHead
    self.isCertain = isCertain
  }

  /// Whether nothing that follows can be HTTP.
  package var isOpaque: Bool { phase == .opaque }
  /// Whether a head has begun and is not over.
  package var isInHead: Bool { phase == .fields }
  /// Whether the beginning of a message is looked for, at the next packet.
  package var isLost: Bool { phase == .lost }
  /// Bytes held.
  package var heldBytes: Int { partial.count + head.count }

  /// Says where the bytes of the following calls of `next` are from.
  package mutating func enter(_ piece: StreamPiece) {
    base = piece.offset
    packet = piece.packet
    isFromBeginning = piece.isFromBeginning
    if phase == .lost, piece.isPacketStart {
      phase = .start
      isSearching = !isExpecting
      isExpecting = false
    }
  }

  /// The next event in `bytes`, or nil when they are used up.
  package mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    defer { offset = base + Int64(position) }
    while true {
      if phase == .over {
        phase = .start
        partial = []
        return .end
      }
      guard position < bytes.count else { return nil }
      if isDoubtful, beginsResponse(bytes, position) { continue }
      switch phase {
      case .start:
        if let event = readStart(bytes, &position) { return event }
      case .fields:
        if let event = readField(bytes, &position) { return event }
      case .fixed, .chunkData:
        let count = Int(min(remaining, Int64(bytes.count - position)))
        remaining -= Int64(count)
        let range = position..<position + count
        position += count
        if remaining == 0 { phase = phase == .fixed ? .over : .chunkEnd }
        return .body(range)
      case .untilClose:
        let range = position..<bytes.count
        position = bytes.count
        return .body(range)
      case .chunkSize, .chunkEnd, .trailers:
        if let event = readChunkLine(bytes, &position) { return event }
      case .opaque, .lost:
        position = bytes.count
      case .over: break
      }
    }
  }

  /// Says how the message whose head was just read ends.
  /// - Parameter isCertain: false for a response to a request that is not known: to HEAD it has no body, whatever it says.
  package mutating func beginBody(_ framing: HTTPBodyFraming, isCertain: Bool = true) {
    headCount = 0
    isDoubtful = !isCertain
    switch framing {
    case .none: phase = .over
    case .fixed(let count):
      remaining = count
      phase = .fixed
    case .chunked: phase = .chunkSize
    case .untilClose: phase = .untilClose
    case .tunnel: phase = .over
    }
  }

  /// What follows is another protocol.
  package mutating func becomeOpaque() {
    phase = .opaque
    partial = []
    head = []
  }

  /// Looks for messages after all, in what was taken for another protocol.
  package mutating func reconsider() {
    guard phase == .opaque, refused != nil else { return }
    phase = .lost
  }

  /// Expects a message at the next packet, because all before it has been taken.
  package mutating func expectMessage() { isExpecting = isLost }

  /// A line in the place of a message that is none: a line that was refused, or that has not come to its end.
  package mutating func takeRefusal() -> [UInt8]? {
    defer { refused = nil }
    return refused ?? (phase == .start && !partial.isEmpty && !isSearching ? Self.excerpt(partial.span, from: 0) : nil)
  }

  /// A line in the place of a message that is none; a line that goes on may still become one.
  package mutating func takeCertainRefusal() -> [UInt8]? {
    guard refused != nil || HTTPStartLine.recognize(partial.span, 0, least: 1) == .no else { return nil }
    return takeRefusal()
  }

  /// Gives up the current message; the next one is looked for at the beginnings of packets.
  package mutating func lose() {
    phase = .lost
    partial = []
  }

  /// Passes over bytes that are missing; false if the message they were in cannot go on.
  package mutating func skip(_ count: Int64, at start: Int64) -> Bool {
    offset = start + count
    switch phase {
    case .fixed where remaining >= count, .chunkData where remaining >= count:
      remaining -= count
      if remaining == 0 { phase = phase == .fixed ? .over : .chunkEnd }
      return true
    case .untilClose, .opaque, .lost: return true
    case .start where partial.isEmpty:
      phase = .lost
      return true
    default:
      lose()
      return false
    }
  }

  /// The stream is over.
  package mutating func finish() -> Ending {
    defer { phase = .opaque }
    switch phase {
    case .untilClose, .over: return .complete
    case .opaque, .lost: return .betweenMessages
    case .start: return .betweenMessages
    default: return .cutShort
    }
  }

  /// Whether another response begins where a body should; the message is over then.
  private mutating func beginsResponse(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
    isDoubtful = false
    guard phase == .fixed || phase == .chunkSize || phase == .untilClose,
      HTTPStartLine.hasVersion(bytes, at: position)
    else { return false }
    phase = .over
    return true
  }
}
