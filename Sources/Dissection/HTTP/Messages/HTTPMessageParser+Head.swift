import Wire

// First lines, and the fields after them.
extension HTTPMessageParser {
  mutating func readStart(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
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

  /// Begins a message whose first line goes on where the capture cut its packet; nil if none is under way, or if there is
  /// too little of it.
  mutating func startCut() -> HTTPStartLine? {
    guard phase == .start, let start = HTTPStartLine(cut: partial.span) else { return nil }
    hasBegun = true
    phase = .fields
    fields = HTTPFields()
    return start
  }

  /// These bytes are no message.
  private mutating func refuse(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    position = bytes.count
    partial = []
    phase = hasBegun || isSearching || isCertain || !isFromBeginning ? .lost : .opaque
    return hasBegun && !isSearching ? .fault(.notAStartLine) : nil
  }

  mutating func readField(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
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
}
