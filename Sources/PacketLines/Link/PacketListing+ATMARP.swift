import TextOutput
import Wire

extension PacketListing {
  /// An end of an exchange over ATM: its number, subaddress and protocol address.
  private struct ATMParty {
    var number: Range<Int>
    var subaddress: Range<Int>
    var address: Range<Int>

    /// - Parameter lengths: those of the three, as the packet's bytes have them.
    init(at start: Int, number: UInt8, subaddress: UInt8, address: UInt8) {
      // The upper bits tell the form of the address.
      self.number = start..<(start + Int(number & 0x3F))
      self.subaddress = self.number.upperBound..<(self.number.upperBound + Int(subaddress & 0x3F))
      self.address = self.subaddress.upperBound..<(self.subaddress.upperBound + Int(address))
    }
  }

  /// Appends an ARP packet of ATM, which has other fields (RFC 2225 section 8.7).
  mutating func appendATMARP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    try bytes.require(12, at: start)
    let protocolType = EtherType(rawValue: bytes.uint16(at: start + 2))
    let sender = ATMParty(
      at: start + 12, number: bytes[start + 4], subaddress: bytes[start + 5], address: bytes[start + 8])
    let target = ATMParty(
      at: sender.address.upperBound, number: bytes[start + 9], subaddress: bytes[start + 10],
      address: bytes[start + 11])
    try bytes.require(0, at: target.address.upperBound)
    if !options.showsLinkHeader { text.append("ARP, ") }
    let isIP = protocolType == .ipv4 || protocolType.rawValue == 0x1000
    if !isIP || sender.address.count != 4 || target.address.count != 4 || options.verbosity > 0 {
      appendHardwareName(bytes.uint16(at: start))
      text.append(", ")
      appendProtocolName(protocolType)
      text.append(" (len ", bytes[start + 8])
      text.append("/", bytes[start + 11])
      text.append(")")
      if options.verbosity == 0 { return appendARPLength(length) }
      text.append(", ")
    }
    let operation = bytes.uint16(at: start + 6)
    appendARPOperation(operation)
    switch operation {
    case 1:
      text.append("who-has ")
      try append(target, "<wrong tplen>", bytes, isIP: isIP)
      if !target.number.isEmpty {
        text.append(" (")
        append(target, bytes)
        text.append(")")
      }
      text.append(" tell ")
      try append(sender, "<wrong splen>", bytes, isIP: isIP)
    case 2:
      try append(sender, "<wrong splen>", bytes, isIP: isIP)
      text.append(" is-at ")
      append(sender, bytes)
    case 8:
      text.append("who-is ")
      append(target, bytes)
      text.append(" tell ")
      append(sender, bytes)
    case 9:
      append(sender, bytes)
      text.append("at ")
      try append(sender, "<wrong splen>", bytes, isIP: isIP)
    case 10:
      text.append("for ")
      try append(sender, "<wrong splen>", bytes, isIP: isIP)
    default: return try appendBytes(bytes, at: start, length: bytes.count - start)
    }
    appendARPLength(length)
  }

  /// The protocol address.
  private mutating func append(
    _ party: ATMParty, _ complaint: String, _ bytes: Span<UInt8>, isIP: Bool
  ) throws(Truncation) {
    if !isIP {
      text.append("<wrong proto type>")
    } else if party.address.count != 4 {
      text.append(complaint)
    } else {
      text.append(try bytes.ipv4Address(party.address.lowerBound))
    }
  }

  /// The ATM addresses.
  private mutating func append(_ party: ATMParty, _ bytes: Span<UInt8>) {
    guard !party.number.isEmpty else { return text.append("<No address>") }
    appendColonSeparated(bytes, party.number)
    guard !party.subaddress.isEmpty else { return }
    text.append(",")
    appendColonSeparated(bytes, party.subaddress)
  }
}
