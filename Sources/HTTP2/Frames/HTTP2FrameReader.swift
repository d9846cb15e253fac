import Wire

/// Finds the frames in one direction of a connection (RFC 9113 section 4): stream bytes go in, events come out.
///
/// The payload of DATA is lent as it comes. The payload of any other frame is lent whole, and held until it is; at most `limit`
/// bytes of it are. After a gap that hides where the next frame begins, the reader searches for frames that make sense in a
/// row, and holds at most 128 KiB meanwhile.
///
/// For bytes that follow the ones before, call `next` until it returns nil. For bytes that are missing, call `miss`, and then
/// `next` with no bytes until it returns nil; in the same way `finish` at the end.
public struct HTTP2FrameReader: Sendable {
  /// The first bytes of a client (RFC 9113 section 3.4).
  public static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  /// The largest payload but DATA's that is held, in bytes, unless said otherwise.
  public static let defaultLimit = 256 << 10

  /// Where the first byte is.
  public enum Start: Hashable, Sendable {
    /// At the beginning: a client's preface, or a frame.
    case beginning
    /// Somewhere in the stream.
    case middle
  }

  /// Bytes that an event lends.
  public struct Piece: Hashable, Sendable {
    enum Source: UInt8 {
      /// The bytes given to `next`.
      case given
      /// A payload that came in pieces.
      case partial
      /// Bytes that were searched for frames.
      case search
    }

    var source: Source
    var range: Range<Int>
    /// The offset of the first byte in the stream.
    public var offset: Int64

    /// How many bytes it has.
    public var count: Int { range.count }
  }

  /// What the reader found.
  public enum Event: Hashable, Sendable {
    /// The preface of a client, which ends at `offset`.
    case preface
    /// A frame begins, at `frameStart`.
    case frame(HTTP2FrameHeader)
    /// Some of the payload of DATA, without padding.
    case data(Piece)
    /// The payload of another frame; the first `limit` bytes of it if it is cut.
    case payload(Piece, isCut: Bool)
    /// Bytes of the frame's payload are not in the capture. No `payload` comes for this frame.
    case missing(Int)
    /// The frame is over, at `offset`.
    case end
    /// What follows is not known to be frames: bytes are missing, or what stands where a frame should begin cannot be one.
    case lost
    /// Frames were found again, from `offset`; as many captured bytes were passed over.
    case found(skipped: Int64)
    /// Bytes that are no frame.
    case fault(HTTP2Fault)
  }

  private enum Phase: UInt8 {
    case start, preface, header, padLength, data, padding, payload, rest, end, lost
  }

  /// The offset of the header of the current, or the last, frame.
  public private(set) var frameStart: Int64 = 0
  /// The stream offset after the last byte taken.
  public private(set) var offset: Int64
  /// The largest payload that the receiver allows. A larger one is a fault, and what follows it is taken for lost.
  public var maxFrameSize = 0xFF_FFFF

  private let limit: Int
  private var phase: Phase
  private var header = HTTP2FrameHeader(payloadLength: 0, type: .data, stream: 0)
  /// How much of the payload is still to come, and how much padding there is at its end.
  private var remaining = 0
  private var padding = 0
  /// A header or a payload that came in pieces, as far as it came.
  private var partial: [UInt8] = []
  /// How much of the preface has come.
  private var matched = 0
  /// Bytes that are missing, as far as they have not been passed over.
  private var gap: Int64 = 0
  private var search = HTTP2FrameSearch()
  private var isEnd = false

  /// - Parameters:
  ///   - offset: where the bytes begin in the stream of their sender.
  ///   - limit: the longest frame to hold as a whole, in bytes.
  public init(_ start: Start = .beginning, at offset: Int64 = 0, limit: Int = defaultLimit) {
    self.limit = max(limit, 0)
    self.offset = offset
    phase = start == .beginning ? .start : .lost
  }

  /// Takes the word that a frame begins with the next byte, if frames are being searched for and no bytes have come yet.
  mutating func expectFrame() {
    guard phase == .lost, search.isEmpty else { return }
    phase = .header
  }

