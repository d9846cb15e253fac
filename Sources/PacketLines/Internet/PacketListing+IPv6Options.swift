import TextOutput
import Wire

extension PacketListing {
  /// Appends the options of a hop-by-hop or destination options header (RFC 8200 section 4.2); false where one runs
  /// past the header.
  mutating func appendOptions(
    _ chain: inout IPv6Chain, _ bytes: Span<UInt8>, in range: Range<Int>
  ) throws(Truncation) -> Bool {
    var offset = range.lowerBound
    var foundJumbo = false
    let isHopByHop = chain.number == .hopByHop
    while offset < range.upperBound {
      let type = try bytes.get8(offset)
      let room = range.upperBound - offset
      guard type == 0 || room > 1 else { return false }
      let length = type == 0 ? 1 : Int(try bytes.get8(offset + 1)) + 2
      guard length <= room else { return false }
      switch type {
      case 0: if options.verbosity > 0 { text.append("(pad1)") }
      case 1: if options.verbosity > 0 { text.append("(padn)") }
      case 5:
        guard try appendRouterAlert6(bytes, at: offset, room: room) else { return false }
      case 0xC2:
        guard let jumbo = try appendJumbo(bytes, at: offset, room: room) else { return false }
        if let valid = appendJumboVerdict(jumbo, chain, isHopByHop: isHopByHop, alreadyFound: foundJumbo) {
          chain.jumboLength = valid
        }
        foundJumbo = true
      case 0xC9:
        guard try appendHomeAddress(bytes, at: offset, room: room, length: length) else { return false }
      default:
        if options.verbosity > 0 { appendUnknownOption("(opt_type 0x", type, length: length - 2, end: ")") }
      }
      offset += length
    }
    if options.verbosity > 0 { text.append(byte: 0x20) }
    return true
  }

  private mutating func appendUnknownOption(_ words: String, _ type: UInt8, length: Int, end: String) {
    text.append(words)
    text.append(hexadecimalByte: type)
    text.append(": len=")
    text.append(length: length)
    text.append(end)
  }

  private mutating func appendRouterAlert6(_ bytes: Span<UInt8>, at offset: Int, room: Int) throws(Truncation) -> Bool {
    guard room >= 4 else {
      text.append("(rtalert: trunc)")
      return false
    }
    guard try bytes.get8(offset + 1) == 2 else {
      text.append("(rtalert: invalid len ", try bytes.get8(offset + 1))
      text.append(")")
      return false
    }
    if options.verbosity > 0 {
      text.append("(rtalert: 0x", hexadecimal: UInt32(try bytes.get16(offset + 2)), paddedTo: 4)
      text.append(") ")
    }
    return true
  }

  /// The length in a jumbo payload option (RFC 2675), or nil if the option is not a whole one.
  private mutating func appendJumbo(_ bytes: Span<UInt8>, at offset: Int, room: Int) throws(Truncation) -> UInt32? {
    guard room >= 6 else {
      text.append("(jumbo: trunc)")
      return nil
    }
    guard try bytes.get8(offset + 1) == 4 else {
      text.append("(jumbo: invalid len ", try bytes.get8(offset + 1))
      text.append(")")
      return nil
    }
    return try bytes.get32(offset + 2)
  }

  /// Says whether the option counts; gives the length if it does.
  private mutating func appendJumboVerdict(
    _ jumbo: UInt32, _ chain: IPv6Chain, isHopByHop: Bool, alreadyFound: Bool
  ) -> Int? {
    var verdict = ""
    if alreadyFound {
      verdict = " - already seen"
    } else if !isHopByHop {
      verdict = " - not a hop-by-hop option"
    } else if chain.payloadLength != 0 || chain.jumboLength != 0 {
      verdict = " - payload len != 0"
    } else if jumbo < 65536 {
      verdict = " - < 65536"
    }
    if options.verbosity > 0 {
      text.append("(jumbo: ")
      text.append(jumbo)
      text.append(verdict)
      text.append(") ")
    }
    return verdict.isEmpty ? Int(jumbo) : nil
  }

  private mutating func appendHomeAddress(
    _ bytes: Span<UInt8>, at offset: Int, room: Int, length: Int
  ) throws(Truncation) -> Bool {
    guard room >= 18 else {
      text.append("(homeaddr: trunc)")
      return false
    }
    guard length >= 18 else {
      text.append("(homeaddr: invalid len ")
      text.append(length: length - 2)
      text.append(")")
      return false
    }
    guard options.verbosity > 0 else { return true }
    text.append("(homeaddr: ", try bytes.ipv6Address(offset + 2))
    var inner = offset + 18
    let end = offset + length
    while inner < end {
      let type = try bytes.get8(inner)
      guard type == 0 || inner + 1 < end else { return false }
      let innerLength = type == 0 ? 1 : Int(try bytes.get8(inner + 1)) + 2
      guard inner + innerLength <= end else { return false }
      switch type {
      case 0: text.append(", pad1")
      case 1: text.append(", padn")
      default: appendUnknownOption(", sopt_type 0x", type, length: innerLength - 2, end: "")
      }
      inner += innerLength
    }
    text.append(")")
    return true
  }
}
