extension FieldTable {
  /// VXLAN: the fields, with Wireshark's names and types.
  static let vxlan: [Field] = [
    Field(.vxlan, "vxlan", .protocol, "VXLAN: Ethernet over UDP"),
    Field(.vxlanFlags, "vxlan.flags", .uint16, "Flags of VXLAN", base: .hex),
    Field(
      .vxlanFlagG, "vxlan.flag_g", .boolean, "Has a group policy (G)", bits: 16, mask: 0x8000,
      truth: ("Defined", "Not defined")),
    Field(.vxlanFlagI, "vxlan.flag_i", .boolean, "Has a network identifier (I)", bits: 16, mask: 0x800),
    Field(.vxlanFlagD, "vxlan.flag_d", .boolean, "Source is not to be learned (D)", bits: 16, mask: 0x40),
    Field(.vxlanFlagA, "vxlan.flag_a", .boolean, "Policy has been applied (A)", bits: 16, mask: 0x8),
    Field(.vxlanFlagsReserved, "vxlan.flags_reserved", .uint16, "Reserved bits", base: .hex, mask: 0x77b7),
    Field(.vxlanGbp, "vxlan.gbp", .uint16, "Group policy of the source"),
    Field(.vxlanVni, "vxlan.vni", .uint24, "Virtual network (VNI)"),
    Field(.vxlanReserved8, "vxlan.reserved8", .uint8, "Reserved byte"),
  ]
}
