import TextOutput
import Wire

extension PacketListing {
  /// Appends an IGMP message (RFC 2236, RFC 3376).
  mutating func appendIGMP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "igmp"
    if options.quick { return text.append("igmp") }
    let type = try bytes.get8(start)
    switch type {
    case 0x11: try appendIGMPQuery(bytes, at: start, length: length)
    case 0x12, 0x16, 0x17:
      let words = type == 0x12 ? "igmp v1 report " : type == 0x16 ? "igmp v2 report " : "igmp leave "
      text.append(words, try bytes.ipv4Address(start + 4))
      if type == 0x12, length != 8 { appendLength(" [len ", length) }
    case 0x22:
      text.append("igmp v3 report")
      try appendIGMPv3Report(bytes, at: start, length: length)
    case 0x1E, 0x1F: try appendTrace(type == 0x1E ? "mresp" : "mtrace", bytes, at: start, length: length)
    case 0x13:
      text.append("igmp dvmrp")
      if length < 8 { appendLength(" [len ", length) } else { try appendDVMRP(bytes, at: start, length: length) }
    case 0x14:
      text.append("igmp pimv1")
      try appendPIMv1(bytes, at: start, length: length)
    default:
      text.append("igmp-")
      text.append(type)
    }
    guard options.verbosity > 0, length >= 4, bytes.has(length, at: start) else { return }
    let check = ChecksumCheck(bytes, in: start..<(start + length), field: start + 2)
    if !check.isCorrect {
      text.append(" bad igmp cksum ")
      text.append(hexadecimal: UInt32(check.found))
      text.append("!")
    }
  }

  mutating func appendLength(_ words: String, _ length: Int) {
    text.append(words)
    text.append(length: length)
    text.append("]")
  }

  private mutating func appendIGMPQuery(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    text.append("igmp query")
    if length >= 12 { return try appendIGMPv3Query(bytes, at: start, length: length) }
    let time = try bytes.get8(start + 1)
    text.append(time == 0 ? " v1" : " v2")
    if time != 0, time != 100 {
      text.append(" [max resp time ")
      text.append(time)
      text.append("]")
    }
    if try bytes.get32(start + 4) != 0 {
      text.append(" [gaddr ", try bytes.ipv4Address(start + 4))
      text.append("]")
    }
    if length != 8 { appendLength(" [len ", length) }
  }

  private mutating func appendIGMPv3Query(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    text.append(" v3")
    guard length & 3 == 0 else { return appendLength(" [invalid len ", length) }
    let code = UInt64(try bytes.get8(start + 1))
    let tenths = code < 128 ? code : (code & 0xF | 0x10) << ((code & 0x70) >> 4 + 3)
    if code != 100 {
      text.append(" [max resp time ")
      if tenths < 600 {
        text.append(decimal: tenths / 10)
        text.append(".")
        text.append(decimal: tenths % 10)
        text.append("s")
      } else {
        appendDuration(UInt32(truncatingIfNeeded: tenths / 10))
      }
      text.append("]")
    }
    guard try bytes.get32(start + 4) != 0 else { return }
    text.append(" [gaddr ", try bytes.ipv4Address(start + 4))
    try appendQueriedSources(bytes, at: start + 12, length: length - 12, areIPv6: false)
  }

  private mutating func appendIGMPv3Report(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    guard length >= 16, length & 3 == 0 else { return appendLength(" [invalid len ", length) }
    try appendGroupRecords(bytes, at: start, length: length, areIPv6: false)
  }

  private mutating func appendTrace(
    _ name: String, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) {
    guard length >= 24 else { return appendLength(" [invalid len ", length) }
    try bytes.require(24, at: start)
    text.append(name)
    text.append(" ", try bytes.get32(start + 20) & 0xFF_FFFF)
    text.append(": ", try bytes.ipv4Address(start + 8))
    text.append(" to ", try bytes.ipv4Address(start + 12))
    text.append(" reply-to ")
    let reply = try bytes.ipv4Address(start + 16)
    text.append(reply)
    if reply.isMulticast {
      text.append(" with-ttl ")
      text.append(bytes[start + 20])
    }
  }

  /// Seconds as years to seconds: `1w2d3h`.
  mutating func appendDuration(_ seconds: UInt32) {
    if seconds == 0 { return text.append("0s") }
    var rest = seconds
    for (unit, name) in [(UInt32(31_536_000), "y"), (604_800, "w"), (86_400, "d"), (3600, "h"), (60, "m"), (1, "s")]
    where rest >= unit {
      text.append(rest / unit)
      text.append(name)
      rest %= unit
    }
  }
}
