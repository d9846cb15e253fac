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
      if type == 0x12, length != 8 { appendIGMPLength(" [len ", length) }
    case 0x22:
      text.append("igmp v3 report")
      try appendIGMPv3Report(bytes, at: start, length: length)
    case 0x1E, 0x1F: try appendTrace(type == 0x1E ? "mresp" : "mtrace", bytes, at: start, length: length)
    case 0x13:
      text.append("igmp dvmrp")
      if length < 8 { appendIGMPLength(" [len ", length) } else { try appendDVMRP(bytes, at: start, length: length) }
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

  private mutating func appendIGMPLength(_ words: String, _ length: Int) {
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
    if length != 8 { appendIGMPLength(" [len ", length) }
  }

  private mutating func appendIGMPv3Query(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    text.append(" v3")
    guard length & 3 == 0 else { return appendIGMPLength(" [invalid len ", length) }
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
    let sources = Int(try bytes.get16(start + 10))
    if sources > 0 {
      if length < 12 + sources * 4 {
        text.append(" [invalid number of sources]")
      } else if options.verbosity > 1 {
        try appendSources(bytes, at: start + 12, count: sources)
      } else {
        appendSourceCount(sources)
      }
    }
    text.append("]")
  }

  private mutating func appendIGMPv3Report(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    guard length >= 16, length & 3 == 0 else { return appendIGMPLength(" [invalid len ", length) }
    let groups = Int(try bytes.get16(start + 6))
    text.append(", ")
    text.append(length: groups)
    text.append(" group record(s)")
    guard options.verbosity > 0 else { return }
    var group = 8
    for _ in 0..<groups {
      guard length >= group + 8 else { return text.append(" [invalid number of groups]") }
      text.append(" [gaddr ", try bytes.ipv4Address(start + group + 4))
      let type = try bytes.get8(start + group)
      text.append(" ")
      appendRecordType(type, version: "v3")
      let sources = Int(try bytes.get16(start + group + 2))
      guard length >= group + 8 + sources * 4 else {
        return appendIGMPLength(" [invalid number of sources ", sources)
      }
      if options.verbosity == 1 {
        appendSourceCount(sources)
      } else {
        try appendSources(bytes, at: start + group + 8, count: sources)
      }
      group += 8 + sources * 4
      text.append("]")
    }
  }

  private mutating func appendSources(_ bytes: Span<UInt8>, at start: Int, count: Int) throws(Truncation) {
    text.append(" {")
    for index in 0..<count {
      text.append(" ", try bytes.ipv4Address(start + index * 4))
    }
    text.append(" }")
  }

  mutating func appendSourceCount(_ count: Int) {
    text.append(", ")
    text.append(length: count)
    text.append(" source(s)")
  }

  /// The type of a group record in IGMPv3 and MLDv2 reports.
  mutating func appendRecordType(_ type: UInt8, version: String) {
    switch type {
    case 1: text.append("is_in")
    case 2: text.append("is_ex")
    case 3: text.append("to_in")
    case 4: text.append("to_ex")
    case 5: text.append("allow")
    case 6: text.append("block")
    default:
      text.append(" [")
      text.append(version)
      text.append("-report-#")
      text.append(type)
      text.append("]")
    }
  }

  private mutating func appendTrace(
    _ name: String, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) {
    guard length >= 24 else { return appendIGMPLength(" [invalid len ", length) }
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
