extension FieldTable {
  /// LLC: the fields, with Wireshark's names and types.
  static let llc: [Field] = [
    Field(.llc, "llc", .protocol, "LLC: logical link control"),
    Field(.llcDsap, "llc.dsap", .uint8, "Destination access point (DSAP)", base: .hex, values: .llcDsap),
    Field(.llcSsap, "llc.ssap", .uint8, "Source access point (SSAP)", base: .hex, values: .llcDsap),
    Field(.llcControl, "llc.control", .uint16, "Control field", base: .hex),
    Field(.llcOui, "llc.oui", .uint24, "Organization (OUI)"),
    Field(.llcType, "llc.type", .uint16, "Protocol of the payload", base: .hex, values: .ethType),
  ]
}
