import TextOutput
import Wire

// Ethernet over UDP: VXLAN, Geneve, and what tcpdump takes the older port of VXLAN for.

extension PacketListing {
  /// Appends a VXLAN header (RFC 7348) and the frame behind it.
  mutating func appendVXLAN(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "vxlan"
    text.append("VXLAN")
    guard length >= VXLANHeader.length else { return appendInvalid() }
    let flags = try bytes.get8(start)
    text.append(", flags [")
    text.append(flags & 0x08 != 0 ? "I" : "invalid")
    text.append("] (0x")
    text.append(hexadecimalByte: flags)
    text.append("), ")
    let identifier = try bytes.get24(start + 4)
    text.append("vni ", identifier)
    text.append("\n")
    try bytes.require(8, at: start)
    _ = try appendEthernet(bytes, at: start + 8, length: length - 8)
  }

  /// Appends a header of VXLAN with the generic protocol extension, and what it carries.
  mutating func appendVXLANGPE(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "vxlan_gpe"
    text.append("VXLAN-GPE, ")
    guard length >= VXLANGPEHeader.length else {
      appendTooShort(" (len ", length)
      text.append(" < 8)")
      return appendInvalid()
    }
    let flags = try bytes.get8(start)
    text.append("flags [")
    appendFlagNames(UInt32(flags), [(0x08, "I"), (0x04, "P"), (0x02, "B"), (0x01, "O")], separator: "")
    text.append("], ")
    let next = try bytes.get8(start + 3)
    let identifier = try bytes.get24(start + 4)
    try bytes.require(8, at: start)
    text.append("vni ", identifier)
    text.append(options.verbosity > 0 ? "\n    " : ": ")
    let (offset, rest) = (start + VXLANGPEHeader.length, length - VXLANGPEHeader.length)
    switch next {
    case 1: try appendIPv4(bytes, at: offset, length: rest)
    case 2: try appendIPv6(bytes, at: offset, length: rest)
    case 3: _ = try appendEthernet(bytes, at: offset, length: rest)
    default:
      text.append("ERROR: unknown-next-protocol")
      appendInvalid()
    }
  }

  /// Appends what is on port 8472: the header of OTV has the shape of VXLAN's.
  mutating func appendOTV(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "otv"
    text.append("OTV, ")
    guard length >= 8 else {
      appendTooShort("[length ", length)
      text.append(" < 8]")
      appendInvalid()
      return try bytes.require(length, at: start)
    }
    let flags = try bytes.get8(start)
    text.append(flags & 0x08 != 0 ? "flags [I] (0x" : "flags [.] (0x")
    text.append(hexadecimalByte: flags)
    text.append("), ")
    let overlay = try bytes.get24(start + 1)
    text.append("overlay ", overlay)
    text.append(", ")
    let instance = try bytes.get24(start + 4)
    text.append("instance ", instance)
    text.append("\n")
    try bytes.require(8, at: start)
    _ = try appendEthernet(bytes, at: start + 8, length: length - 8)
  }

  /// Appends a Geneve header (RFC 8926) and what it carries.
  mutating func appendGeneve(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "geneve"
    text.append("Geneve")
    guard length >= 8 else {
      appendTooShort(" [length ", length)
      text.append(" < 8]")
      return appendInvalid()
    }
    guard bytes.has(8, at: start) else { return appendTruncation() }
    let first = bytes[start]
    guard first >> 6 == 0 else { return text.append(" ERROR: unknown-version ", first >> 6) }
    let type = EtherType(rawValue: bytes.uint16(at: start + 2))
    appendGeneveHeader(bytes, at: start, type)
    let size = Int(first & 0x3F) * 4
    guard length - 8 >= size else {
      appendTooShort(" truncated-geneve - ", size - (length - 8))
      return text.append(" bytes missing")
    }
    guard bytes.has(size, at: start + 8) else { return appendTruncation() }
    if size > 0 {
      text.append(", options [")
      if options.verbosity > 0 {
        try appendGeneveOptions(bytes, start + 8..<start + 8 + size)
      } else {
        text.append(length: size)
        text.append(" bytes")
      }
      text.append("]")
    }
    text.append(options.verbosity < 1 ? ": " : "\n\t")
    let (offset, rest) = (start + 8 + size, length - 8 - size)
    if try append(type, bytes, at: offset, length: rest) { return }
    if type == .transparentEthernet {
      _ = try appendEthernet(bytes, at: offset, length: rest)
    } else {
      text.append("geneve-proto-0x", hexadecimal: UInt32(type.rawValue))
    }
  }

  private mutating func appendGeneveHeader(_ bytes: Span<UInt8>, at start: Int, _ type: EtherType) {
    text.append(", Flags [")
    appendFlagNames(
      UInt32(bytes[start + 1]),
      [(0x80, "O"), (0x40, "C"), (0x20, "R1"), (0x10, "R2"), (0x08, "R3"), (0x04, "R4"), (0x02, "R5"), (0x01, "R6")],
      separator: "")
    text.append("], vni 0x", hexadecimal: bytes.uint32(at: start + 4) >> 8)
    if bytes[start + 7] != 0 { text.append(", rsvd 0x", hexadecimal: UInt32(bytes[start + 7])) }
    guard options.showsLinkHeader else { return }
    text.append(", proto ")
    text.append(type.listingName ?? "unknown")
    text.append(" (0x", hexadecimal: UInt32(type.rawValue), paddedTo: 4)
    text.append(")")
  }

  private mutating func appendGeneveOptions(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Truncation) {
    var position = range.lowerBound
    while position < range.upperBound {
      if position > range.lowerBound { text.append(", ") }
      let (kind, type) = (try bytes.get16(position), try bytes.get8(position + 2))
      let length = 4 + Int(try bytes.get8(position + 3) & 0x1F) * 4
      text.append("class ")
      text.append(Self.geneveClass(kind))
      text.append(" (0x", hexadecimal: UInt32(kind))
      text.append(") type 0x", hexadecimal: UInt32(type))
      text.append(type & 0x80 != 0 ? "(C) len " : " len ")
      text.append(length: length)
      guard length <= range.upperBound - position else { return text.append(" [bad length]") }
      if options.verbosity > 1, length > 4 {
        text.append(" data")
        for offset in stride(from: position + 4, to: position + length, by: 4) {
          text.append(" ", hexadecimal: try bytes.get32(offset), paddedTo: 8)
        }
      }
      position += length
    }
  }

  private static func geneveClass(_ kind: UInt16) -> String {
    switch kind {
    case 0x0100: "Linux"
    case 0x0101: "Open vSwitch"
    case 0x0102: "Open Virtual Networking (OVN)"
    case 0x0103: "In-band Network Telemetry (INT)"
    case 0x0104: "VMware"
    case ...0x00FF: "Standard"
    case 0xFFF0...: "Experimental"
    default: "Unknown"
    }
  }
}
