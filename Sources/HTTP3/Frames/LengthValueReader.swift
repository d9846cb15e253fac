import Wire

/// Finds units of type, length and value in a stream: the frames of HTTP/3 (RFC 9114 section 7.1), or capsules (RFC 9297
/// section 3.2). Stream bytes go in, events come out.
///
/// The value of the one type that is streamed is lent as it comes. Any other is lent whole, and held until it is; one that is longer
/// than the limit is passed over. After a gap that hides where the next unit begins, nothing can be said of the rest of the stream.
///
/// For bytes that follow the ones before, call `next` until it returns nil. For bytes that are missing, call `miss`, and then `next`
/// with no bytes until it returns nil.
struct LengthValueReader: Sendable {
  /// Bytes that an event lends.
  struct Piece: Hashable, Sendable {
    /// Whether they are a range of the bytes given to `next`, or of what the reader holds.
    var isGiven: Bool
    var range: Range<Int>
    /// The offset of the first byte in the stream.
    var offset: Int64
  }

  enum Event: Hashable, Sendable {
    /// A unit begins, at `unitStart`.
    case unit(HTTP3FrameHeader)
    /// Some of the value of the streamed type.
    case data(Piece)
    /// The whole value of another type.
    case value(Piece)
    /// Bytes of the unit's value are not in the capture. No `value` comes for it.
    case missing(Int64)
    /// The value is longer than the limit, and passed over.
    case tooLong
    /// The unit is over, at `offset`.
    case end
    /// Bytes are missing, so that it is not known where units begin.
    case lost
  }

  private enum Phase: UInt8 {
    case header, data, value, rest, end, raw, lost
  }

  /// Where the header of the current, or the last, unit begins.
  private(set) var unitStart: Int64 = 0
  /// The stream offset after the last byte taken.
  private(set) var offset: Int64
  private let limit: Int
  private let streamedType: HTTP3FrameType?
  private var phase = Phase.header
  private var remaining: Int64 = 0
  /// A header or a value that came in pieces, as far as it came.
  private(set) var partial: [UInt8] = []
  private var gap: Int64 = 0

  /// - Parameters:
  ///   - offset: where the bytes begin in the stream of their sender.
  ///   - limit: the longest value to hold as a whole, in bytes.
  ///   - streamedType: whose value is lent as it comes.
  init(at offset: Int64, limit: Int, streamedType: HTTP3FrameType?) {
    self.offset = offset
    self.limit = max(0, limit)
    self.streamedType = streamedType
  }

  var isLost: Bool { phase == .lost }
  /// Whether a unit has begun and is not over.
  var isInUnit: Bool {
    switch phase {
    case .header: !partial.isEmpty
    case .lost, .raw: false
    default: true
    }
  }
  /// Whether the header of a unit has come, and not all of its value.
  var isInValue: Bool { phase == .data || phase == .value || phase == .rest }

  /// Says that all that follows is the value of the streamed type, without end.
  mutating func becomeRaw() { phase = .raw }

  /// Drops what is held of a value, and passes over the rest of it; whether there was one.
  mutating func giveUp() -> Bool {
    guard phase == .value, !partial.isEmpty else { return false }
    partial = []
    phase = .rest
    return true
  }

  /// Says that the next `count` bytes are not in the capture.
  mutating func miss(_ count: Int64) {
    let (sum, isTooLarge) = gap.addingReportingOverflow(max(0, count))
    gap = isTooLarge ? .max : sum
  }

  /// The next event in `bytes` from `position`, or nil when they are used up.
  mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    while true {
      if gap > 0, phase != .end {
        if let event = passGap() { return event }
        continue
      }
      switch phase {
      case .header:
        guard let header = readHeader(bytes, &position) else { return nil }
        return begin(header)
      case .data:
        let count = Int(min(remaining, Int64(bytes.count - position)))
        if remaining == 0 {
          phase = .end
          continue
        }
        guard count > 0 else { return nil }
        remaining -= Int64(count)
        return .data(take(count, &position))
      case .raw:
        let count = bytes.count - position
        return count > 0 ? .data(take(count, &position)) : nil
      case .value:
        return readValue(bytes, &position)
      case .rest:
        let count = Int(min(remaining, Int64(bytes.count - position)))
        remaining -= Int64(count)
        _ = take(count, &position)
        guard remaining == 0 else { return nil }
        phase = .end
      case .end:
        phase = .header
        partial.removeAll(keepingCapacity: partial.capacity <= 4096)
        return .end
      case .lost:
        _ = take(bytes.count - position, &position)
        return nil
      }
    }
  }

  private mutating func take(_ count: Int, _ position: inout Int) -> Piece {
    defer {
      position += count
      offset &+= Int64(count)
    }
    return Piece(isGiven: true, range: position..<position + count, offset: offset)
  }

  /// Reads type and length, which may come in pieces.
  private mutating func readHeader(_ bytes: Span<UInt8>, _ position: inout Int) -> HTTP3FrameHeader? {
    if partial.isEmpty {
      guard position < bytes.count else { return nil }
      unitStart = offset
      if let header = Self.header(bytes, at: position) {
        _ = take(header.length, &position)
        return header
      }
    }
    while position < bytes.count {
      partial.append(bytes[position])
      _ = take(1, &position)
      if let header = Self.header(partial.span, at: 0) {
        partial.removeAll(keepingCapacity: true)
        return header
      }
    }
    return nil
  }

  private static func header(_ bytes: Span<UInt8>, at offset: Int) -> HTTP3FrameHeader? {
    guard let type = VariableInteger(bytes, at: offset),
      let length = VariableInteger(bytes, at: offset + type.length)
    else { return nil }
    return HTTP3FrameHeader(
      type: HTTP3FrameType(rawValue: type.value), payloadLength: length.value, length: type.length + length.length)
  }

  private mutating func begin(_ header: HTTP3FrameHeader) -> Event {
    remaining = Int64(header.payloadLength)
    if header.type == streamedType {
      phase = .data
    } else {
      phase = .value
    }
    return .unit(header)
  }

  private mutating func readValue(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    guard remaining <= Int64(limit - partial.count) else {
      partial = []
      phase = .rest
      return .tooLong
    }
    let count = Int(min(remaining, Int64(bytes.count - position)))
    guard !partial.isEmpty || Int64(count) < remaining else {
      remaining = 0
      phase = .end
      return .value(take(count, &position))
    }
    guard count > 0 else { return nil }
    partial.append(bytes.extracting(position..<position + count))
    _ = take(count, &position)
    remaining -= Int64(count)
    guard remaining == 0 else { return nil }
    phase = .end
    return .value(Piece(isGiven: false, range: 0..<partial.count, offset: offset - Int64(partial.count)))
  }

  /// Passes over bytes that are missing, as far as the current unit goes.
  private mutating func passGap() -> Event? {
    switch phase {
    case .header:
      partial = []
      phase = .lost
      return .lost
    case .data, .value, .rest:
      let isKnownMissing = phase == .rest
      let count = min(remaining, gap)
      if phase == .value {
        partial = []
        phase = .rest
      }
      pass(count)
      remaining -= count
      if remaining == 0 { phase = .end }
      return isKnownMissing || count == 0 ? nil : .missing(count)
    case .raw:
      let count = gap
      pass(count)
      return .missing(count)
    case .lost:
      pass(gap)
      return nil
    case .end: return nil
    }
  }

  private mutating func pass(_ count: Int64) {
    gap -= count
    offset &+= count
  }
}
