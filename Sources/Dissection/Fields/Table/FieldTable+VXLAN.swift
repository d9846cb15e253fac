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
    Field(.vxlanVer, "vxlan.ver", .uint8, "Protocol version", mask: 0x30),
    Field(.vxlanIBit, "vxlan.i_bit", .uint8, "Identifier is valid", mask: 0x8),
    Field(.vxlanPBit, "vxlan.p_bit", .uint8, "Next protocol is valid", mask: 0x4),
    Field(.vxlanOBit, "vxlan.o_bit", .uint8, "Operations, administration and maintenance", mask: 0x1),
    Field(.vxlanReserved16, "vxlan.reserved_16", .uint16, "Reserved bytes"),
    Field(.vxlanNextProto, "vxlan.next_proto", .uint8, "What follows", values: .vxlanNext),
    Field(.vxlanReserved8, "vxlan.reserved8", .uint8, "Reserved byte"),
  ]
}

extension ValueNames {
  static let vxlanNext = ValueNames(
    """
    1 IPv4
    2 IPv6
    3 Ethernet
    4 Network Service Header
    5 MPLS
    """)
}
