import TextOutput
import Wire

extension PacketListing {
  /// Appends an IPv6 packet of which the link layer says that it has `length` bytes.
  mutating func appendIPv6(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "ip6"
    guard bytes.has(40, at: start) else { return appendTruncation() }
    guard length >= 40 else { return appendTooShort("truncated-ip6 ", length) }
    if !options.showsLinkHeader { text.append("IP6 ") }
    let first = bytes.uint32(at: start)
    guard first >> 28 == 6 else {
      text.append("version error: ")
      text.append(first >> 28)
      return text.append(" != 6")
    }
    let payloadLength = Int(bytes.uint16(at: start + 4))
    if payloadLength != 0, length < payloadLength + 40 { appendMissing(payloadLength + 40 - length) }
    let number = IPProtocol(rawValue: bytes[start + 6])
    if options.verbosity > 0 { appendIPv6Header(bytes, at: start, payloadLength: payloadLength) }
    let end = payloadLength == 0 ? length + 40 : payloadLength + 40
    var chain = IPv6Chain(
      ip: IPContext(version: 6, offset: start, isFragment: false), offset: start + 40, number: number,
      length: end - 40, linkLength: length, payloadLength: payloadLength)
    let packet = bytes.extracting(bytes.range(upTo: start + end))
    switch number {
    case .tcp, .udp, .sctp: break
    default:
      try appendAddresses(packet, chain.ip)
      text.append(": ")
    }
    while try appendExtension(&chain, packet) {}
    guard !chain.isEnded else { return }
    try appendPayload(of: chain, bytes: bytes, packet)
  }

  /// Appends the packet that follows the extension headers, within the length that the headers give.
  private mutating func appendPayload(
    of chain: IPv6Chain, bytes: Span<UInt8>, _ packet: Span<UInt8>
  ) throws(Truncation) {
    let start = chain.ip.offset
    let advanced = chain.offset - start
    var length = chain.length
    if chain.jumboLength > 0 {
      length = chain.jumboLength + 40
      guard length >= advanced else { return appendTruncation() }
      if chain.linkLength < length { appendMissing(length - chain.linkLength) }
      let jumbo = bytes.extracting(bytes.range(upTo: start + length))
      return try appendTransport(chain.number, jumbo, at: chain.offset, length: length - advanced, chain.ip)
    }
    guard chain.payloadLength == 0 else {
      return try appendTransport(chain.number, packet, at: chain.offset, length: length, chain.ip)
    }
    // No payload: then there can be no extension header either.
    guard advanced == 40 else { return appendTruncation() }
    length = 0
    let header = bytes.extracting(bytes.range(upTo: start + 40))
    try appendTransport(chain.number, header, at: chain.offset, length: length, chain.ip)
  }

  private mutating func appendMissing(_ count: Int) {
    text.append("truncated-ip6 - ")
    text.append(length: count)
    text.append(" bytes missing!")
  }

  /// The parenthesis of `-v`.
  private mutating func appendIPv6Header(_ bytes: Span<UInt8>, at start: Int, payloadLength: Int) {
    let first = bytes.uint32(at: start)
    text.append("(")
    if first & 0x0FF0_0000 != 0 {
      text.append("class 0x")
      text.append(hexadecimal: first >> 20 & 0xFF, paddedTo: 2)
      text.append(", ")
    }
    if first & 0xF_FFFF != 0 {
      text.append("flowlabel 0x")
      text.append(hexadecimal: first & 0xF_FFFF, paddedTo: 5)
      text.append(", ")
    }
    let number = IPProtocol(rawValue: bytes[start + 6])
    text.append("hlim ")
    text.append(bytes[start + 7])
    text.append(", next-header ")
    text.append(number.listingName)
    text.append(" (")
    text.append(number.rawValue)
    text.append(") payload length: ")
    text.append(length: payloadLength)
    text.append(") ")
  }
}
