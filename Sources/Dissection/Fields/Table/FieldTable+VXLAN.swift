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
    Field(.vxlanVer, "vxlan.ver", .uint8, "Protocol version", mask: 0x30),
    Field(.vxlanIBit, "vxlan.i_bit", .uint8, "Identifier is valid", mask: 0x8),
    Field(.vxlanPBit, "vxlan.p_bit", .uint8, "Next protocol is valid", mask: 0x4),
    Field(.vxlanOBit, "vxlan.o_bit", .uint8, "Operations, administration and maintenance", mask: 0x1),
    Field(.vxlanReserved16, "vxlan.reserved_16", .uint16, "Reserved bytes"),
    Field(.vxlanNextProto, "vxlan.next_proto", .uint8, "What follows", values: .vxlanNext),
    Field(.vxlanReserved8, "vxlan.reserved8", .uint8, "Reserved"),
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
