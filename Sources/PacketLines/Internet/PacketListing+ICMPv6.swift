import TextOutput
import Wire

extension PacketListing {
  /// Appends an ICMPv6 message of `length` bytes (RFC 4443, RFC 4861, RFC 3810).
  mutating func appendICMPv6(_ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext) throws(Truncation) {
    layer = "icmp6"
    guard length > 0 else {
      text.append("ICMP6, length 0")
      return appendInvalid()
    }
    if options.verbosity > 0, !ip.isFragment { try appendICMPv6Checksum(bytes, at: start, length: length, ip) }
    let type = try bytes.get8(start)
    text.append("ICMP6, ")
    appendICMPv6Name(type)
    // Those that say more with -v give their length first.
    if options.verbosity > 0, (133...137).contains(type) || type == 145 || type == 147 { appendICMPv6Length(length) }
    let code = try bytes.get8(start + 1)
    guard try appendICMPv6Body(type, code, bytes, at: start, length: length) else { return }
    if options.verbosity == 0 { appendICMPv6Length(length) }
  }

  mutating func appendICMPv6Length(_ length: Int) {
    text.append(", length ")
    text.append(length: length)
  }

  private mutating func appendICMPv6Checksum(
    _ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext
  ) throws(Truncation) {
    guard bytes.has(length, at: start), let sum = PseudoHeader.sum(bytes, ip, .icmpv6, length: length) else { return }
    try bytes.require(4, at: start)
    let check = ChecksumCheck(bytes, in: start..<(start + length), field: start + 2, adding: sum)
    if check.isCorrect { return text.append("[icmp6 sum ok] ") }
    text.append("[bad icmp6 cksum 0x")
    text.append(hexadecimal: UInt32(check.found), paddedTo: 4)
    text.append(" -> 0x")
    text.append(hexadecimal: UInt32(check.expected), paddedTo: 4)
    text.append("!] ")
  }

  /// What the message says; false where it ends the line.
  private mutating func appendICMPv6Body(
    _ type: UInt8, _ code: UInt8, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) -> Bool {
    switch type {
    case 1: return try appendUnreachable6(code, bytes, at: start, length: length)
    case 2: try appendField(", mtu ", bytes, at: start + 4)
    case 3:
      switch code {
      case 0:
        text.append(" for ", try bytes.ipv6Address(start + 32))
      case 1: text.append(" (reassembly)")
      default:
        text.append(", unknown code (")
        text.append(code)
        text.append(")")
      }
    case 4:
      guard bytes.has(16, at: start + 32) else {
        appendTruncation()
        return false
      }
      switch code {
      case 0: try appendField(", erroneous - octet ", bytes, at: start + 4)
      case 1: try appendField(", next header - octet ", bytes, at: start + 4)
      case 2: try appendField(", option - octet ", bytes, at: start + 4)
      case 3: try appendField(", incomplete header chain - octet ", bytes, at: start + 4)
      default:
        text.append(", code-#")
        text.append(code)
      }
    case 128, 129:
      try bytes.require(8, at: start)
      text.append(", id ", try bytes.get16(start + 4))
      text.append(", seq ", try bytes.get16(start + 6))
    case 130, 131, 132, 143: try appendListenerMessage(type, bytes, at: start, length: length)
    case 133...137: return try appendNeighborDiscovery(type, bytes, at: start, length: length)
    case 144, 146:
      text.append(", id 0x", hexadecimal: UInt32(try bytes.get16(start + 4)), paddedTo: 4)
    case 138: try appendRouterRenumbering(bytes, at: start)
    case 139: try appendNodeQuery(bytes, at: start)
    case 140: try appendNodeReply(bytes, at: start, length: length)
    case 141, 142: break
    case 145, 147: return try appendMobileReply(type, bytes, at: start, length: length)
    case 155: try appendRPL(code, bytes, at: start + 4, length: length - 4)
    default:
      appendICMPv6Length(length)
      if options.verbosity <= 1 { appendUnknownData(bytes, at: start, length: length, prefix: "\n\t") }
      return false
    }
    return true
  }

  private mutating func appendField(_ words: String, _ bytes: Span<UInt8>, at offset: Int) throws(Truncation) {
    text.append(words, try bytes.get32(offset))
  }

  /// As many of the bytes as there are, in hexadecimal.
  mutating func appendUnknownData(_ bytes: Span<UInt8>, at offset: Int, length: Int, prefix: String) {
    guard bytes.has(0, at: offset) else {
      text.append(prefix)
      return text.append("Dissector error: print_unknown_data called with pointer past end of packet")
    }
    let end = min(bytes.count, offset + max(0, length))
    text.appendHexadecimal(bytes.extracting(offset..<end), prefix: prefix)
  }

