import Wire

/// Finds the HTTP/1.x messages in one direction of a conversation: stream bytes go in, events come out.
///
/// It holds no more than an unfinished line. It does not know requests from responses beyond their first line; whoever
/// pairs them says after `fields` how the body ends.
struct HTTPMessageParser {
  /// The longest first line, and the longest head, in bytes.
  static let startLineLimit = 64 << 10
  static let headLimit = 256 << 10

  enum Event {
    case start(HTTPStartLine)
    /// The head is over; `beginBody` must be called before the next event is asked for.
    case fields(HTTPFields)
    /// A piece of the body, as a range of the bytes given; chunk framing is not in it.
    case body(Range<Int>)
    case end
    case fault(HTTPFault)
  }

  /// What the end of the stream means for a message.
  enum Ending {
    case betweenMessages, complete, cutShort
  }

  private enum Phase: UInt8 {
    case start, fields, fixed, chunkSize, chunkData, chunkEnd, trailers, untilClose, over
    /// Another protocol.
    case opaque
    /// Somewhere in a message; the next packet that begins like a message is one.
    case lost
  }

  /// The stream offset of the current (or, at `end`, the past) message, and the packet of its first byte.
  private(set) var messageStart: Int64 = 0
  private(set) var firstPacket = PacketMark(number: 0, timestamp: .init(nanoseconds: 0))
  /// The head of the current message as it came, where that is asked for.
  private(set) var head: [UInt8] = []
  private let keepsHead: Bool
  private let isCertain: Bool
  private var phase = Phase.start
  /// Whether a message was found, and whether another is looked for after one that was lost.
  private var hasBegun = false
  private var isSearching = false
  private var isFromBeginning = false
  /// Whether the body that begins may turn out not to be there.
  private var isDoubtful = false
  private var remaining: Int64 = 0
  private var headCount = 0
  private var partial: [UInt8] = []
  /// The fields of the current message, as far as they came.
  private(set) var fields = HTTPFields()
  private var base: Int64 = 0
  private var packet = PacketMark(number: 0, timestamp: .init(nanoseconds: 0))
  /// The stream offset after the last byte taken.
  private(set) var offset: Int64 = 0

  /// - Parameters:
  ///   - keepsHead: whether heads are kept as they come.
  ///   - isCertain: whether it is HTTP even if it begins otherwise, so that messages are looked for further on.
  init(keepsHead: Bool, isCertain: Bool = false) {
    self.keepsHead = keepsHead
    self.isCertain = isCertain
  }

  /// Whether nothing that follows can be HTTP.
  var isOpaque: Bool { phase == .opaque }
  /// Whether a head has begun and is not over.
  var isInHead: Bool { phase == .fields }
  /// Whether the beginning of a message is looked for, at the next packet.
  var isLost: Bool { phase == .lost }
  /// Bytes held.
  var heldBytes: Int { partial.count + head.count }

  /// Says where the bytes of the following calls of `next` are from.
  mutating func enter(_ piece: StreamPiece) {
    base = piece.offset
    packet = piece.packet
    isFromBeginning = piece.isFromBeginning
    if phase == .lost, piece.isPacketStart {
      phase = .start
      isSearching = true
    }
  }

