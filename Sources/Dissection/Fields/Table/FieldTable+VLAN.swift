extension FieldTable {
  /// VLAN: the fields, with Wireshark's names and types.
  static let vlan: [Field] = [
    Field(.vlan, "vlan", .protocol, "VLAN tag (IEEE 802.1Q)"),
    Field(.vlanPriority, "vlan.priority", .uint16, "Priority code point (PCP)", mask: 0xe000, values: .vlanPriority),
    Field(
      .vlanDei, "vlan.dei", .boolean, "May be dropped first (DEI)", bits: 16, mask: 0x1000,
      truth: ("Eligible", "Ineligible")),
    Field(.vlanId, "vlan.id", .uint16, "VLAN ID", mask: 0xfff),
    Field(.vlanEtype, "vlan.etype", .uint16, "EtherType", base: .hex, values: .ethType),
    Field(.vlanLen, "vlan.len", .uint16, "Length of the data, in bytes (IEEE 802.3)"),
    Field(.vlanTrailer, "vlan.trailer", .bytes, "Bytes after the packet"),
  ]
}
