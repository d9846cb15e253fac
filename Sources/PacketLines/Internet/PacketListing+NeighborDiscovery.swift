import TextOutput
import Wire

extension PacketListing {
  /// Appends a message of Neighbor Discovery (RFC 4861 section 4); false where it ends the line.
  mutating func appendNeighborDiscovery(
    _ type: UInt8, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) -> Bool {
    let headerLength: Int
    switch type {
    case 133: headerLength = 8
    case 134:
      headerLength = 16
      if options.verbosity > 0 { try appendRouterAdvertisement6(bytes, at: start) }
    case 135, 136:
      headerLength = 24
      text.append(type == 135 ? ", who has " : ", tgt is ", try bytes.ipv6Address(start + 8))
      if type == 136, options.verbosity > 0 {
        let flags = try bytes.get32(start + 4)
        text.append(", Flags [")
        append(flags: flags, [(1 << 31, "router"), (1 << 30, "solicited"), (1 << 29, "override")])
        text.append("]")
      }
    default:
      headerLength = 40
      let destination = try bytes.ipv6Address(start + 24)
      text.append(", ")
      text.append(destination)
      text.append(" to ", try bytes.ipv6Address(start + 8))
    }
    guard options.verbosity > 0 else { return true }
    return try appendNeighborOptions(bytes, at: start + headerLength, length: length - headerLength)
  }

  private mutating func append(flags: UInt32, _ names: [(UInt32, String)]) {
    var isFirst = true
    for (bit, name) in names where flags & bit != 0 {
      if !isFirst { text.append(", ") }
      text.append(name)
      isFirst = false
    }
    if isFirst { text.append("none") }
  }

  private mutating func appendRouterAdvertisement6(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    try bytes.require(16, at: start)
    let flags = bytes[start + 5]
    text.append("\n\thop limit ")
    text.append(bytes[start + 4])
    text.append(", Flags [")
    append(
      flags: UInt32(flags),
      [(0x80, "managed"), (0x40, "other stateful"), (0x20, "home agent"), (0x02, "ipv6 only")])
    text.append("], pref ")
    appendPreference(flags)
    text.append(", router lifetime ")
    text.append(bytes.uint16(at: start + 6))
    text.append("s, reachable time ")
    text.append(bytes.uint32(at: start + 8))
    text.append("ms, retrans timer ")
    text.append(bytes.uint32(at: start + 12))
    text.append("ms")
  }

  private mutating func appendPreference(_ flags: UInt8) {
    text.append(["medium", "high", "rsv", "low"][Int(flags >> 3 & 3)])
  }

  /// Appends the options, each on a line of its own; false where one ends the line.
  mutating func appendNeighborOptions(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) -> Bool {
    var offset = start
    var rest = length
    while offset < bytes.count {
      guard bytes.has(2, at: offset) else {
        appendTruncation()
        return false
      }
      guard rest > 0 else { return true }
      let type = bytes[offset]
      let optionLength = Int(bytes[offset + 1]) * 8
      guard optionLength > 0, bytes.has(optionLength, at: offset) else {
        appendTruncation()
        return false
      }
      text.append("\n\t  ")
      text.append(Self.neighborOptionName(type))
      text.append(" option (")
      text.append(type)
      text.append("), length ")
      text.append(length: optionLength)
      text.append(" (")
      text.append(length: optionLength / 8)
      text.append("): ")
      guard Self.neighborOptionName(type) != "unknown" else {
        if options.verbosity <= 1 {
          appendUnknownData(bytes, at: offset + 2, length: optionLength - 2, prefix: "\n\t  ")
          return true
        }
        appendUnknownData(bytes, at: offset + 2, length: optionLength - 2, prefix: "\n\t    ")
        offset += optionLength
        rest -= optionLength
        continue
      }
      guard try appendNeighborOption(type, bytes, at: offset, length: optionLength, first: start) else {
        appendTruncation()
        return false
      }
      if options.verbosity > 1 {
        appendUnknownData(bytes, at: offset + 2, length: optionLength - 2, prefix: "\n\t    ")
      }
      offset += optionLength
      rest -= optionLength
    }
    return true
  }