  /// The next event in `bytes`, or nil when they are used up.
  mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
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
  mutating func beginBody(_ framing: HTTPBodyFraming, isCertain: Bool = true) {
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
  mutating func becomeOpaque() {
    phase = .opaque
    partial = []
    head = []
  }

  /// Gives up the current message; the next one is looked for at the beginnings of packets.
  mutating func lose() {
    phase = .lost
    partial = []
  }

  /// Passes over bytes that are missing; false if the message they were in cannot go on.
  mutating func skip(_ count: Int64, at start: Int64) -> Bool {
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
  mutating func finish() -> Ending {
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

  private mutating func readStart(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    if partial.isEmpty {
      // Empty lines before a message are to be ignored (RFC 9112 section 2.2).
      while position < bytes.count, bytes[position] == 0x0D || bytes[position] == 0x0A { position += 1 }
      guard position < bytes.count else { return nil }
      // In the middle of something else a line may go on for long before it turns out to be none.
      if isSearching || !(hasBegun || isFromBeginning),
        HTTPStartLine.recognize(bytes, position, least: 1) == .no
      {
        return refuse(bytes, &position)
      }
      messageStart = base + Int64(position)
      firstPacket = packet
      head = []
      headCount = 0
    }
    guard let range = line(bytes, &position, mustBeText: true) else {
      guard position < bytes.count || partial.count > Self.startLineLimit else { return nil }
      return refuse(bytes, &position)
    }
    let buffer = exchange(&partial, with: [])
    let start =
      buffer.isEmpty
      ? HTTPStartLine(bytes.extracting(range)) : HTTPStartLine(buffer.span.extracting(Self.trimmed(buffer)))
    guard let start else { return refuse(bytes, &position) }
    hasBegun = true
    isSearching = false
    phase = .fields
    fields = HTTPFields()
    return .start(start)
  }

  /// These bytes are no message.
  private mutating func refuse(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    position = bytes.count
    partial = []
    phase = hasBegun || isSearching || isCertain || !isFromBeginning ? .lost : .opaque
    return hasBegun && !isSearching ? .fault(.notAStartLine) : nil
  }

  private mutating func readField(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    let range = line(bytes, &position, mustBeText: false)
    guard headCount <= Self.headLimit else {
      lose()
      return .fault(.headTooLong(limit: Self.headLimit))
    }
    guard let range else { return nil }
    let buffer = exchange(&partial, with: [])
    if buffer.isEmpty {
      fields.add(bytes.extracting(range))
      return range.isEmpty ? .fields(fields) : nil
    }
    let line = Self.trimmed(buffer)
    fields.add(buffer.span.extracting(line))
    return line.isEmpty ? .fields(fields) : nil
  }

  private mutating func readChunkLine(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    let range = line(bytes, &position, mustBeText: false)
    guard headCount <= Self.headLimit else {
      lose()
      return .fault(.headTooLong(limit: Self.headLimit))
    }
    guard let range else {
      guard phase == .chunkEnd, partial.count > 1 else { return nil }
      lose()
      return .fault(.chunkEnd)
    }
    let buffer = exchange(&partial, with: [])
    return buffer.isEmpty
      ? takeChunkLine(bytes.extracting(range)) : takeChunkLine(buffer.span.extracting(Self.trimmed(buffer)))
  }

  private mutating func takeChunkLine(_ line: Span<UInt8>) -> Event? {
    if phase != .trailers { headCount = 0 }
    switch phase {
    case .chunkEnd where line.count == 0: phase = .chunkSize
    case .chunkEnd:
      lose()
      return .fault(.chunkEnd)
    case .chunkSize:
      guard let size = Self.chunkSize(line) else {
        lose()
        return .fault(.chunkSize)
      }
      remaining = size
      phase = size == 0 ? .trailers : .chunkData
    default:
      if line.count == 0 { phase = .over }
    }
    return nil
  }

  /// Takes bytes up to the end of a line. The line is the range returned, or, where a part of it came earlier, in
  /// `partial` with its end; nil if the line goes on, with what there is in `partial`, or if it is not text.
  private mutating func line(_ bytes: Span<UInt8>, _ position: inout Int, mustBeText: Bool) -> Range<Int>? {
    var end = position
    while end < bytes.count, bytes[end] != 0x0A {
      if mustBeText, bytes[end] < 0x20, bytes[end] != 0x0D, bytes[end] != 0x09 { return nil }
      end += 1
    }
    let isWhole = end < bytes.count
    let stop = isWhole ? end + 1 : end
    let piece = bytes.extracting(position..<stop)
    if phase != .chunkSize && phase != .chunkEnd && phase != .trailers && keepsHead { head.append(piece) }
    headCount += piece.count
    defer { position = stop }
    if isWhole && partial.isEmpty {
      let trimmed = end > position && bytes[end - 1] == 0x0D ? end - 1 : end
      return position..<trimmed
    }
    partial.append(piece)
    return isWhole ? 0..<0 : nil
  }

  /// A line without its end.
  private static func trimmed(_ line: [UInt8]) -> Range<Int> {
    var end = line.count
    if end > 0, line[end - 1] == 0x0A { end -= 1 }
    if end > 0, line[end - 1] == 0x0D { end -= 1 }
    return 0..<end
  }

  /// The size that a chunk begins with, extensions left aside (RFC 9112 section 7.1).
  private static func chunkSize(_ line: Span<UInt8>) -> Int64? {
    var value: Int64 = 0
    var index = 0
    while index < line.count {
      let digit: UInt8
      switch line[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = line[index] - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = line[index] - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = line[index] - UInt8(ascii: "A") + 10
      default: return index > 0 && isSizeEnd(line[index]) ? value : nil
      }
      guard value < Int64.max >> 8 else { return nil }
      value = value << 4 | Int64(digit)
      index += 1
    }
    return index > 0 ? value : nil
  }

  private static func isSizeEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || HTTPFields.isSpace(byte)
  }
}
