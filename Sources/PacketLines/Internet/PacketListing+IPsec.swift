import TextOutput
import Wire

extension PacketListing {
  /// Appends what an Encapsulating Security Payload shows without its key (RFC 4303 section 2).
  mutating func appendESP(_ bytes: Span<UInt8>, at start: Int, length: Int) {
    layer = "esp"
    // tcpdump wants a byte after the header.
    guard bytes.has(9, at: start) else { return appendTruncation() }
    text.append("ESP(spi=0x")
    text.append(hexadecimal: bytes.uint32(at: start), paddedTo: 8)
    text.append(",seq=0x")
    text.append(hexadecimal: bytes.uint32(at: start + 4))
    text.append("), length ")
    text.append(length: length)
  }

  /// Appends an Authentication Header and what follows it (RFC 4302 section 2).
  mutating func appendAH(
    _ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext
  ) throws(Truncation) {
    layer = "ah"
    guard bytes.has(1, at: start) else { return appendTruncation() }
    let next = IPProtocol(rawValue: bytes[start])
    text.append("AH")
    let words = Int(try bytes.get8(start + 1))
    let headerLength = (words + 2) * 4
    text.append("(")
    if options.verbosity > 0 {
      text.append("length=")
      text.append(length: words)
      text.append("(")
      text.append(length: headerLength)
      text.append("-bytes),")
    }
    let reserved = try bytes.get16(start + 2)
    if reserved != 0 {
      text.append("reserved=0x")
      text.append(hexadecimal: UInt32(reserved))
      text.append("[MustBeZero],")
    }
    text.append("spi=0x", hexadecimal: try bytes.get32(start + 4), paddedTo: 8)
    text.append(",")
    text.append("seq=0x", hexadecimal: try bytes.get32(start + 8))
    text.append(",icv=0x")
    for offset in min(start + 12, start + headerLength)..<(start + headerLength) {
      text.append(hexadecimalByte: try bytes.get8(offset))
    }
    text.append("): ")
    try appendTransport(next, bytes, at: start + headerLength, length: length - headerLength, ip)
  }
}
