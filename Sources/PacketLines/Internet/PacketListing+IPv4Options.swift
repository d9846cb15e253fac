import TextOutput
import Wire

extension PacketListing {
  /// Appends the options of an IPv4 header (RFC 791 section 3.1); false if the captured bytes end within one.
  mutating func appendIPv4Options(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) -> Bool {
    var offset = start
    let end = start + length
    while offset < end {
      if offset > start { text.append(",") }
      let code = try bytes.get8(offset)
      appendIPv4OptionName(code)
      var optionLength = 1
      if code > 1 {
        optionLength = Int(try bytes.get8(offset + 1))
        if optionLength < 2 {
          appendBadLength(optionLength)
          return true
        }
      }
      if optionLength > end - offset {
        appendBadLength(optionLength)
        return true
      }
      guard bytes.has(optionLength, at: offset) else { return false }
      switch code {
      case 0: return true
      case 68: guard appendTimestampOption(bytes, at: offset, length: optionLength) else { return false }
      case 7, 131, 137: guard appendRoute(bytes, at: offset, length: optionLength) else { return false }
      case 148: appendRouterAlert(bytes, at: offset, length: optionLength)
      default: break
      }
      offset += optionLength
    }
    return true
  }

  private mutating func appendIPv4OptionName(_ code: UInt8) {
    switch code {
    case 0: text.append("EOL")
    case 1: text.append("NOP")
    case 68: text.append("timestamp")
    case 130: text.append("security")
    case 7: text.append("RR")
    case 137: text.append("SSRR")
    case 131: text.append("LSRR")
    case 148: text.append("RA")
    case 82: text.append("traceroute")
    default:
      text.append("unknown ")
      text.append(code)
    }
  }

  private mutating func appendBadLength(_ length: Int) {
    text.append(" [bad length ")
    text.append(length: length)
    text.append("]")
  }

  private mutating func appendRouterAlert(_ bytes: Span<UInt8>, at offset: Int, length: Int) {
    guard length >= 4 else { return appendBadLength(length) }
    let value = bytes.uint16(at: offset + 2)
    if value != 0 {
      text.append(" value ")
      text.append(value)
    }
  }

  /// A recorded or to be followed route; false where an address in an option of odd length is not all captured.
  private mutating func appendRoute(_ bytes: Span<UInt8>, at offset: Int, length: Int) -> Bool {
    guard length >= 3 else {
      appendBadLength(length)
      return true
    }
    if (length + 1) & 3 != 0 { appendBadLength(length) }
    let field = bytes[offset + 2]
    let pointer = Int(UInt32(truncatingIfNeeded: Int(field) - 1))
    if pointer < 3 || (pointer + 1) & 3 != 0 || pointer > length + 1 {
      text.append(" [bad ptr ")
      text.append(field)
      text.append("]")
    }
    var index = 3
    while index < length {
      guard bytes.has(4, at: offset + index) else { return false }
      text.append(byte: 0x20)
      text.append(IPv4Address(rawValue: bytes.uint32(at: offset + index)))
      if pointer > index { text.append(",") }
      index += 4
    }
    return true
  }

  /// Times of hops; false where one in an option of odd length is not all captured.
  private mutating func appendTimestampOption(_ bytes: Span<UInt8>, at offset: Int, length: Int) -> Bool {
    guard length >= 4 else {
      text.append("[bad length ")
      text.append(length: length)
      text.append("]")
      return true
    }
    text.append(" TS{")
    let flags = bytes[offset + 3] & 0xF
    let hopLength = flags != 0 ? 8 : 4
    if (length - 4) & (hopLength - 1) != 0 {
      text.append("[bad length ")
      text.append(length: length)
      text.append("]")
    }
    let field = bytes[offset + 2]
    let pointer = Int(UInt32(truncatingIfNeeded: Int(field) - 1))
    if pointer < 4 || (pointer - 4) & (hopLength - 1) != 0 || pointer > length + 1 {
      text.append("[bad ptr ")
      text.append(field)
      text.append("]")
    }
    var index = 0
    switch flags {
    case 0, 1, 3:
      text.append(flags == 0 ? "TSONLY" : flags == 1 ? "TS+ADDR" : "PRESPEC")
      index = 4
      while index < length {
        guard bytes.has(hopLength, at: offset + index) else { return false }
        text.append(pointer == index ? " ^ " : " ")
        text.append(bytes.uint32(at: offset + index + hopLength - 4))
        text.append("@")
        if hopLength == 8 { text.append(IPv4Address(rawValue: bytes.uint32(at: offset + index))) }
        index += hopLength
      }
    default:
      text.append("[bad ts type ")
      text.append(flags)
      text.append("]")
    }
    if pointer == index { text.append(" ^ ") }
    let overflow = bytes[offset + 3] >> 4
    if overflow == 0 {
      text.append("}")
    } else {
      text.append(" [", overflow)
      text.append(" hops not recorded]} ")
    }
    return true
  }
}
