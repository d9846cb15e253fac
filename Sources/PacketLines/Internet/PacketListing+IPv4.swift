import TextOutput
import Wire

extension PacketListing {
  /// Appends an IPv4 packet of which the link layer says that it has `length` bytes.
  mutating func appendIPv4(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "ip"
    let first = try bytes.get8(start)
    guard first >> 4 == 4 else { return appendOtherVersion(first >> 4) }
    if !options.showsLinkHeader { text.append(words.ip) }
    guard bytes.has(20, at: start) else { return appendTruncation() }
    guard length >= 20 else { return appendTooShort("truncated-ip ", length) }
    let headerLength = Int(first & 0x0F) * 4
    guard headerLength >= 20 else { return appendTooShort("bad-hlen ", headerLength) }
    let claimed = Int(bytes.uint16(at: start + 2))
    if length < claimed {
      text.append("truncated-ip - ")
      text.append(length: claimed - length)
      text.append(" bytes missing! ")
    }
    if claimed < headerLength { return appendTooShort("bad-len ", claimed) }
    let packet = bytes.extracting(bytes.range(upTo: start + claimed))
    let fragmentField = bytes.uint16(at: start + 6)
    let number = IPProtocol(rawValue: bytes[start + 9])
    let ip = IPContext(version: 4, offset: start, isFragment: fragmentField & 0x2000 != 0)
    if options.verbosity > 0 {
      guard try appendIPv4Header(packet, at: start, headerLength: headerLength) else {
        try appendAddresses(packet, ip)
        text.append(": ")
        return appendTruncation()
      }
    }
    guard fragmentField & 0x1FFF == 0 else {
      try appendAddresses(packet, ip)
      text.append(": ip-proto-")
      return text.append(number.rawValue)
    }
    switch number {
    case .tcp, .udp, .sctp: break
    default:
      try appendAddresses(packet, ip)
      text.append(": ")
    }
    guard packet.has(headerLength, at: start) else {
      text.append(" [remaining caplen(")
      text.append(length: packet.count - start)
      text.append(") < header length(")
      text.append(length: headerLength)
      text.append(")]")
      throw Truncation()
    }
    try appendTransport(number, packet, at: start + headerLength, length: claimed - headerLength, ip)
  }

  private mutating func appendOtherVersion(_ version: UInt8) {
    if version == 6 {
      text.append("IP6, wrong link-layer encapsulation")
    } else {
      text.append("IP")
      text.append(version)
    }
    appendInvalid()
  }

  /// The parenthesis of `-v`; false if the captured bytes end within the options.
  private mutating func appendIPv4Header(
    _ bytes: Span<UInt8>, at start: Int, headerLength: Int
  ) throws(Truncation) -> Bool {
    let typeOfService = try bytes.get8(start + 1)
    text.append("(tos 0x")
    text.append(hexadecimal: UInt32(typeOfService))
    text.append(["", ",ECT(1)", ",ECT(0)", ",CE"][Int(typeOfService & 3)])
    let timeToLive = try bytes.get8(start + 8)
    if timeToLive >= 1 {
      text.append(", ttl ")
      text.append(timeToLive)
    }
    let fragmentField = try bytes.get16(start + 6)
    text.append(", id ", try bytes.get16(start + 4))
    text.append(", offset ")
    text.append(length: Int(fragmentField & 0x1FFF) * 8)
    text.append(", flags [")
    appendFragmentFlags(fragmentField)
    let number = IPProtocol(rawValue: try bytes.get8(start + 9))
    text.append("], proto ")
    text.append(number.listingName)
    text.append(" (")
    text.append(number.rawValue)
    text.append("), length ", try bytes.get16(start + 2))
    var isWhole = true
    if headerLength > 20 {
      text.append(", options (")
      isWhole = try appendIPv4Options(bytes, at: start + 20, length: headerLength - 20)
      if !isWhole { text.append(" [truncated-option]") }
      text.append(")")
    }
    if !options.skipsChecksums, bytes.has(headerLength, at: start) {
      let check = ChecksumCheck(bytes, in: start..<(start + headerLength), field: start + 10)
      if !check.isCorrect {
        text.append(", bad cksum ")
        text.append(hexadecimal: UInt32(check.found))
        text.append(" (->")
        text.append(hexadecimal: UInt32(check.expected))
        text.append(")!")
      }
    }
    text.append(")\n    ")
    return isWhole
  }

  private mutating func appendFragmentFlags(_ field: UInt16) {
    var separator = ""
    for (bit, name) in [(UInt16(0x2000), "+"), (0x4000, "DF"), (0x8000, "rsvd")] where field & bit != 0 {
      text.append(separator)
      text.append(name)
      separator = ", "
    }
    if field & 0xE000 == 0 { text.append("none") }
  }
}
