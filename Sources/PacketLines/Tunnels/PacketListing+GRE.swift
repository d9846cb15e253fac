import TextOutput
import Wire

extension PacketListing {
  /// Appends a GRE packet (RFC 2784, RFC 2637) and what it carries.
  mutating func appendGRE(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "gre"
    guard length >= 2, bytes.has(2, at: start) else { return appendTruncation() }
    let flags = bytes.uint16(at: start)
    text.append("GREv", flags & 7)
    guard flags & 7 <= 1 else { return text.append(" ERROR: unknown-version") }
    if options.verbosity > 0 {
      text.append(", Flags [")
      appendFlagNames(UInt32(flags), Self.greFlags)
      text.append("]")
    }
    var body = ListedBody(offset: start + 2, length: length - 2)
    guard let type = body.next16(bytes) else { return appendTruncation() }
    let isWhole = flags & 7 == 0 ? appendGREFields(flags, bytes, &body) : appendPPTPFields(flags, bytes, &body)
    guard isWhole else { return appendTruncation() }
    if options.showsLinkHeader {
      text.append(", proto ")
      text.append(EtherType(rawValue: type).listingName ?? "unknown")
      text.append(" (0x", hexadecimal: UInt32(type), paddedTo: 4)
      text.append(")")
    }
    text.append(", length ")
    text.append(length: length)
    if flags & 7 == 1, flags & 0x1000 == 0 { return }
    text.append(options.verbosity < 1 ? ": " : "\n\t")
    try appendGREPayload(type, isPPTP: flags & 7 == 1, bytes, at: body.offset, length: body.length)
  }

  private static let greFlags: [(UInt32, String)] = [
    (0x8000, "checksum present"), (0x4000, "routing present"), (0x2000, "key present"),
    (0x1000, "sequence# present"), (0x0800, "source routing present"), (0x0080, "ack present"),
  ]

  private mutating func appendGREFields(_ flags: UInt16, _ bytes: Span<UInt8>, _ body: inout ListedBody) -> Bool {
    if flags & 0xC000 != 0 {
      guard let sum = body.next16(bytes) else { return false }
      if options.verbosity > 0 { text.append(", sum 0x", hexadecimal: UInt32(sum)) }
      guard let offset = body.next16(bytes) else { return false }
      text.append(", off 0x", hexadecimal: UInt32(offset))
    }
    if flags & 0x2000 != 0 {
      guard let key = body.next32(bytes) else { return false }
      text.append(", key=0x", hexadecimal: key)
    }
    if flags & 0x1000 != 0 {
      guard let sequence = body.next32(bytes) else { return false }
      text.append(", seq ", sequence)
    }
    return flags & 0x4000 == 0 || appendGRERoutes(bytes, &body)
  }

  private mutating func appendPPTPFields(_ flags: UInt16, _ bytes: Span<UInt8>, _ body: inout ListedBody) -> Bool {
    for (bit, words) in [(UInt16(0x2000), ", call "), (0x1000, ", seq "), (0x0080, ", ack ")] where flags & bit != 0 {
      guard let value = body.next32(bytes) else { return false }
      text.append(words, bit == 0x2000 ? value & 0xFFFF : value)
    }
    if flags & 0x1000 == 0 { text.append(", no-payload") }
    return true
  }

  /// Source routes (RFC 1701), up to an empty one.
  private mutating func appendGRERoutes(_ bytes: Span<UInt8>, _ body: inout ListedBody) -> Bool {
    while true {
      guard body.has(4, bytes), let family = body.next16(bytes), let head = body.next16(bytes) else { return false }
      let (offset, length) = (Int(head >> 8), Int(head & 0xFF))
      if family == 0, length == 0 { return true }
      guard appendGRERoute(family, offset, length, bytes, body), body.length >= length else { return false }
      body.skip(length)
    }
  }

  private mutating func appendGRERoute(
    _ family: UInt16, _ offset: Int, _ length: Int, _ bytes: Span<UInt8>, _ body: ListedBody
  ) -> Bool {
    let width = family == 0x0800 ? 4 : 2
    guard family == 0x0800 || family == 0xFFFE else {
      text.append(", (rtaf=0x", hexadecimal: UInt32(family))
      text.append(")")
      return true
    }
    text.append(family == 0x0800 ? ", (rtaf=ip" : ", (rtaf=asn")
    defer { text.append(")") }
    if offset & (width - 1) != 0 {
      text.append(", badoffset=", UInt8(offset))
    } else if length & (width - 1) != 0 {
      text.append(", badlength=", UInt8(length))
    } else if offset >= length {
      text.append(", badoff/len=", UInt8(offset))
      text.append("/", UInt8(length))
    } else {
      var body = body
      for position in stride(from: 0, to: length, by: width) {
        guard body.has(width, bytes) else { return false }
        text.append(position == offset ? " *" : " ")
        if width == 4, let address = body.next32(bytes) { text.append(IPv4Address(rawValue: address)) }
        if width == 2, let number = body.next16(bytes) { text.append(hexadecimal: UInt32(number)) }
      }
    }
    return true
  }

  private mutating func appendGREPayload(
    _ type: UInt16, isPPTP: Bool, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) {
    switch EtherType(rawValue: type) {
    case .ppp where isPPTP: _ = try appendPPP(bytes, at: start, length: length)
    case .ipv4 where !isPPTP: try appendIPv4(bytes, at: start, length: length)
    case .ipv6 where !isPPTP: try appendIPv6(bytes, at: start, length: length)
    case .mpls where !isPPTP: try appendMPLS(bytes, at: start, length: length)
    case .transparentEthernet where !isPPTP: _ = try appendEthernet(bytes, at: start, length: length)
    default: text.append("gre-proto-0x", hexadecimal: UInt32(type))
    }
  }
}
