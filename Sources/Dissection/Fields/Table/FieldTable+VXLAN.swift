extension FieldTable {
  /// VXLAN: the fields and their Wireshark definitions.
  static let vxlan: [Field] = [
    Field(.vxlan, "vxlan", .protocol, "Virtual eXtensible Local Area Network"),
    Field(.vxlanFlags, "vxlan.flags", .uint16, "Flags", base: .hex),
    Field(
      .vxlanFlagG, "vxlan.flag_g", .boolean, "GBP Extension", bits: 16, mask: 0x8000, truth: ("Defined", "Not defined")),
    Field(.vxlanFlagI, "vxlan.flag_i", .boolean, "VXLAN Network ID (VNI)", bits: 16, mask: 0x800),
    Field(.vxlanFlagD, "vxlan.flag_d", .boolean, "Don't Learn", bits: 16, mask: 0x40),
    Field(.vxlanFlagA, "vxlan.flag_a", .boolean, "Policy Applied", bits: 16, mask: 0x8),
    Field(.vxlanFlagsReserved, "vxlan.flags_reserved", .uint16, "Reserved(R)", base: .hex, mask: 0x77b7),
    Field(.vxlanGbp, "vxlan.gbp", .uint16, "Group Policy ID"),
    Field(.vxlanVni, "vxlan.vni", .uint24, "VXLAN Network Identifier (VNI)"),
    Field(.vxlanReserved8, "vxlan.reserved8", .uint8, "Reserved"),
  ]
}
