import Wire

// Lines, which may come in pieces.
extension HTTPMessageParser {
  /// Takes bytes up to the end of a line. The line is the range returned, or, where a part of it came earlier, in
  /// `partial` with its end; nil if the line goes on, with what there is in `partial`, or if it is not text.
  package mutating func line(_ bytes: Span<UInt8>, _ position: inout Int, mustBeText: Bool) -> Range<Int>? {
    var end = position
    // A control character ends what may be text, unless it comes after what only HTTP begins with.
    var mustBeText = mustBeText
    while end < bytes.count, bytes[end] != 0x0A {
      if mustBeText, bytes[end] < 0x20, bytes[end] != 0x0D, bytes[end] != 0x09 {
        let isHTTP =
          partial.isEmpty
          ? HTTPStartLine.hasBeginning(bytes, position, end)
          : HTTPStartLine.hasBeginning(partial.span, 0, partial.count)
        guard isHTTP else { return nil }
        mustBeText = false
      }
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
  package static func trimmed(_ line: [UInt8]) -> Range<Int> {
    var end = line.count
    if end > 0, line[end - 1] == 0x0A { end -= 1 }
    if end > 0, line[end - 1] == 0x0D { end -= 1 }
    return 0..<end
  }
}
