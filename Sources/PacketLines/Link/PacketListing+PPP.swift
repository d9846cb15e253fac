import TextOutput
import Wire

extension PacketListing {
  /// A file whose packets are PPP's (LINKTYPE_PPP).
  mutating func appendPPPLink(_ bytes: Span<UInt8>, length: Int) throws(Truncation) {
    layer = "ppp"
    guard bytes.count >= 4 else {
      linkHeaderLength = bytes.count
      return appendTruncation()
    }
    linkHeaderLength = 4
    _ = try appendPPP(bytes, at: 0, length: length)
  }

  /// PPP in HDLC-like framing, or Cisco's framing of serial lines (LINKTYPE_PPP_HDLC).
  mutating func appendSerial(_ bytes: Span<UInt8>, length: Int) throws(Truncation) {
    layer = "ppp_hdlc"
    guard bytes.count >= 2 else {
      linkHeaderLength = bytes.count
      return appendTruncation()
    }
    if bytes[0] == 0x0F || bytes[0] == 0x8F { return try appendCiscoHDLC(bytes, length: length) }
    guard bytes.count >= 4 else {
      linkHeaderLength = bytes.count
      return appendTruncation()
    }
    if options.showsLinkHeader {
      text.append(hexadecimalByte: bytes[0])
      text.append(" ")
      text.append(hexadecimalByte: bytes[1])
      text.append(" ")
      text.append(length: length)
      text.append(" ")
    }
    guard bytes[0] == 0xFF else {
      text.append("unknown addr ")
      text.append(hexadecimalByte: bytes[2])
      text.append("; ctrl ")
      text.append(hexadecimalByte: bytes[3])
      linkHeaderLength = 2
      return
    }
    let number = bytes.uint16(at: 2)
    appendPPPName(number)
    text.append(": ")
    linkHeaderLength = 4
    try appendPPP(number, bytes, at: 4, length: length - 4)
  }

  private mutating func appendCiscoHDLC(_ bytes: Span<UInt8>, length: Int) throws(Truncation) {
    layer = "chdlc"
    guard length >= 4 else {
      linkHeaderLength = bytes.count
      return appendTruncation()
    }
    let type = EtherType(rawValue: try bytes.get16(2))
    if options.showsLinkHeader {
      text.append(bytes[0] == 0x0F ? "unicast, ethertype " : "bcast, ethertype ")
      text.append(type.listingName ?? "Unknown")
      text.append(" (0x", hexadecimal: UInt32(type.rawValue), paddedTo: 4)
      text.append(")")
      appendEthernetLength(length)
    }
    linkHeaderLength = 4
    switch type {
    case .ipv4: try appendIPv4(bytes, at: 4, length: length - 4)
    case .ipv6: try appendIPv6(bytes, at: 4, length: length - 4)
    case .mpls, .mplsMulticast: try appendMPLS(bytes, at: 4, length: length - 4)
    default:
      if !options.showsLinkHeader {
        text.append("unknown CHDLC protocol (0x", hexadecimal: UInt32(type.rawValue), paddedTo: 4)
        text.append(")")
      }
    }
  }

