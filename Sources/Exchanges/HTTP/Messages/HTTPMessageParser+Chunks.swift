import Wire

// What stands between the pieces of a chunked body, and after them.
extension HTTPMessageParser {
  package mutating func readChunkLine(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
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

  /// The size that a chunk begins with, extensions left aside (RFC 9112 section 7.1).
  package static func chunkSize(_ line: Span<UInt8>) -> Int64? {
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
