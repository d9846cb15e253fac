extension FieldTable {
  /// VLAN: the fields and their Wireshark definitions.
  static let vlan: [Field] = [
    Field(.vlan, "vlan", .protocol, "802.1Q Virtual LAN"),
    Field(.vlanPriority, "vlan.priority", .uint16, "Priority", mask: 0xe000, values: .vlanPriority),
    Field(.vlanDei, "vlan.dei", .boolean, "DEI", bits: 16, mask: 0x1000, truth: ("Eligible", "Ineligible")),
    Field(.vlanId, "vlan.id", .uint16, "ID", mask: 0xfff),
    Field(.vlanEtype, "vlan.etype", .uint16, "Type", base: .hex, values: .ethType),
    Field(.vlanLen, "vlan.len", .uint16, "Length"),
    Field(.vlanTrailer, "vlan.trailer", .bytes, "Trailer"),
  ]
}
