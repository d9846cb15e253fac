import TextOutput
import Wire

extension PacketListing {
  /// Appends a query for what a node is called and where it is (RFC 4620 section 4).
  mutating func appendNodeQuery(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    let captured = bytes.count - start
    if captured == 12 { return text.append(" who-are-you request") }
    text.append(" node information query")
    guard bytes.has(16, at: start) else { return appendTruncation() }
    let query = bytes.uint16(at: start + 4)
    let flags = bytes.uint16(at: start + 6)
    text.append(" (")
    switch query {
    case 0: text.append("noop")
    case 1: appendSupportedTypes(flags)
    case 2: text.append("DNS name")
    case 3:
      text.append("node addresses")
      appendAddressFlags(flags, named: 0x7E)
    default: text.append("unknown")
    }
    if query <= 1 {
      if captured != 16, options.verbosity > 0 { text.append(", invalid len") }
    } else if captured == 16 {
      text.append(", 03 draft")
    } else {
      try appendSubject(bytes, at: start + 16, code: bytes[start + 1])
    }
    text.append(")")
  }

  private mutating func appendSubject(_ bytes: Span<UInt8>, at start: Int, code: UInt8) throws(Truncation) {
    let length = code == 0 ? 16 : 4
    switch code {
    case 0, 2:
      guard bytes.has(length, at: start) else { return }
      guard bytes.count - start == length else {
        if options.verbosity > 0 { text.append(", invalid subject len") }
        return
      }
      if code == 0 {
        text.append(", subject=", try bytes.ipv6Address(start))
      } else {
        text.append(", subject=", try bytes.ipv4Address(start))
      }
    case 1:
      text.append(", subject=DNS name")
      try appendNodeName(bytes, at: start)
    default: text.append(", unknown subject")
    }
  }

  /// Appends the reply to such a query (RFC 4620 section 5).
  mutating func appendNodeReply(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    let captured = bytes.count - start
    guard length <= captured, captured >= 16 else { return appendTruncation() }
    text.append(" node information reply (")
    let code = bytes[start + 1]
    let isOdd = captured != 16 && options.verbosity > 0
    switch code {
    case 0:
      if options.verbosity > 0 { text.append("success, ") }
      try appendNodeAnswer(bytes, at: start, isOdd: isOdd)
    case 1: text.append(isOdd ? "refused, invalid length" : "refused")
    case 2: text.append(isOdd ? "unknown, invalid length" : "unknown")
    default: break
    }
    text.append(")")
  }

  private mutating func appendNodeAnswer(_ bytes: Span<UInt8>, at start: Int, isOdd: Bool) throws(Truncation) {
    let flags = bytes.uint16(at: start + 6)
    switch bytes.uint16(at: start + 4) {
    case 0: text.append(isOdd ? "noop, invalid length" : "noop")
    case 1: appendSupportedTypes(flags)
    case 2:
      text.append("DNS name")
      try appendNodeName(bytes, at: start + 20)
      if flags & 1 != 0 {
        text.append(" [TTL=", try bytes.get32(start + 16))
        text.append("]")
      }
    case 3:
      text.append("node addresses")
      for offset in stride(from: start + 16, through: bytes.count - 20, by: 20) {
        text.append(" ", try bytes.ipv6Address(offset + 4))
        text.append("(", bytes.uint32(at: offset))
        text.append(")")
      }
      appendAddressFlags(flags, named: 0x7F)
    default: text.append("unknown")
    }
  }

  private mutating func appendSupportedTypes(_ flags: UInt16) {
    text.append("supported qtypes")
    if flags != 0 { text.append(flags & 1 != 0 ? " [C]" : " []") }
  }

  /// The letters of RFC 4620 section 6.4's flags; those that have one in this message are `named`.
  private mutating func appendAddressFlags(_ flags: UInt16, named: UInt16) {
    guard flags != 0 else { return }
    text.append(" [")
    for (bit, letter) in [
      (UInt16(0x40), "a"), (0x20, "G"), (0x10, "S"), (0x08, "L"), (0x04, "C"), (0x02, "A"), (0x01, "T"),
    ] where flags & named & bit != 0 {
      text.append(letter)
    }
    text.append("]")
  }

  /// A name to the end of the packet: labels, or as drafts had it one string.
  private mutating func appendNodeName(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    let length = Int(try bytes.get8(start))
    if length == bytes.count - start - 1 {
      text.append(options.verbosity > 0 ? ", 03 draft, \"" : ", \"")
      appendVisible(bytes, (start + 1)..<bytes.count)
      return text.append("\"")
    }
    text.append(", \"")
    var offset = start
    while offset < bytes.count {
      let length = Int(bytes[offset])
      offset += 1
      if length == 0 {
        let isUnfinished = offset + 1 == bytes.count && bytes[offset] == 0
        if offset == bytes.count { text.append(".") } else if !isUnfinished { text.append("???") }
        break
      }
      guard length <= bytes.count - offset else {
        text.append("???")
        break
      }
      appendVisible(bytes, offset..<(offset + length))
      offset += length
      if offset + 1 < bytes.count, bytes[offset] != 0 { text.append(".") }
    }
    text.append("\"")
  }
}
