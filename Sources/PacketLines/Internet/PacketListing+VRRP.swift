import TextOutput
import Wire

extension PacketListing {
  /// Appends a VRRP advertisement, version 2 or 3 (RFC 3768, RFC 5798).
  mutating func appendVRRP(_ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext) throws(Truncation) {
    layer = "vrrp"
    text.append("VRRP")
    let first = try bytes.get8(start)
    let (version, type) = (first >> 4, first & 15)
    text.append("v", version)
    if type == 1 {
      text.append(", Advertisement")
    } else {
      text.append(", unknown type (", type)
      text.append(")")
    }
    let lifetime = bytes[ip.offset + (ip.version == 6 ? 7 : 8)]
    if lifetime != 255 {
      text.append(", (ttl ", lifetime)
      text.append(")")
    }
    guard version == 2 || version == 3, type == 1 else { return }
    let (router, priority) = (try bytes.get8(start + 1), try bytes.get8(start + 2))
    text.append(", vrid ", router)
    text.append(", prio ", priority)
    var authentication: UInt8 = 0
    if version == 2 {
      authentication = try bytes.get8(start + 4)
      text.append(", authtype ")
      switch authentication {
      case 0: text.append("none")
      case 1: text.append("simple")
      case 2: text.append("ah")
      default: text.append("#", authentication)
      }
      text.append(", intvl ", try bytes.get8(start + 5))
      text.append("s, length ")
    } else {
      text.append(", intvl ", try bytes.get16(start + 4) & 0x0FFF)
      text.append("cs, length ")
    }
    text.append(length: length)
    guard options.verbosity > 0 else { return }
    appendVRRPChecksum(bytes, at: start, length: length, version, ip)
    try appendVRRPAddresses(bytes, at: start, hasPassword: version == 2 && authentication == 1, ip)
  }

  private mutating func appendVRRPChecksum(
    _ bytes: Span<UInt8>, at start: Int, length: Int, _ version: UInt8, _ ip: IPContext
  ) {
    guard bytes.has(length, at: start) else { return }
    var sum = InternetChecksum()
    if version == 3 {
      guard let pseudo = PseudoHeader.sum(bytes, ip, .vrrp, length: length) else { return }
      sum = pseudo
    }
    let check = ChecksumCheck(bytes, in: start..<(start + length), field: start + 6, adding: sum)
    if !check.isCorrect {
      text.append(", (bad vrrp cksum ", hexadecimal: UInt32(check.found))
      text.append(")")
    }
  }

  private mutating func appendVRRPAddresses(
    _ bytes: Span<UInt8>, at start: Int, hasPassword: Bool, _ ip: IPContext
  ) throws(Truncation) {
    let count = try bytes.get8(start + 3)
    text.append(", addrs")
    if count > 1 {
      text.append("(", count)
      text.append(")")
    }
    text.append(":")
    var offset = start + 8
    for index in 0..<count {
      let separator = index == 0 ? " " : ","
      if ip.version == 4 {
        text.append(separator, try bytes.ipv4Address(offset))
        offset += 4
      } else {
        text.append(separator, try bytes.ipv6Address(offset))
        offset += 16
      }
    }
    guard hasPassword else { return }
    text.append(" auth \"")
    try appendPadded(bytes, offset..<offset + 8)
    text.append("\"")
  }

  /// Text of a fixed length, which zeros fill up.
  mutating func appendPadded(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Truncation) {
    if appendTerminated(bytes, range) == nil, range.upperBound > bytes.count { throw Truncation() }
  }
}
