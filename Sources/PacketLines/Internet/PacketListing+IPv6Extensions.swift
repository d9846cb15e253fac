import TextOutput
import Wire

extension PacketListing {
  /// Appends the extension header where `chain` stands and moves past it; false if there is none or the line is ended.
  mutating func appendExtension(_ chain: inout IPv6Chain, _ bytes: Span<UInt8>) throws(Truncation) -> Bool {
    let length: Int?
    switch chain.number {
    case .hopByHop: length = try appendHopByHop(&chain, bytes)
    case .destinationOptions:
      layer = "dstopt"
      length = try appendOptionsHeader("DSTOPT ", &chain, bytes, reads: options.verbosity > 0)
    case .fragment: length = try appendFragment(&chain, bytes)
    case IPProtocol(rawValue: 62), IPProtocol(rawValue: 135):
      try appendMobility(bytes, at: chain.offset)
      length = nil
    case .routing:
      guard bytes.has(1, at: chain.offset) else {
        appendTruncation()
        length = nil
        break
      }
      length = try appendRouting(bytes, at: chain.offset)
    default: return false
    }
    guard let length else {
      chain.isEnded = true
      return false
    }
    chain.number = IPProtocol(rawValue: try bytes.get8(chain.offset))
    layer = "ip6"
    guard chain.length >= length else {
      appendTruncation()
      chain.isEnded = true
      return false
    }
    chain.hasExtension = true
    chain.offset += length
    chain.length -= length
    return true
  }

  private mutating func appendHopByHop(_ chain: inout IPv6Chain, _ bytes: Span<UInt8>) throws(Truncation) -> Int? {
    if chain.hasHopByHop || chain.hasExtension {
      text.append(
        chain.hasHopByHop
          ? "[The Hop-by-Hop Options header was already found]"
          : "[The Hop-by-Hop Options header don't follow the IPv6 header]")
      appendInvalid()
      return nil
    }
    layer = "hbhopt"
    let length = try appendOptionsHeader("HBH ", &chain, bytes, reads: true)
    chain.hasHopByHop = true
    if chain.payloadLength == 0, chain.jumboLength == 0 {
      text.append("[No valid Jumbo Payload Hop-by-Hop option found]")
      appendInvalid()
      return nil
    }
    return length
  }

  private mutating func appendOptionsHeader(
    _ name: String, _ chain: inout IPv6Chain, _ bytes: Span<UInt8>, reads: Bool
  ) throws(Truncation) -> Int? {
    let length = (Int(try bytes.get8(chain.offset + 1)) + 1) * 8
    guard bytes.has(length, at: chain.offset) else {
      appendTruncation()
      return nil
    }
    text.append(name)
    if reads {
      let isWhole = try appendOptions(&chain, bytes, in: (chain.offset + 2)..<(chain.offset + length))
      guard isWhole else {
        appendTruncation()
        return nil
      }
    }
    return length
  }

  private mutating func appendFragment(_ chain: inout IPv6Chain, _ bytes: Span<UInt8>) throws(Truncation) -> Int? {
    layer = "frag6"
    let field = try bytes.get16(chain.offset + 2)
    let identification = options.verbosity > 0 ? try bytes.get32(chain.offset + 4) : 0
    let payloadLength = Int(try bytes.get16(chain.ip.offset + 4))
    text.append("frag (")
    if options.verbosity > 0 {
      text.append("0x", hexadecimal: identification, paddedTo: 8)
      text.append(":")
    }
    text.append(length: Int(field & 0xFFF8))
    text.append("|")
    text.append(decimal: UInt64(bitPattern: Int64(32 + payloadLength - (chain.offset - chain.ip.offset))))
    text.append(")")
    guard field & 0xFFF8 == 0 else { return nil }
    text.append(byte: 0x20)
    chain.ip.isFragment = true
    // A header at the very end of the packet has nothing to announce.
    return chain.offset + 8 >= bytes.count ? nil : 8
  }

  /// Appends a routing header (RFC 8200 section 4.4, RFC 8754).
  private mutating func appendRouting(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) -> Int? {
    layer = "rt6"
    text.append("RT6")
    let words = Int(try bytes.get8(start + 1))
    text.append(" (len=")
    text.append(length: words)
    let type = try bytes.get8(start + 2)
    text.append(", type=")
    text.append(type)
    if type == 0 { text.append(" [Deprecated]") }
    text.append(", segleft=", try bytes.get8(start + 3))
    switch type {
    case 0, 2:
      let reserved = try bytes.get32(start + 4)
      if reserved != 0 || options.verbosity > 0 {
        text.append(", rsv=0x")
        text.append(hexadecimal: reserved)
      }
    case 4:
      text.append(", last-entry=", try bytes.get8(start + 4))
      let flags = try bytes.get8(start + 5)
      if flags != 0 || options.verbosity > 0 {
        text.append(", flags=0x")
        text.append(hexadecimal: UInt32(flags))
      }
      text.append(", tag=", hexadecimal: UInt32(try bytes.get16(start + 6)))
    default:
      text.append(" (unknown type)")
      appendInvalid()
      return nil
    }
    guard words % 2 == 0 else {
      text.append(" (invalid length ")
      text.append(length: words)
      text.append(")")
      appendInvalid()
      return nil
    }
    for index in 0..<(words / 2) {
      let address = try bytes.ipv6Address(start + 8 + index * 16)
      text.append(", [")
      text.append(length: index)
      text.append("]", address)
    }
    text.append(") ")
    return (words + 1) * 8
  }
}
