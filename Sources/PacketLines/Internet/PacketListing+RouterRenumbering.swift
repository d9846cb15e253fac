import TextOutput
import Wire

extension PacketListing {
  /// Appends a router renumbering message (RFC 2894 section 3).
  mutating func appendRouterRenumbering(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    guard bytes.has(4, at: start + 12) else { return appendTruncation() }
    let code = bytes[start + 1]
    switch code {
    case 0: text.append(", command")
    case 1: text.append(", result")
    case 255: text.append(", sequence number reset")
    default: text.append(", code-#", code)
    }
    text.append(", seq=", bytes.uint32(at: start + 4))
    if options.verbosity > 0 { appendRenumberingHeader(bytes, at: start + 8) }
    guard code == 0 else { return }
    let match = start + 16
    guard bytes.has(16, at: match + 8) else { return appendTruncation() }
    try appendMatchPrefix(bytes, at: match)
    let words = Int(bytes[match + 1]) - 3
    guard words % 4 == 0 else { return appendTruncation() }
    for index in 0..<max(0, words / 4) {
      let use = match + 24 + index * 32
      guard bytes.has(16, at: use + 16) else { return appendTruncation() }
      try appendUsePrefix(bytes, at: use)
    }
  }

  private mutating func appendRenumberingHeader(_ bytes: Span<UInt8>, at start: Int) {
    text.append("[")
    let flags = bytes[start + 1]
    if flags != 0 {
      for (bit, letter) in [(UInt8(0x80), "T"), (0x40, "R"), (0x20, "A"), (0x10, "S"), (0x08, "P")]
      where flags & bit != 0 {
        text.append(letter)
      }
      text.append(",")
    }
    text.append("seg=", bytes[start])
    text.append(",maxdelay=", bytes.uint16(at: start + 2))
    let reserved = bytes.uint32(at: start + 4)
    if reserved != 0 { text.append("rsvd=0x", hexadecimal: reserved) }
    text.append("]")
  }

  /// RFC 2894 section 3.2.1.1.
  private mutating func appendMatchPrefix(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    text.append(options.verbosity > 1 ? "\n\tmatch(" : " match(")
    switch bytes[start] {
    case 1: text.append("add")
    case 2: text.append("change")
    case 3: text.append("setglobal")
    case let code: text.append("#", code)
    }
    if options.verbosity > 0 {
      text.append(",ord=", bytes[start + 2])
      text.append(",min=", bytes[start + 4])
      text.append(",max=", bytes[start + 5])
    }
    text.append(",", try bytes.ipv6Address(start + 8))
    text.append("/", bytes[start + 3])
    text.append(")")
  }

  /// RFC 2894 section 3.2.1.2.
  private mutating func appendUsePrefix(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    text.append(options.verbosity > 1 ? "\n\tuse(" : " use(")
    let flags = bytes[start + 12]
    if flags != 0 {
      if flags & 0x80 != 0 { text.append("V") }
      if flags & 0x40 != 0 { text.append("P") }
      text.append(",")
    }
    if options.verbosity > 0 {
      text.append("mask=0x", hexadecimal: UInt32(bytes[start + 2]))
      text.append(",raflags=0x", hexadecimal: UInt32(bytes[start + 3]))
      for (words, offset) in [(",vltime=", 4), (",pltime=", 8)] {
        text.append(words)
        let lifetime = bytes.uint32(at: start + offset)
        if lifetime == .max { text.append("infty") } else { text.append(lifetime) }
      }
      text.append(",")
    }
    text.append(try bytes.ipv6Address(start + 16))
    text.append("/", bytes[start])
    text.append("/", bytes[start + 1])
    text.append(")")
  }
}
