import TextOutput
import Wire

extension PacketListing {
  /// Appends a domain name and gives where it ends; nil where it cannot be read.
  ///
  /// A name is written label by label as it is found, so that what can be read of a broken one is shown.
  ///
  /// - Parameter message: where pointers count from.
  mutating func appendDomainName(
    _ bytes: Span<UInt8>, at start: Int, message: Int
  ) throws(Truncation) -> Int? {
    guard var length = appendLabelLength(bytes, at: start) else { return nil }
    var cursor = start + 1
    var type = Int(bytes[start])
    // What stands before the place that pointers count from is far above it, as in C.
    var lowest = UInt32(truncatingIfNeeded: start - message)
    // A pointer that is not all captured does not end anywhere.
    var end = type & 0xC0 == 0xC0 ? nil : start + 1 + length
    var followed = false
    var characters = 0
    if type == 0 {
      text.append(".")
      return end
    }
    while type != 0, cursor < bytes.count {
      switch type & 0xC0 {
      case 0xC0:
        if !followed { end = cursor + 1 }
        followed = true
        let target = (type << 8 | Int(bytes[cursor])) & 0x3FFF
        guard UInt32(target) < lowest else {
          text.append("<BAD PTR>")
          return nil
        }
        lowest = UInt32(target)
        cursor = message + target
        guard bytes.has(1, at: cursor), let next = appendLabelLength(bytes, at: cursor) else { return nil }
        type = Int(bytes[cursor])
        length = next
        cursor += 1
        continue
      case 0x40:
        guard try appendBitLabel(bytes, at: cursor) else { return nil }
      default:
        // 255 characters of a name are written, and then how long it is.
        let shown = characters + length <= 255 ? length : max(0, 255 - characters)
        let isShown = characters + length <= 255 || characters < 255
        if isShown {
          for offset in cursor..<min(cursor + shown, bytes.count) { text.append(visible: bytes[offset]) }
          guard cursor + shown <= bytes.count else { return nil }
        }
        characters += length
      }
      cursor += length
      if characters <= 255 { text.append(".") }
      characters += 1
      guard bytes.has(1, at: cursor), let next = appendLabelLength(bytes, at: cursor) else { return nil }
      type = Int(bytes[cursor])
      length = next
      cursor += 1
      if !followed { end = end.map { $0 + length + 1 } }
    }
    if characters > 255 { text.append("<DOMAIN NAME TOO LONG>") }
    return end
  }

  /// The length of the label at `offset`; nil, and words, where it is of no known type.
  private mutating func appendLabelLength(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
    guard bytes.has(1, at: offset) else { return nil }
    let type = Int(bytes[offset])
    switch type & 0xC0 {
    case 0x40:
      guard type & 0x3F == 1 else {
        text.append("<ELT ")
        text.append(length: type & 0x3F)
        text.append(">")
        return nil
      }
      guard bytes.has(1, at: offset + 1) else { return nil }
      let bits = bytes[offset + 1] == 0 ? 256 : Int(bytes[offset + 1])
      return (bits + 7) / 8 + 1
    case 0x80:
      text.append("<BAD LABEL TYPE>")
      return nil
    default: return type
    }
  }

  /// A label of bits (RFC 2673), which nobody uses any more.
  private mutating func appendBitLabel(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) -> Bool {
    guard bytes.has(1, at: start) else { return false }
    let bits = bytes[start] == 0 ? 256 : Int(bytes[start])
    text.append("\\[x")
    var offset = start + 1
    var rest = bits
    let limit = start + 1 + (bits + 3) / 4
    while offset < limit, rest > 7 {
      text.append(hexadecimalByte: try bytes.get8(offset))
      rest -= 8
      offset += 1
    }
    if rest > 4 {
      text.append(hexadecimal: UInt32(try bytes.get8(offset)) & 0xFF << UInt32(8 - rest), paddedTo: 2)
    } else if rest > 0 {
      text.append(hexadecimal: UInt32(try bytes.get8(offset) >> 4) & 0xF << UInt32(4 - rest))
    }
    text.append("/")
    text.append(length: bits)
    text.append("]")
    return true
  }
}