  /// Whether frames are being searched for.
  public var isLost: Bool { phase == .lost }
  /// Whether a frame, or the preface, has begun and is not over.
  public var isInFrame: Bool {
    switch phase {
    case .start, .lost: false
    case .header: !partial.isEmpty
    default: true
    }
  }
  /// Whether the header of a frame has come, and not all of its payload.
  public var isInPayload: Bool {
    switch phase {
    case .start, .preface, .header, .lost: false
    default: true
    }
  }
  /// What it holds, in bytes.
  public var heldBytes: Int { partial.capacity + search.heldBytes }

  /// Lends the bytes of a piece, until the next call of `next`.
  ///
  /// - Parameter given: the bytes that were given to `next`.
  public func withBytes<Result>(of piece: Piece, given: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
    switch piece.source {
    case .given: body(given.extracting(piece.range))
    case .partial, .search: body(held(piece).span.extracting(piece.range))
    }
  }

  /// The array that a piece is a range of, where it is not the bytes given.
  func held(_ piece: Piece) -> [UInt8] { piece.source == .partial ? partial : search.held }

  /// The next event in `bytes` from `position`, or nil when they are used up.
  public mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    while true {
      if phase == .lost { return find(bytes, &position) }
      if search.hasFound {
        var place = search.position
        let held = search.held
        let event = step(held.span, &place, .search)
        search.position = place
        if let event { return event }
        if phase != .lost { search.close() }
        continue
      }
      guard let event = step(bytes, &position, .given) else {
        if phase == .lost { continue }
        return nil
      }
      return event
    }
  }

  /// Says that the first byte is at this offset of the stream.
  public mutating func begin(at offset: Int64) {
    self.offset = offset
  }

  /// Says that the next `count` bytes are not in the capture.
  public mutating func miss(_ count: Int64) {
    let (sum, isTooLarge) = gap.addingReportingOverflow(max(0, count))
    gap = isTooLarge ? .max : sum
  }

  /// Says that no bytes follow. Frames that are searched for may be found for that.
  public mutating func finish() {
    isEnd = true
  }

  /// Takes what is next in `bytes`; nil if they are used up.
  private mutating func step(_ bytes: Span<UInt8>, _ position: inout Int, _ source: Piece.Source) -> Event? {
    while true {
      if gap > 0, phase != .end {
        if let event = passGap() { return event }
        continue
      }
      switch phase {
      case .start:
        guard position < bytes.count else { return nil }
        phase = bytes[position] == Self.preface[0] ? .preface : .header
      case .preface:
        guard position < bytes.count else { return nil }
        if let event = matchPreface(bytes, &position) { return event }
      case .header:
        guard let header = readHeader(bytes, &position) else { return nil }
        return begin(header)
      case .padLength:
        guard position < bytes.count else { return nil }
        padding = Int(bytes[position])
        take(1, &position)
        phase = .data
        if padding > remaining {
          padding = remaining
          return .fault(.padding)
        }
      case .data:
        let count = min(remaining - padding, bytes.count - position)
        if remaining == padding {
          phase = .padding
        } else {
          guard count > 0 else { return nil }
          let piece = Piece(source: source, range: position..<position + count, offset: offset)
          take(count, &position)
          return .data(piece)
        }
      case .padding, .rest:
        take(min(remaining, bytes.count - position), &position)
        guard remaining == 0 else { return nil }
        phase = .end
      case .payload:
        return readPayload(bytes, &position, source)
      case .end:
        phase = .header
        partial.removeAll(keepingCapacity: true)
        return .end
      case .lost: return nil
      }
    }
  }

  private mutating func take(_ count: Int, _ position: inout Int) {
    position += count
    remaining -= count
    offset += Int64(count)
  }

  private mutating func matchPreface(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    while position < bytes.count, matched < Self.preface.count {
      guard bytes[position] == Self.preface[matched] else {
        phase = .lost
        return .fault(.preface)
      }
      matched += 1
      position += 1
      offset += 1
    }
    guard matched == Self.preface.count else { return nil }
    phase = .header
    return .preface
  }

  /// A whole header, from the bytes or from what came of it before; nil if it is not whole yet.
  private mutating func readHeader(_ bytes: Span<UInt8>, _ position: inout Int) -> HTTP2FrameHeader? {
    if partial.isEmpty {
      frameStart = offset
      if let header = HTTP2FrameHeader(bytes, at: position) {
        position += HTTP2FrameHeader.length
        offset += Int64(HTTP2FrameHeader.length)
        return header
      }
    }
    while position < bytes.count, partial.count < HTTP2FrameHeader.length {
      partial.append(bytes[position])
      position += 1
      offset += 1
    }
    guard let header = HTTP2FrameHeader(partial.span, at: 0) else { return nil }
    partial.removeAll(keepingCapacity: true)
    return header
  }

  private mutating func begin(_ header: HTTP2FrameHeader) -> Event {
    guard header.payloadLength <= maxFrameSize else {
      phase = .lost
      return .fault(.frameTooLong(header, limit: maxFrameSize))
    }
    self.header = header
    remaining = header.payloadLength
    padding = 0
    search.note(header.stream)
    if header.type != .data {
      phase = .payload
    } else {
      phase = header.isPadded && remaining > 0 ? .padLength : .data
    }
    return .frame(header)
  }

  private mutating func readPayload(
    _ bytes: Span<UInt8>, _ position: inout Int, _ source: Piece.Source
  ) -> Event? {
    let wanted = min(header.payloadLength, limit)
    let start = offset - Int64(partial.count)
    let count = min(wanted - partial.count, bytes.count - position)
    var piece = Piece(source: source, range: position..<position + count, offset: start)
    if count < wanted {
      partial.append(bytes.extracting(position..<position + count))
      piece.source = .partial
      piece.range = 0..<partial.count
    }
    take(count, &position)
    guard piece.count == wanted else { return nil }
    phase = remaining > 0 ? .rest : .end
    return .payload(piece, isCut: remaining > 0)
  }

  /// Passes over bytes that are missing, as far as the current frame goes.
  private mutating func passGap() -> Event? {
    switch phase {
    case .start, .preface, .header, .lost:
      passLostGap()
      guard phase != .lost else { return nil }
      phase = .lost
      return .lost
    case .padLength, .payload:
      // Without the length of the padding it is not known what is data, and without all of a payload not what it says.
      let count = remaining
      partial.removeAll(keepingCapacity: true)
      phase = .rest
      passGapInFrame()
      return .missing(count)
    case .data:
      let before = remaining - padding
      passGapInFrame()
      let after = max(0, remaining - padding)
      return before > after ? .missing(before - after) : nil
    case .padding, .rest:
      passGapInFrame()
      return nil
    case .end: return nil
    }
  }

  private mutating func passGapInFrame() {
    let count = Int(min(Int64(remaining), gap))
    remaining -= count
    gap -= Int64(count)
    offset &+= Int64(count)
    if remaining == 0 { phase = .end } else if phase == .data, remaining <= padding { phase = .padding }
  }

  private mutating func passLostGap() {
    offset &+= gap
    gap = 0
    partial.removeAll(keepingCapacity: true)
    search.forget()
  }

  /// Searches for frames in the bytes; nil if they are used up.
  private mutating func find(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    if gap > 0 { passLostGap() }
    if search.hasFound { offset += Int64(search.reopen()) }
    while true {
      if search.scan(maxFrameSize: maxFrameSize, isEnd: isEnd) {
        offset -= Int64(search.held.count - search.position)
        phase = .header
        partial.removeAll(keepingCapacity: true)
        return .found(skipped: search.takeSkipped())
      }
      let count = min(bytes.count - position, HTTP2FrameSearch.window)
      guard count > 0 else { return nil }
      search.append(bytes.extracting(position..<position + count))
      position += count
      offset += Int64(count)
    }
  }
}