  /// Appends one option, all of which is within `bytes`; false where it is not what its type says.
  private mutating func appendNeighborOption(
    _ type: UInt8, _ bytes: Span<UInt8>, at offset: Int, length: Int, first: Int
  ) throws(Truncation) -> Bool {
    switch type {
    case 1, 2:
      for index in 2..<length {
        if index > 2 { text.append(":") }
        text.append(hexadecimalByte: bytes[offset + index])
      }
    case 3: try appendPrefixInformation(bytes, at: offset, length: length)
    case 4: appendUnknownData(bytes, at: first, length: length, prefix: "\n\t    ")
    case 5:
      text.append(" ", try bytes.get32(offset + 4))
      if length != 8 { text.append("bad option length") }
    case 7:
      text.append(" ", try bytes.get32(offset + 4))
      text.append("ms")
    case 8:
      try bytes.require(8, at: offset)
      text.append(" preference ", try bytes.get16(offset + 4))
      text.append(", lifetime ", try bytes.get16(offset + 6))
    case 24: return try appendRouteInformation(bytes, at: offset, length: length)
    case 25:
      text.append(" lifetime ", try bytes.get32(offset + 4))
      text.append("s,")
      for index in 0..<((length / 8 - 1) / 2) {
        text.append(" addr: ", try bytes.ipv6Address(offset + 8 + index * 16))
      }
    default:
      text.append(" lifetime ", try bytes.get32(offset + 4))
      text.append("s, domain(s):")
      var name = offset + 8
      while name < offset + length, try bytes.get8(name) != 0 {
        text.append(" ")
        guard let next = try appendDomainName(bytes, at: name, message: first) else { return false }
        name = next
      }
    }
    return true
  }

  private mutating func appendPrefixInformation(
    _ bytes: Span<UInt8>, at offset: Int, length: Int
  ) throws(Truncation) {
    try bytes.require(32, at: offset)
    text.append(try bytes.ipv6Address(offset + 16))
    text.append("/")
    text.append(bytes[offset + 2])
    if length != 32 { text.append("badlen") }
    text.append(", Flags [")
    append(flags: UInt32(bytes[offset + 3]), [(0x80, "onlink"), (0x40, "auto"), (0x20, "router")])
    text.append("], valid time ")
    appendLifetime(bytes.uint32(at: offset + 4))
    text.append(", pref. time ")
    appendLifetime(bytes.uint32(at: offset + 8))
  }

  /// RFC 4191 section 2.3.
  private mutating func appendRouteInformation(
    _ bytes: Span<UInt8>, at offset: Int, length: Int
  ) throws(Truncation) -> Bool {
    guard length <= 24 else { return false }
    var prefix = IPv6Address.any
    if length >= 16 { prefix.high = bytes.uint64(at: offset + 8) }
    if length >= 24 { prefix.low = bytes.uint64(at: offset + 16) }
    text.append(" ")
    text.append(prefix)
    text.append("/")
    text.append(bytes[offset + 2])
    text.append(", pref=")
    appendPreference(bytes[offset + 3])
    text.append(", lifetime=")
    appendLifetime(bytes.uint32(at: offset + 4))
    return true
  }

  private mutating func appendLifetime(_ seconds: UInt32) {
    if seconds == .max { return text.append("infinity") }
    text.append(seconds)
    text.append("s")
  }

  private static func neighborOptionName(_ type: UInt8) -> String {
    switch type {
    case 1: "source link-address"
    case 2: "destination link-address"
    case 3: "prefix info"
    case 4: "redirected header"
    case 5: "mtu"
    case 7: "advertisement interval"
    case 8: "homeagent information"
    case 24: "route info"
    case 25: "rdnss"
    case 31: "dnssl"
    default: "unknown"
    }
  }
}
