extension FieldTable {
  /// PPP: the fields, with Wireshark's names and types.
  static let ppp: [Field] = [
    Field(.ppp, "ppp", .protocol, "PPP: point-to-point link"),
    Field(.pppDirection, "ppp.direction", .uint8, "Sent or received", values: .pppDirection),
    Field(.pppAddress, "ppp.address", .uint8, "Address (HDLC)", base: .hex),
    Field(.pppControl, "ppp.control", .uint8, "Control (HDLC)", base: .hex),
    Field(.pppProtocol, "ppp.protocol", .uint16, "Protocol of the payload", base: .hex, values: .pppProtocol),
    Field(.lcp, "lcp", .protocol, "LCP: link control of PPP"),
    Field(.ipcp, "ipcp", .protocol, "IPCP: IPv4 over PPP"),
    Field(.ipv6cp, "ipv6cp", .protocol, "IPV6CP: IPv6 over PPP"),
    Field(.ccp, "ccp", .protocol, "CCP: compression of PPP"),
    Field(.pppCode, "ppp.code", .uint8, "Packet code"),
    Field(.pppIdentifier, "ppp.identifier", .uint8, "Number of the request", base: .decHex),
    Field(.pppLength, "ppp.length", .uint16, "Length of the packet, in bytes"),
    Field(.lcpMagicNumber, "lcp.magic_number", .uint32, "Number that finds looped links", base: .hex),
    Field(.lcpData, "lcp.data", .bytes, "Bytes of the packet"),
    Field(.chdlc, "chdlc", .protocol, "Cisco's HDLC"),
    Field(.chdlcAddress, "chdlc.address", .uint8, "Unicast or broadcast", base: .hex, values: .chdlcAddress),
    Field(.chdlcControl, "chdlc.control", .uint8, "Control byte", base: .hex),
    Field(.chdlcProtocol, "chdlc.protocol", .uint16, "Protocol of the payload", base: .hex, values: .ethType),
  ]
}
