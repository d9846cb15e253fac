extension FieldTable {
  /// LLC: the fields and their Wireshark definitions.
  static let llc: [Field] = [
    Field(.llc, "llc", .protocol, "Logical-Link Control"),
    Field(.llcDsap, "llc.dsap", .uint8, "DSAP", base: .hex, values: .llcDsap),
    Field(.llcSsap, "llc.ssap", .uint8, "SSAP", base: .hex, values: .llcDsap),
    Field(.llcControl, "llc.control", .uint16, "Control", base: .hex),
    Field(.llcOui, "llc.oui", .uint24, "Organization Code"),
    Field(.llcType, "llc.type", .uint16, "Type", base: .hex, values: .ethType),
  ]
}