  private mutating func appendUnreachable6(
    _ code: UInt8, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) -> Bool {
    let inner = start + 8
    switch code {
    case 0, 1, 3:
      text.append(
        [", unreachable route", ",  unreachable prohibited", "", ", unreachable address"][Int(code)])
      text.append(" ", try bytes.ipv6Address(inner + 24))
    case 2:
      text.append(", beyond scope")
      let source = try bytes.ipv6Address(inner + 8)
      text.append(" ", try bytes.ipv6Address(inner + 24))
      text.append(", source address ")
      text.append(source)
    case 4:
      text.append(", unreachable port")
      guard let upper = try upperLayer(bytes, at: inner) else {
        appendTruncation()
        return false
      }
      let destination = try bytes.ipv6Address(inner + 24)
      text.append(", ")
      text.append(destination)
      text.append(upper.number == .tcp ? " tcp port " : " udp port ")
      text.append(upper.port)
    default:
      text.append(", unknown unreach code (")
      text.append(code)
      text.append(")")
      if options.verbosity <= 1 {
        appendUnknownData(bytes, at: start, length: length, prefix: "\n\t")
        return false
      }
    }
    return true
  }

  /// The transport and destination port of an embedded packet.
  private func upperLayer(
    _ bytes: Span<UInt8>, at start: Int
  ) throws(Truncation) -> (number: IPProtocol, port: UInt16)? {
    guard bytes.has(1, at: start + 6) else { return nil }
    var number = IPProtocol(rawValue: bytes[start + 6])
    var offset = start
    var headerLength = 40
    while offset < bytes.count {
      offset += headerLength
      switch number {
      case .udp, .tcp: return bytes.has(4, at: offset) ? (number, bytes.uint16(at: offset + 2)) : nil
      case .hopByHop, .destinationOptions, .routing:
        guard bytes.has(2, at: offset) else { return nil }
        headerLength = (Int(bytes[offset + 1]) + 1) * 8
      case .fragment:
        guard bytes.has(4, at: offset), bytes.uint16(at: offset + 2) & 0xFFF8 == 0 else { return nil }
        headerLength = 8
      case .authentication:
        guard bytes.has(2, at: offset) else { return nil }
        headerLength = (Int(bytes[offset + 1]) + 2) * 4
      default: return nil
      }
      number = IPProtocol(rawValue: bytes[offset])
    }
    return nil
  }

  private mutating func appendMobileReply(
    _ type: UInt8, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) -> Bool {
    guard options.verbosity > 0 else { return true }
    text.append(", id 0x", hexadecimal: UInt32(try bytes.get16(start + 4)), paddedTo: 4)
    if type == 145 {
      for offset in stride(from: start + 8, to: start + length, by: 16) {
        text.append(", ", try bytes.ipv6Address(offset))
      }
      return true
    }
    let flags = try bytes.get16(start + 6)
    if flags & 0xC000 != 0 { text.append(" ") }
    if flags & 0x8000 != 0 { text.append("M") }
    if flags & 0x4000 != 0 { text.append("O") }
    return try appendNeighborOptions(bytes, at: start + 8, length: length - 8)
  }

  private mutating func appendICMPv6Name(_ type: UInt8) {
    switch type {
    case 1: text.append("destination unreachable")
    case 2: text.append("packet too big")
    case 3: text.append("time exceeded in-transit")
    case 4: text.append("parameter problem")
    case 128: text.append("echo request")
    case 129: text.append("echo reply")
    case 130: text.append("multicast listener query")
    case 131: text.append("multicast listener report")
    case 132: text.append("multicast listener done")
    case 133: text.append("router solicitation")
    case 134: text.append("router advertisement")
    case 135: text.append("neighbor solicitation")
    case 136: text.append("neighbor advertisement")
    case 137: text.append("redirect")
    case 138: text.append("router renumbering")
    case 139: text.append("who-are-you request")
    case 140: text.append("who-are-you reply")
    case 141: text.append("inverse neighbor solicitation")
    case 142: text.append("inverse neighbor advertisement")
    case 143: text.append("multicast listener report v2")
    case 144: text.append("ha discovery request")
    case 145: text.append("ha discovery reply")
    case 146: text.append("mobile router solicitation")
    case 147: text.append("mobile router advertisement")
    case 155: text.append("RPL")
    case 200: text.append("mtrace response")
    case 201: text.append("mtrace message")
    default:
      text.append("unknown icmp6 type (")
      text.append(type)
      text.append(")")
    }
  }
}
