import TextOutput
import Wire

extension PacketListing {
  /// Appends an IPv6 mobility header (RFC 6275 section 6.1); nothing of what follows it.
  mutating func appendMobility(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    layer = "mobility"
    guard bytes.has(1, at: start + 1) else { return appendTruncation() }
    let length = (Int(bytes[start + 1]) + 1) * 8
    let type = try bytes.get8(start + 2)
    // The lengths of the messages without options.
    let leastLengths = [8, 16, 16, 24, 24, 12, 12, 24]
    if Int(type) < leastLengths.count, length < leastLengths[Int(type)] {
      text.append("(header length ")
      text.append(length: length)
      text.append(" is too small for type ", type)
      text.append(")")
      return appendTruncation()
    }
    text.append("mobility: ")
    guard Int(type) < leastLengths.count else {
      text.append("type-#", type)
      return text.append(" len=", bytes[start + 1])
    }
    text.append(["BRR", "HoTI", "CoTI", "HoT", "CoT", "BU", "BA", "BE"][Int(type)])
    guard try appendMobilityMessage(type, bytes, at: start) else { return appendTruncation() }
    guard options.verbosity > 0 else { return }
    let rest = (start + leastLengths[Int(type)])..<(start + length)
    if try !appendMobilityOptions(bytes, rest) { appendTruncation() }
  }

  private mutating func appendMobilityMessage(
    _ type: UInt8, _ bytes: Span<UInt8>, at start: Int
  ) throws(Truncation) -> Bool {
    switch type {
    case 1, 2:
      if options.verbosity > 0 { try appendPair(type == 1, " Init Cookie=", bytes, at: start + 8) }
    case 3, 4:
      text.append(" nonce id=0x", hexadecimal: UInt32(try bytes.get16(start + 6)))
      guard options.verbosity > 0 else { return true }
      try appendPair(type == 3, " Init Cookie=", bytes, at: start + 8)
      try appendPair(type == 3, " Keygen Token=", bytes, at: start + 16)
    case 5:
      text.append(" seq#=", try bytes.get16(start + 6))
      guard bytes.has(2, at: start + 8) else { return false }
      let flags = bytes[start + 8] >> 4
      if flags != 0 { text.append(" ") }
      for (bit, letter) in [(UInt8(8), "A"), (4, "H"), (2, "L"), (1, "K")] where flags & bit != 0 {
        text.append(letter)
      }
      text.append(" lifetime=", UInt32(try bytes.get16(start + 10)) << 2)
    case 6:
      text.append(" status=", try bytes.get8(start + 6))
      if try bytes.get8(start + 7) & 0x80 != 0 { text.append(" K") }
      text.append(" seq#=", try bytes.get16(start + 8))
      text.append(" lifetime=", UInt32(try bytes.get16(start + 10)) << 2)
    case 7:
      text.append(" status=", try bytes.get8(start + 6))
      text.append(" homeaddr ", try bytes.ipv6Address(start + 8))
    default: break
    }
    return true
  }

  private mutating func appendPair(
    _ isHome: Bool, _ words: String, _ bytes: Span<UInt8>, at offset: Int
  ) throws(Truncation) {
    let (first, second) = (try bytes.get32(offset), try bytes.get32(offset + 4))
    text.append(isHome ? " Home" : " Care-of")
    text.append(words, hexadecimal: first, paddedTo: 8)
    text.append(":", hexadecimal: second, paddedTo: 8)
  }

  /// RFC 6275 section 6.2; false where an option runs past the header or the captured bytes.
  private mutating func appendMobilityOptions(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Truncation) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let type = try bytes.get8(offset)
      let room = range.upperBound - offset
      guard type == 0 || room > 1 else { return false }
      let length = type == 0 ? 1 : Int(try bytes.get8(offset + 1)) + 2
      // tcpdump wants a byte after the option.
      guard length <= room, bytes.has(1, at: offset + length) else { return false }
      guard room >= Self.leastMobilityOption(type) else {
        text.append(["(refresh: trunc)", "(altcoa: trunc)", "(ni: trunc)", "(auth: trunc)"][Int(type) - 2])
        return false
      }
      switch type {
      case 0: text.append("(pad1)")
      case 1: text.append("(padn)")
      case 2:
        text.append("(refresh: ", UInt32(try bytes.get16(offset + 2)) << 2)
        text.append(")")
      case 3:
        text.append("(alt-CoA: ", try bytes.ipv6Address(offset + 2))
        text.append(")")
      case 4:
        let care = try bytes.get16(offset + 4)
        text.append("(ni: ho=0x", hexadecimal: UInt32(bytes.uint16(at: offset + 2)), paddedTo: 4)
        text.append(" co=0x", hexadecimal: UInt32(care), paddedTo: 4)
        text.append(")")
      case 5: text.append("(auth)")
      default:
        text.append("(type-0x", hexadecimal: UInt32(type), paddedTo: 2)
        text.append(": len=", bytes[offset + 1])
        text.append(")")
      }
      offset += length
    }
    return true
  }

  /// The bytes that must be left of the header for an option to be read.
  private static func leastMobilityOption(_ type: UInt8) -> Int {
    switch type {
    case 2: 4
    case 3: 18
    case 4: 6
    case 5: 12
    default: 0
    }
  }
}
