extension FieldTable {
  /// Ethernet: the fields and their Wireshark definitions.
  static let ethernet: [Field] = [
    Field(.eth, "eth", .protocol, "Ethernet"),
    Field(.ethDst, "eth.dst", .ethernet, "Destination"),
    Field(.ethDstResolved, "eth.dst_resolved", .string, "Destination (resolved)"),
    Field(.ethAddr, "eth.addr", .ethernet, "Address"),
    Field(.ethAddrResolved, "eth.addr_resolved", .string, "Address (resolved)"),
    Field(
      .ethDstLg, "eth.dst.lg", .boolean, "LG bit", bits: 24, mask: 0x20000,
      truth: (
        "Locally administered address (this is NOT the factory default)", "Globally unique address (factory default)"
      )),
    Field(
      .ethLg, "eth.lg", .boolean, "LG bit", bits: 24, mask: 0x20000,
      truth: (
        "Locally administered address (this is NOT the factory default)", "Globally unique address (factory default)"
      )),
    Field(
      .ethDstIg, "eth.dst.ig", .boolean, "IG bit", bits: 24, mask: 0x10000,
      truth: ("Group address (multicast/broadcast)", "Individual address (unicast)")),
    Field(
      .ethIg, "eth.ig", .boolean, "IG bit", bits: 24, mask: 0x10000,
      truth: ("Group address (multicast/broadcast)", "Individual address (unicast)")),
    Field(.ethSrc, "eth.src", .ethernet, "Source"),
    Field(.ethSrcResolved, "eth.src_resolved", .string, "Source (resolved)"),
    Field(
      .ethSrcLg, "eth.src.lg", .boolean, "LG bit", bits: 24, mask: 0x20000,
      truth: (
        "Locally administered address (this is NOT the factory default)", "Globally unique address (factory default)"
      )),
    Field(
      .ethSrcIg, "eth.src.ig", .boolean, "IG bit", bits: 24, mask: 0x10000,
      truth: ("Group address (multicast/broadcast)", "Individual address (unicast)")),
    Field(.ethType, "eth.type", .uint16, "Type", base: .hex, values: .ethType),
    Field(.ethLen, "eth.len", .uint16, "Length"),
    Field(.ethPadding, "eth.padding", .bytes, "Padding"),
    Field(.ethTrailer, "eth.trailer", .bytes, "Trailer"),
    Field(.ethFcs, "eth.fcs", .uint32, "Frame check sequence", base: .hex),
    Field(.ethFcsStatus, "eth.fcs.status", .uint8, "FCS Status", values: .ipChecksumStatus),
    Field(
      .ethSrcNotGroup, "eth.src_not_group", .none,
      "Source MAC must not be a group address: IEEE 802.3-2002, Section 3.2.3(b)"),
    Field(
      .ethPaddingBad, "eth.padding_bad", .none,
      "Padding identification may be inaccurate and impact trailer dissector"),
    Field(.ethDstOui, "eth.dst.oui", .uint24, "Destination OUI"),
    Field(.ethSrcOui, "eth.src.oui", .uint24, "Source OUI"),
    Field(.ethAddrOui, "eth.addr.oui", .uint24, "Address OUI"),
  ]
}