  /// Appends a PPP packet with or without address and control; gives the length of its header.
  @discardableResult
  mutating func appendPPP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) -> Int {
    layer = "ppp"
    var (offset, rest) = (start, length)
    guard rest >= 2 else {
      appendTruncation()
      return 0
    }
    let first = try bytes.get16(offset)
    if first == 0xFF03 || first == 0x0003 || first == 0x0103 {
      // BSD's kernels say the direction where the address is.
      if options.showsLinkHeader, first != 0xFF03 { text.append(first == 0x0003 ? "In  " : "Out ") }
      offset += 2
      rest -= 2
    }
    guard rest >= 2 else {
      appendTruncation()
      return 0
    }
    let width = try bytes.get8(offset) & 1 == 1 ? 1 : 2
    let number = width == 1 ? UInt16(bytes[offset]) : try bytes.get16(offset)
    offset += width
    rest -= width
    if options.showsLinkHeader {
      text.append(Self.pppName(number) ?? "unknown")
      text.append(" (0x", hexadecimal: UInt32(number), paddedTo: 4)
      text.append("), length ")
      text.append(length: length)
      guard Self.pppName(number) != nil else { return offset - start }
      text.append(": ")
    }
    try appendPPP(number, bytes, at: offset, length: rest)
    return offset - start
  }

  private mutating func appendPPPName(_ number: UInt16) {
    if let name = Self.pppName(number) { return text.append(name) }
    text.append("unknown PPP protocol (0x", hexadecimal: UInt32(number), paddedTo: 4)
    text.append(")")
  }

  private mutating func appendPPP(
    _ number: UInt16, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) {
    switch number {
    case 0x0021, 0x0800, 0x002F: try appendIPv4(bytes, at: start, length: length)
    case 0x0057, 0x86DD: try appendIPv6(bytes, at: start, length: length)
    case 0x0281, 0x0283: try appendMPLS(bytes, at: start, length: length)
    case 0x00FD: text.append("compressed PPP data")
    case 0xC021, 0x8021, 0x8023, 0x8281, 0x8057, 0x80FD, 0xC02B:
      try appendPPPControl(number, bytes, at: start, length: length)
    default:
      appendPPPName(number)
      text.append(" ")
      let available = max(0, min(length, bytes.count - start))
      if start <= bytes.count { text.appendHexadecimal(bytes.extracting(start..<start + available)) }
    }
  }

  /// The header of a control protocol's packet; its options are not shown.
  private mutating func appendPPPControl(
    _ number: UInt16, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) {
    text.append(Self.pppName(number) ?? "")
    text.append(", ")
    guard length >= 4, bytes.has(2, at: start) else {
      text.append("[|")
      text.append(Self.pppName(number) ?? "")
      return text.append("]")
    }
    let code = bytes[start]
    text.append(Self.controlNames.indices.contains(Int(code)) ? Self.controlNames[Int(code)] : "Unknown Opcode")
    text.append(" (0x")
    text.append(hexadecimalByte: code)
    text.append("), id ", bytes[start + 1])
    text.append(", length ")
    text.append(length: length + 2)
    guard options.verbosity > 0 else { return }
    let claimed = Int(try bytes.get16(start + 2))
    text.append("\n\tencoded length ")
    text.append(length: claimed)
    if claimed < 4 { return text.append(" (< 4))") }
    guard claimed <= length else {
      text.append(" (> packet length ")
      text.append(length: length)
      return text.append("))")
    }
    text.append(" (=Option(s) length ")
    text.append(length: claimed - 4)
    text.append(")")
  }

  private static let controlNames = [
    "Vendor-Extension", "Conf-Request", "Conf-Ack", "Conf-Nack", "Conf-Reject", "Term-Request", "Term-Ack",
    "Code-Reject", "Prot-Reject", "Echo-Request", "Echo-Reply", "Disc-Req", "Ident", "Time-Rem", "Reset-Req",
    "Reset-Ack",
  ]

  private static func pppName(_ number: UInt16) -> String? {
    switch number {
    case 0x0021: "IP"
    case 0x0023: "OSI"
    case 0x0025: "NS"
    case 0x0027: "DECNET"
    case 0x0029: "APPLE"
    case 0x002B: "IPX"
    case 0x002D: "VJC IP"
    case 0x002F: "VJNC IP"
    case 0x0031: "BRPDU"
    case 0x0033: "STII"
    case 0x0035: "VINES"
    case 0x0281, 0x0283: "MPLS"
    case 0x00FD: "Compressed"
    case 0x003D: "MLPPP"
    case 0x0057: "IP6"
    case 0x0201: "HELLO"
    case 0x0231: "LUXCOM"
    case 0x0233: "SNS"
    case 0x8021: "IPCP"
    case 0x8023: "OSICP"
    case 0x8025: "NSCP"
    case 0x8027: "DECNETCP"
    case 0x8029: "APPLECP"
    case 0x802B: "IPXCP"
    case 0x8033: "STIICP"
    case 0x8035: "VINESCP"
    case 0x8057: "IP6CP"
    case 0x8281: "MPLSCP"
    case 0xC021: "LCP"
    case 0xC023: "PAP"
    case 0xC025: "LQM"
    case 0xC223: "CHAP"
    case 0xC227: "EAP"
    case 0xC027: "SPAP"
    case 0xC123: "Old-SPAP"
    case 0xC02B: "BACP"
    case 0xC02D: "BAP"
    case 0xC03D: "MLPPP-CP"
    case 0x80FD: "CCP"
    default: nil
    }
  }
}
