import TextOutput
import Wire

extension PacketListing {
  /// Appends a SNAP header (RFC 1042) and what it carries; false if that is not read.
  mutating func appendSNAP(
    _ bytes: Span<UInt8>, at start: Int, length: Int, _ addresses: LinkAddresses?
  ) throws(Truncation) -> Bool {
    layer = "snap"
    guard bytes.has(5, at: start), length >= 5 else {
      appendTruncation()
      return true
    }
    let organization = bytes.uint32(at: start) >> 8
    let type = EtherType(rawValue: bytes.uint16(at: start + 3))
    if options.showsLinkHeader {
      text.append("oui ")
      appendOrganization(organization)
      text.append(organization == 0 ? ", ethertype " : ", pid ")
      appendIdentifier(type, organization)
      appendEthernetLength(length - 5)
    }
    if organization == 0 || organization == 0x0000F8 {
      if try append(type, bytes, at: start + 5, length: length - 5) { return true }
    }
    guard !options.showsLinkHeader else { return false }
    if let addresses {
      text.append(addresses.source)
      text.append(" > ")
      text.append(addresses.destination)
      text.append(byte: 0x20)
    }
    text.append("SNAP, ")
    if organization == 0 {
      text.append("ethertype ")
    } else {
      text.append("oui ")
      appendOrganization(organization)
      text.append(", pid ")
    }
    appendIdentifier(type, organization)
    appendEthernetLength(length - 5)
    return false
  }

  mutating func appendOrganization(_ organization: UInt32) {
    text.append(Self.organizationName(organization) ?? "Unknown")
    text.append(" (0x")
    text.append(hexadecimal: organization, paddedTo: 6)
    text.append(")")
  }

  private mutating func appendIdentifier(_ type: EtherType, _ organization: UInt32) {
    let usesEtherTypes = organization == 0 || organization == 0x0000F8 || organization == 0x080007
    text.append((usesEtherTypes ? type.listingName : nil) ?? "Unknown")
    text.append(" (0x")
    text.append(hexadecimal: UInt32(type.rawValue), paddedTo: 4)
    text.append(")")
  }

  private static func organizationName(_ organization: UInt32) -> String? {
    switch organization {
    case 0x000000: "Ethernet"
    case 0x00000C: "Cisco"
    case 0x00005E: "IANA"
    case 0x000081: "Nortel Networks SONMP"
    case 0x0000F8: "Cisco bridged"
    case 0x0080C2: "Ethernet bridged"
    case 0x00A03E: "ATM Forum"
    case 0x080007: "Appletalk"
    case 0x009069: "Juniper"
    case 0x080009: "Hewlett-Packard"
    case 0x00120F: "IEEE 802.3 Private"
    case 0x0012BB: "ANSI/TIA"
    case 0x001B21: "DCBX"
    default: nil
    }
  }
}
