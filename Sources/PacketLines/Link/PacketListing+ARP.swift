import TextOutput
import Wire

extension PacketListing {
  /// Appends an ARP packet of any hardware and protocol (RFC 826).
  mutating func appendARP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "arp"
    try bytes.require(8, at: start)
    let hardware = bytes.uint16(at: start)
    if hardware == 19 { return try appendATMARP(bytes, at: start, length: length) }
    let isFrameRelay = hardware == 15
    let protocolType = EtherType(rawValue: bytes.uint16(at: start + 2))
    let hardwareLength = Int(bytes[start + 4])
    let protocolLength = Int(bytes[start + 5])
    let operation = bytes.uint16(at: start + 6)
    let sender = start + 8
    let target = sender + hardwareLength + protocolLength
    try bytes.require(protocolLength, at: target + hardwareLength)
    if !options.showsLinkHeader { text.append("ARP, ") }
    let isIP = protocolType == .ipv4 || protocolType.rawValue == 0x1000
    if !isIP || protocolLength != 4 || hardwareLength == 0 || options.verbosity > 0 {
      appendFormats(hardware, hardwareLength, protocolType, protocolLength)
      if options.verbosity == 0 { return appendARPLength(length) }
      text.append(", ")
    }
    appendARPOperation(operation)
    let senderAddress = ARPAddress(offset: sender + hardwareLength, isIP: isIP, length: protocolLength)
    let targetAddress = ARPAddress(offset: target + hardwareLength, isIP: isIP, length: protocolLength)
    let senderHardware = ARPHardware(range: sender..<(sender + hardwareLength), isFrameRelay: isFrameRelay)
    let targetHardware = ARPHardware(range: target..<(target + hardwareLength), isFrameRelay: isFrameRelay)
    switch operation {
    case 1:
      text.append("who-has ")
      try append(targetAddress, bytes)
      if targetHardware.range.contains(where: { bytes[$0] != 0 }) {
        text.append(" (")
        append(targetHardware, bytes)
        text.append(")")
      }
      text.append(" tell ")
      try append(senderAddress, bytes)
    case 2:
      try append(senderAddress, bytes)
      text.append(" is-at ")
      append(senderHardware, bytes)
    case 3, 8:
      text.append("who-is ")
      append(targetHardware, bytes)
      text.append(" tell ")
      append(senderHardware, bytes)
    case 4, 9:
      append(operation == 4 ? targetHardware : senderHardware, bytes)
      text.append(" at ")
      try append(operation == 4 ? targetAddress : senderAddress, bytes)
    default:
      return try appendBytes(bytes, at: start, length: bytes.count - start)
    }
    appendARPLength(length)
  }

  /// A protocol address: where it is, and whether it can be an IPv4 address.
  private struct ARPAddress {
    var offset: Int
    var isIP: Bool
    var length: Int
  }

  private mutating func append(_ address: ARPAddress, _ bytes: Span<UInt8>) throws(Truncation) {
    if !address.isIP {
      text.append("<wrong proto type>")
    } else if address.length != 4 {
      text.append("<wrong len>")
    } else {
      text.append(try bytes.ipv4Address(address.offset))
    }
  }

  /// A hardware address: where it is, within the captured bytes, and what is to be made of it.
  private struct ARPHardware {
    var range: Range<Int>
    var isFrameRelay: Bool
  }

  private mutating func append(_ address: ARPHardware, _ bytes: Span<UInt8>) {
    if address.range.isEmpty { return text.append("<empty>") }
    guard address.isFrameRelay else { return appendColonSeparated(bytes, address.range) }
    switch FrameRelayAddress(bytes, address.range) {
    case .connection(let identifier): text.append("DLCI ", identifier)
    case .invalid: text.append("<Invalid DLCI>")
    case .truncated: text.append("<Truncated>")
    }
  }

  mutating func appendARPLength(_ length: Int) {
    text.append(", length ")
    text.append(length: length)
  }

  private mutating func appendFormats(
    _ hardware: UInt16, _ hardwareLength: Int, _ protocolType: EtherType, _ protocolLength: Int
  ) {
    appendHardwareName(hardware)
    text.append(" (len ")
    text.append(length: hardwareLength)
    text.append("), ")
    appendProtocolName(protocolType)
    text.append(" (len ")
    text.append(length: protocolLength)
    text.append(")")
  }

  mutating func appendHardwareName(_ hardware: UInt16) {
    if let name = Self.hardwareName(hardware) { return text.append(name) }
    text.append("Unknown Hardware (", hardware)
    text.append(")")
  }

  mutating func appendProtocolName(_ type: EtherType) {
    if let name = type.listingName { return text.append(name) }
    text.append("Unknown Protocol (0x", hexadecimal: UInt32(type.rawValue), paddedTo: 4)
    text.append(")")
  }

  mutating func appendARPOperation(_ operation: UInt16) {
    switch operation {
    case 1: text.append("Request ")
    case 2: text.append("Reply ")
    case 3: text.append("Reverse Request ")
    case 4: text.append("Reverse Reply ")
    case 8: text.append("Inverse Request ")
    case 9: text.append("Inverse Reply ")
    case 10: text.append("NACK Reply ")
    default:
      text.append("Unknown (")
      text.append(operation)
      text.append(") ")
    }
  }

  private static func hardwareName(_ hardware: UInt16) -> String? {
    switch hardware {
    case 1: "Ethernet"
    case 6: "TokenRing"
    case 7: "ArcNet"
    case 15: "FrameRelay"
    case 19: "ATM"
    case 23: "Strip"
    case 24: "IEEE 1394"
    case 32: "InfiniBand"
    default: nil
    }
  }
}
