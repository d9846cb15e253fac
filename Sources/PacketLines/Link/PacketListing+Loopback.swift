import TextOutput
import Wire

extension PacketListing {
  mutating func appendLoopback(_ bytes: Span<UInt8>, length: Int) throws(Truncation) {
    layer = "null"
    try bytes.require(4, at: 0)
    linkHeaderLength = LoopbackHeader.length
    // tcpdump reads the family in its own byte order, little-endian here, and swaps it if it is too large.
    let value = bytes.uint32(at: 0).byteSwapped
    let family = value & 0xFFFF_0000 != 0 ? value.byteSwapped : value
    if options.showsLinkHeader { appendFamily(family, length: length) }
    let offset = LoopbackHeader.length
    switch family {
    case 2: try appendIPv4(bytes, at: offset, length: length - offset)
    case 24, 28, 30: try appendIPv6(bytes, at: offset, length: length - offset)
    default:
      if !options.showsLinkHeader { appendFamily(family, length: length) }
      try appendUnknown(bytes, at: offset, length: bytes.count - offset)
    }
  }

  private mutating func appendFamily(_ family: UInt32, length: Int) {
    let name = Self.familyName(family)
    if options.quick {
      text.append(name ?? "Unknown AF ")
      if name == nil { text.append(family) }
    } else {
      text.append("AF ")
      text.append(name ?? "Unknown")
      text.append(" (")
      text.append(family)
      text.append(")")
    }
    appendEthernetLength(length)
  }

  private static func familyName(_ family: UInt32) -> String? {
    switch family {
    case 2: "IPv4"
    case 6: "NS"
    case 7: "ISO"
    case 16: "Appletalk"
    case 23: "IPX"
    case 24, 28, 30: "IPv6"
    default: nil
    }
  }
}
