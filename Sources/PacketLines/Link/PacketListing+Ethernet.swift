import TextOutput
import Wire

extension PacketListing {
  /// The addresses of the link layer, where it has a pair of them.
  struct LinkAddresses {
    var source: MACAddress
    var destination: MACAddress
  }

  /// Appends an Ethernet frame; returns the length of its header, tags and LLC header included.
  mutating func appendEthernet(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) -> Int {
    layer = "ether"
    guard length >= bytes.count - start else {
      appendTooShort("[length ", length)
      appendTooShort(" < caplen ", bytes.count - start)
      text.append("]")
      appendInvalid()
      return length
    }
    guard let header = try? EthernetHeader(bytes, at: start) else {
      appendTruncation()
      return bytes.count - start
    }
    let addresses = LinkAddresses(source: header.source, destination: header.destination)
    if options.showsLinkHeader { append(addresses) }
    var type = header.etherType
    var offset = start + EthernetHeader.length
    var printedLength = false
    while type.isVLAN {
      guard let tag = try? VLANTag(bytes, at: offset), length - (offset - start) >= VLANTag.length else {
        layer = "vlan"
        appendTruncation()
        return min(bytes.count - start, length)
      }
      if options.showsLinkHeader {
        append(type)
        if printedLength { text.append(", ") } else { appendEthernetLength(length) }
        printedLength = true
        append(tag)
      }
      type = tag.etherType
      offset += VLANTag.length
    }
    let remaining = length - (offset - start)
    if type.rawValue <= 1500 {
      return try append802Dot3(
        bytes, at: offset, type: type, length: remaining, printedLength: printedLength, addresses) - start
    }
    if type.rawValue == 0x8870 {
      // Jumbo frames whose LLC header the length field has no room for.
      let llc = try appendLLC(bytes, at: offset, length: remaining, addresses)
      if !llc.isKnown { try appendUnknown(bytes, at: offset, length: bytes.count - offset) }
      return offset - start + llc.headerLength
    }
    if options.showsLinkHeader {
      append(type)
      if printedLength { text.append(", ") } else { appendEthernetLength(length) }
    }
    guard try append(type, bytes, at: offset, length: remaining) else {
      if !options.showsLinkHeader {
        append(addresses)
        append(type)
        appendEthernetLength(length)
      }
      try appendUnknown(bytes, at: offset, length: bytes.count - offset)
      return offset - start
    }
    return offset - start
  }

  /// Appends what an EtherType announces; false if the type is not one that is read.
  mutating func append(_ type: EtherType, _ bytes: Span<UInt8>, at offset: Int, length: Int) throws(Truncation) -> Bool
  {
    switch type {
    case .ipv4: try appendIPv4(bytes, at: offset, length: length)
    case .ipv6: try appendIPv6(bytes, at: offset, length: length)
    case .pppoeDiscovery, .pppoeSession: try appendPPPoE(bytes, at: offset, length: length)
    case .lldp: appendLLDP(bytes, at: offset, length: length)
    case .mpls, .mplsMulticast: try appendMPLS(bytes, at: offset, length: length)
    case .ppp:
      if length > 0 {
        text.append(": ")
        try appendPPP(bytes, at: offset, length: length)
      }
    case .arp, .reverseARP: try appendARP(bytes, at: offset, length: length)
    default: return false
    }
    return true
  }

  private mutating func append802Dot3(
    _ bytes: Span<UInt8>, at offset: Int, type: EtherType, length: Int, printedLength: Bool, _ addresses: LinkAddresses
  ) throws(Truncation) -> Int {
    let payload = min(length, Int(type.rawValue))
    if options.showsLinkHeader {
      text.append("802.3")
      if !printedLength { appendEthernetLength(payload) }
    }
    let packet = bytes.extracting(bytes.range(upTo: offset + payload))
    let llc = try appendLLC(packet, at: offset, length: payload, addresses)
    if !llc.isKnown { try appendUnknown(packet, at: offset, length: packet.count - offset) }
    return offset + llc.headerLength
  }

  /// The bytes of a protocol that is not read, if the options let them be shown.
  mutating func appendUnknown(_ bytes: Span<UInt8>, at offset: Int, length: Int) throws(Truncation) {
    guard options.dumpsUnknown else { return }
    try appendBytes(bytes, at: offset, length: length)
  }

  /// The bytes as `-X` shows them; those that are not there end the line.
  mutating func appendBytes(_ bytes: Span<UInt8>, at offset: Int, length: Int) throws(Truncation) {
    let available = max(0, min(length, bytes.count - offset))
    let start = min(offset, bytes.count)
    text.appendHexadecimalAndText(bytes.extracting(start..<(start + available)))
    if length > available { throw Truncation() }
  }

  mutating func append(_ addresses: LinkAddresses) {
    text.append(addresses.source)
    text.append(" > ")
    text.append(addresses.destination)
    text.append(", ")
  }

  mutating func append(_ type: EtherType) {
    if options.quick {
      if let name = type.listingName {
        text.append(name)
      } else {
        text.append("Unknown Ethertype (0x")
        text.append(hexadecimal: UInt32(type.rawValue), paddedTo: 4)
        text.append(")")
      }
    } else {
      appendNameAndNumber(type)
    }
  }

  mutating func appendNameAndNumber(_ type: EtherType) {
    text.append("ethertype ")
    text.append(type.listingName ?? "Unknown")
    text.append(" (0x")
    text.append(hexadecimal: UInt32(type.rawValue), paddedTo: 4)
    text.append(")")
  }

  mutating func append(_ tag: VLANTag) {
    text.append("vlan ")
    text.append(tag.identifier)
    text.append(", p ")
    text.append(tag.priority)
    if tag.isDropEligible { text.append(", DEI") }
    text.append(", ")
  }

  mutating func appendEthernetLength(_ length: Int) {
    text.append(", length ")
    text.append(length: length)
    text.append(": ")
  }
}
