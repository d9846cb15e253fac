import TextOutput
import Wire

extension PacketListing {
  /// Appends an ICMP message of `length` bytes (RFC 792).
  mutating func appendICMP(_ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext) throws(Truncation) {
    layer = "icmp"
    // The words are known to be whole before they are written: a message cut short shows none of them.
    let mark = text.count
    let type: UInt8
    do throws(Truncation) {
      type = try bytes.get8(start)
      let code = try bytes.get8(start + 1)
      text.append("ICMP ")
      let words = text.count
      guard try appendICMPWords(type, code, bytes, at: start) else {
        text.truncate(to: mark)
        return appendTruncation()
      }
      // tcpdump composes the words in 164 bytes.
      text.truncate(to: words + 163)
    } catch {
      text.truncate(to: mark)
      throw error
    }
    text.append(", length ")
    text.append(length: length)
    guard options.verbosity > 0 else { return }
    if !ip.isFragment, bytes.has(length, at: start) {
      let check = ChecksumCheck(bytes, in: start..<(start + length), field: start + 2)
      if !check.isCorrect {
        try bytes.require(4, at: start)
        text.append(" (wrong icmp cksum ")
        text.append(hexadecimal: UInt32(check.found))
        text.append(" (->")
        text.append(hexadecimal: UInt32(check.expected))
        text.append(")!)")
      }
    }
    if [3, 4, 5, 11, 12].contains(type) {
      text.append("\n\t")
      let inner = start + 8
      let innerLength = Int(try bytes.get16(inner + 2))
      let packet = bytes.extracting(bytes.range(upTo: inner + innerLength))
      // A datagram too short to hold its own length.
      try packet.require(4, at: inner)
      try appendIPv4(packet, at: inner, length: innerLength)
    }
    if [3, 11, 12].contains(type), length > Self.icmpExtensionOffset {
      try appendICMPExtensions(bytes, at: start, length: length)
    }
  }

  /// What the message says; false where a check of its own finds the captured bytes too short.
  private mutating func appendICMPWords(
    _ type: UInt8, _ code: UInt8, _ bytes: Span<UInt8>, at start: Int
  ) throws(Truncation) -> Bool {
    switch type {
    case 0, 8:
      text.append(type == 8 ? "echo request, id " : "echo reply, id ", try bytes.get16(start + 4))
      text.append(", seq ", try bytes.get16(start + 6))
    case 3: return try appendUnreachable(code, bytes, at: start)
    case 5: try appendRedirect(code, bytes, at: start)
    case 9: return try appendRouterAdvertisement(bytes, at: start)
    case 11:
      guard bytes.has(4, at: start + 24) else { return false }
      switch code {
      case 0: text.append("time exceeded in-transit")
      case 1: text.append("ip reassembly time exceeded")
      default:
        text.append("time exceeded-#")
        text.append(code)
      }
    case 12:
      text.append(code == 0 ? "parameter problem - octet " : "parameter problem - code ")
      text.append(code == 0 ? try bytes.get8(start + 4) : code)
    case 18:
      text.append("address mask is 0x", hexadecimal: try bytes.get32(start + 8), paddedTo: 8)
    case 13, 14: return try appendTimestampMessage(type, bytes, at: start)
    case 4: text.append("source quench")
    case 10: text.append("router solicitation")
    case 15: text.append("information request")
    case 16: text.append("information reply")
    case 17: text.append("address mask request")
    default:
      text.append("type-#")
      text.append(type)
    }
    return true
  }

