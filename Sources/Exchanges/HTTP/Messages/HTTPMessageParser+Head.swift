import Streams
import Wire

// First lines, and the fields after them.
extension HTTPMessageParser {
  package mutating func readStart(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
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
    return buffer.isEmpty
      ? takeStart(bytes, range, bytes, &position) : takeStart(buffer.span, Self.trimmed(buffer), bytes, &position)
  }

  /// Takes a first line, which is a range of `line`, its end behind it.
  private mutating func takeStart(
    _ line: Span<UInt8>, _ range: Range<Int>, _ bytes: Span<UInt8>, _ position: inout Int
  ) -> Event? {
    guard let start = HTTPStartLine(line.extracting(range)) else {
      refused = refused ?? (isRefusalTold ? Self.excerpt(line, from: range.lowerBound) : nil)
      return refuse(bytes, &position)
    }
    hasBegun = true
    isSearching = false
    phase = .fields
    fields = HTTPFields()
    minorVersion = start.minorVersion
    if line[range.upperBound] == 0x0A { fields.flaws.insert(.bareLineFeed) }
    for index in range where line[index] < 0x20 || line[index] == 0x7F {
      fields.flaws.insert(line[index] == 0x0D ? .bareCarriageReturn : .controlInStartLine)
    }
    return .start(start)
  }

  /// Whether a line that is refused stands where a message should begin, for certain.
  private var isRefusalTold: Bool { !isSearching && (hasBegun || isFromBeginning) }

  /// The first bytes of a line.
  package static func excerpt(_ line: Span<UInt8>, from start: Int) -> [UInt8] {
    var end = start
    while end < line.count, end < start + 64, line[end] != 0x0A, line[end] != 0x0D { end += 1 }
    return [UInt8](line.extracting(start..<end))
  }

  /// Begins a message whose first line goes on where the capture cut its packet; nil if none is under way, or if there is
  /// too little of it.
  package mutating func startCut() -> HTTPStartLine? {
    guard phase == .start, let start = HTTPStartLine(cut: partial.span) else { return nil }
    hasBegun = true
    phase = .fields
    fields = HTTPFields()
    return start
  }

  /// These bytes are no message.
  private mutating func refuse(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    if refused == nil, isRefusalTold {
      refused = partial.isEmpty ? Self.excerpt(bytes, from: position) : Self.excerpt(partial.span, from: 0)
    }
    position = bytes.count
    partial = []
    phase = hasBegun || isSearching || isCertain || !isFromBeginning ? .lost : .opaque
    return hasBegun && !isSearching ? .fault(.notAStartLine) : nil
  }

  package mutating func readField(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    let range = line(bytes, &position, mustBeText: false)
    guard headCount <= Self.headLimit else {
      lose()
      return .fault(.headTooLong(limit: Self.headLimit))
    }
    guard let range else { return nil }
    let buffer = exchange(&partial, with: [])
    if buffer.isEmpty {
      fields.add(bytes.extracting(range), isBare: bytes[range.upperBound] == 0x0A)
      return range.isEmpty ? endFields() : nil
    }
    let line = Self.trimmed(buffer)
    fields.add(buffer.span.extracting(line), isBare: buffer[line.upperBound] == 0x0A)
    return line.isEmpty ? endFields() : nil
  }

  private mutating func endFields() -> Event {
    fields.finish(minorVersion: minorVersion)
    return .fields(fields)
  }
}
