extension FieldTable {
  /// PPP: the fields and their Wireshark definitions.
  static let ppp: [Field] = [
    Field(.ppp, "ppp", .protocol, "Point-to-Point Protocol"),
    Field(.pppDirection, "ppp.direction", .uint8, "Direction", values: .pppDirection),
    Field(.pppAddress, "ppp.address", .uint8, "Address", base: .hex),
    Field(.pppControl, "ppp.control", .uint8, "Control", base: .hex),
    Field(.pppProtocol, "ppp.protocol", .uint16, "Protocol", base: .hex, values: .pppProtocol),
    Field(.lcp, "lcp", .protocol, "PPP Link Control Protocol"),
    Field(.ipcp, "ipcp", .protocol, "PPP IP Control Protocol"),
    Field(.ipv6cp, "ipv6cp", .protocol, "PPP IPv6 Control Protocol"),
    Field(.ccp, "ccp", .protocol, "PPP Compression Control Protocol"),
    Field(.pppCode, "ppp.code", .uint8, "Code"),
    Field(.pppIdentifier, "ppp.identifier", .uint8, "Identifier", base: .decHex),
    Field(.pppLength, "ppp.length", .uint16, "Length"),
    Field(.lcpMagicNumber, "lcp.magic_number", .uint32, "Magic Number", base: .hex),
    Field(.lcpData, "lcp.data", .bytes, "Data"),
    Field(.chdlc, "chdlc", .protocol, "Cisco HDLC"),
    Field(.chdlcAddress, "chdlc.address", .uint8, "Address", base: .hex, values: .chdlcAddress),
    Field(.chdlcControl, "chdlc.control", .uint8, "Control", base: .hex),
    Field(.chdlcProtocol, "chdlc.protocol", .uint16, "Protocol", base: .hex, values: .ethType),
  ]
}