  private mutating func appendUnreachable(
    _ code: UInt8, _ bytes: Span<UInt8>, at start: Int
  ) throws(Truncation) -> Bool {
    if code == 3, !bytes.has(1, at: start + 17) { return false }
    switch code {
    case 0, 6, 9, 11: text.append("net ")
    case 1, 7, 10, 12, 13, 14, 15: text.append("host ")
    default: break
    }
    if code == 3 {
      // The embedded datagram's destination port, after its header.
      let headerLength = Int(try bytes.get8(start + 8) & 0xF) * 4
      let port = try bytes.get16(start + 8 + headerLength + 2)
      text.append(try bytes.ipv4Address(start + 24))
      let number = bytes[start + 17]
      switch number {
      case 6: text.append(" tcp port ")
      case 17: text.append(" udp port ")
      default:
        text.append(" protocol ")
        text.append(number)
        text.append(" port ")
      }
      text.append(port)
      text.append(" unreachable")
      return true
    }
    let mtu = code == 4 ? try bytes.get16(start + 6) : 0
    text.append(try bytes.ipv4Address(start + 24))
    if code == 2 {
      text.append(" protocol ", try bytes.get8(start + 17))
    }
    text.append(" unreachable")
    switch code {
    case 0, 1, 2: break
    case 4:
      text.append(" - need to frag")
      if mtu != 0 {
        text.append(" (mtu ")
        text.append(mtu)
        text.append(")")
      }
    case 5: text.append(" - source route failed")
    case 6, 7: text.append(" - unknown")
    case 8: text.append(" - source host isolated")
    case 9, 10: text.append(" - admin prohibited")
    case 11, 12: text.append(" - tos prohibited")
    case 13: text.append(" - admin prohibited filter")
    case 14: text.append(" - host precedence violation")
    case 15: text.append(" - precedence cutoff")
    default:
      text.append(" - #")
      text.append(code)
    }
    return true
  }

  private mutating func appendRedirect(_ code: UInt8, _ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    switch code {
    case 0, 1: text.append("redirect ")
    case 2, 3: text.append("redirect-tos ")
    default:
      text.append("redirect-#")
      text.append(code)
      text.append(" ")
    }
    text.append(try bytes.ipv4Address(start + 24))
    text.append(code > 3 ? " to " : code & 1 == 0 ? " to net " : " to host ")
    text.append(try bytes.ipv4Address(start + 4))
  }

  /// RFC 1256 section 3.1.
  private mutating func appendRouterAdvertisement(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) -> Bool {
    guard bytes.has(4, at: start + 4) else { return false }
    text.append("router advertisement lifetime ")
    let lifetime = UInt64(bytes.uint16(at: start + 6))
    switch lifetime {
    case ..<60: text.append(decimal: lifetime)
    case ..<3600:
      text.append(decimal: lifetime / 60)
      text.append(":")
      text.append(decimal: lifetime % 60, paddedTo: 2)
    default:
      text.append(decimal: lifetime / 3600)
      text.append(":")
      text.append(decimal: lifetime % 3600 / 60, paddedTo: 2)
      text.append(":")
      text.append(decimal: lifetime % 60, paddedTo: 2)
    }
    let count = bytes[start + 4]
    text.append(" ")
    text.append(count)
    text.append(":")
    let size = bytes[start + 5]
    guard size == 2 else {
      text.append(" [size ")
      text.append(size)
      text.append("]")
      return true
    }
    for index in 0..<Int(count) {
      let entry = start + 8 + index * 8
      guard bytes.has(8, at: entry) else { return false }
      text.append(" {", try bytes.ipv4Address(entry))
      text.append(" ")
      text.append(bytes.uint32(at: entry + 4))
      text.append("}")
    }
    return true
  }

  private mutating func appendTimestampMessage(
    _ type: UInt8, _ bytes: Span<UInt8>, at start: Int
  ) throws(Truncation) -> Bool {
    if type == 14, !bytes.has(4, at: start + 16) { return false }
    text.append(type == 13 ? "time stamp query id " : "time stamp reply id ", try bytes.get16(start + 4))
    text.append(" seq ", try bytes.get16(start + 6))
    guard type == 14 else { return true }
    for (words, offset) in [(": org ", 8), (", recv ", 12), (", xmit ", 16)] {
      text.append(words)
      let time = UInt64(bytes.uint32(at: start + offset))
      text.append(decimal: time / 3_600_000, paddedTo: 2)
      text.append(":")
      text.append(decimal: time / 60_000 % 60, paddedTo: 2)
      text.append(":")
      text.append(decimal: time / 1000 % 60, paddedTo: 2)
      text.append(".")
      text.append(decimal: time % 1000, paddedTo: 3)
    }
    return true
  }
}
