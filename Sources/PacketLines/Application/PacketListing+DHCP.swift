import TextOutput
import Wire

extension PacketListing {
  /// Appends a BOOTP or DHCP message (RFC 951 section 3, RFC 2131 section 2).
  mutating func appendDHCP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "bootp"
    let operation = try bytes.get8(start)
    text.append("BOOTP/DHCP, ")
    switch operation {
    case 1: text.append("Request")
    case 2: text.append("Reply")
    default:
      text.append("unknown (0x")
      text.append(hexadecimalByte: operation)
      text.append(")")
    }
    let hardware = try bytes.get8(start + 1)
    let hardwareLength = try bytes.get8(start + 2)
    let isEthernet = hardware == 1 && hardwareLength == 6
    if isEthernet, operation == 1 { text.append(" from ", try bytes.macAddress(start + 28)) }
    text.append(", length ")
    text.append(length: length)
    guard options.verbosity > 0 else { return }
    guard bytes.has(2, at: start + 8) else { return appendTruncation() }
    if hardware != 1 { text.append(", htype ", hardware) }
    if !isEthernet { text.append(", hlen ", hardwareLength) }
    try appendDHCPHeader(bytes, at: start)
    if isEthernet { text.append("\n\t  Client-Ethernet-Address ", try bytes.macAddress(start + 28)) }
    guard
      try appendDHCPName("sname", bytes, in: (start + 44)..<(start + 108)),
      try appendDHCPName("file", bytes, in: (start + 108)..<(start + 236)),
      bytes.has(4, at: start + 236)
    else { return appendTruncation() }
    switch bytes.uint32(at: start + 236) {
    case 0x6382_5363: try appendDHCPOptions(bytes, at: start + 236)
    case 0x434D_5500: try appendCMUExtensions(bytes, at: start + 236)
    case 0: break
    case let vendor: text.append("\n\t  Vendor-#0x", hexadecimal: vendor)
    }
  }

  /// The numbers, flags and addresses that say something.
  private mutating func appendDHCPHeader(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    let hops = bytes[start + 3]
    if hops != 0 { text.append(", hops ", hops) }
    let transaction = bytes.uint32(at: start + 4)
    if transaction != 0 { text.append(", xid 0x", hexadecimal: transaction) }
    let seconds = bytes.uint16(at: start + 8)
    if seconds != 0 { text.append(", secs ", seconds) }
    let flags = try bytes.get16(start + 10)
    text.append(flags & 0x8000 != 0 ? ", Flags [Broadcast]" : ", Flags [none]")
    if options.verbosity > 1 {
      text.append(" (0x", hexadecimal: UInt32(flags), paddedTo: 4)
      text.append(")")
    }
    for (words, offset) in [
      ("\n\t  Client-IP ", 12), ("\n\t  Your-IP ", 16), ("\n\t  Server-IP ", 20), ("\n\t  Gateway-IP ", 24),
    ] {
      let address = try bytes.ipv4Address(start + offset)
      if address != .any { text.append(words, address) }
    }
  }

  /// A name in a field of fixed length, which a zero ends; false if there is none.
  private mutating func appendDHCPName(
    _ name: String, _ bytes: Span<UInt8>, in field: Range<Int>
  ) throws(Truncation) -> Bool {
    guard try bytes.get8(field.lowerBound) != 0 else { return true }
    text.append("\n\t  ")
    text.append(name)
    text.append(" \"")
    let end = appendTerminated(bytes, field)
    text.append("\"")
    return end != nil
  }

  /// The vendor extensions of Carnegie Mellon, which are older than DHCP.
  private mutating func appendCMUExtensions(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    text.append(" vend-cmu")
    guard bytes.has(4, at: start + 4) else { return appendTruncation() }
    let flags = bytes[start + 4]
    if flags & 0xFE != 0 { text.append(" F:0x", hexadecimal: UInt32(flags)) }
    for (name, offset) in [
      (" DG:", 12), (flags & 1 != 0 ? " SM:" : " SM*:", 8), (" NS1:", 16), (" NS2:", 20), (" IEN1:", 24),
      (" IEN2:", 28), (" TS1:", 32), (" TS2:", 36),
    ] {
      guard bytes.has(4, at: start + offset) else { return appendTruncation() }
      let address = try bytes.ipv4Address(start + offset)
      if address != .any { text.append(name, address) }
    }
  }
}
