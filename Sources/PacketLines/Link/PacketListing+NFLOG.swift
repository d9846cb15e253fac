import TextOutput
import Wire

extension PacketListing {
  /// Appends what Linux's packet filter logged.
  mutating func appendNFLOG(_ bytes: Span<UInt8>, length: Int) throws(Truncation) {
    layer = "nflog"
    guard let header = try? NFLOGHeader(bytes) else {
      linkHeaderLength = bytes.count
      return appendTruncation()
    }
    linkHeaderLength = NFLOGHeader.length
    guard header.version == 0 else {
      text.append("version ", header.version)
      return text.append(" (unknown)")
    }
    if options.showsLinkHeader { append(header, length: length) }
    var offset = NFLOGHeader.length
    while offset < length {
      guard bytes.has(4, at: offset) else { return appendTruncation() }
      // The order is that of the host that captured; there are 20 types, which tells it.
      let isBigEndian = 1...20 ~= bytes.uint16(at: offset + 2)
      let (claimed, type) = (bytes.uint16(at: offset), bytes.uint16(at: offset + 2))
      let size = (Int(isBigEndian ? claimed : claimed.byteSwapped) + 3) & ~3 & 0xFFFF
      guard size >= 4, bytes.has(size, at: offset) else { return appendTruncation() }
      if (isBigEndian ? type : type.byteSwapped) == NFLOGAttribute.payload {
        offset += 4
        linkHeaderLength += 4
        break
      }
      offset += size
      linkHeaderLength += size
    }
    switch header.etherType {
    case .ipv4: try appendIPv4(bytes, at: offset, length: length - offset)
    case .ipv6: try appendIPv6(bytes, at: offset, length: length - offset)
    default:
      if !options.showsLinkHeader { append(header, length: length - offset + NFLOGHeader.length) }
      try appendUnknown(bytes, at: offset, length: bytes.count - offset)
    }
  }

  private mutating func append(_ header: NFLOGHeader, length: Int) {
    text.append("version ", header.version)
    text.append(", resource ID ", header.resource)
    let name = header.family == 2 ? "IPv4" : header.family == 10 ? "IPv6" : nil
    if options.quick {
      text.append(", ")
      text.append(name ?? "Unknown NFLOG (0x")
      if name == nil {
        text.append(hexadecimalByte: header.family)
        text.append(")")
      }
    } else {
      text.append(", family ")
      text.append(name ?? "Unknown")
      text.append(" (", header.family)
      text.append(")")
    }
    appendEthernetLength(length)
  }
}
