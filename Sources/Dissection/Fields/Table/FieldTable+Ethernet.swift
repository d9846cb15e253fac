extension FieldTable {
  /// Ethernet: the fields, with Wireshark's names and types.
  static let ethernet: [Field] = [
    Field(.eth, "eth", .protocol, "Ethernet frame"),
    Field(.ethDst, "eth.dst", .ethernet, "Destination MAC address"),
    Field(.ethDstResolved, "eth.dst_resolved", .string, "Destination with the maker's name"),
    Field(.ethAddr, "eth.addr", .ethernet, "MAC address of either end"),
    Field(.ethAddrResolved, "eth.addr_resolved", .string, "MAC address with the maker's name"),
    Field(
      .ethDstLg, "eth.dst.lg", .boolean, "Destination is administered locally (U/L bit)", bits: 24, mask: 0x20000,
      truth: ("Yes", "No")),
    Field(
      .ethLg, "eth.lg", .boolean, "Administered locally (U/L bit)", bits: 24, mask: 0x20000,
      truth: ("Yes", "No")),
    Field(
      .ethDstIg, "eth.dst.ig", .boolean, "Destination is a group (I/G bit)", bits: 24, mask: 0x10000,
      truth: ("Yes", "No")),
    Field(
      .ethIg, "eth.ig", .boolean, "Group address (I/G bit)", bits: 24, mask: 0x10000,
      truth: ("Yes", "No")),
    Field(.ethSrc, "eth.src", .ethernet, "Source MAC address"),
    Field(.ethSrcResolved, "eth.src_resolved", .string, "Source with the maker's name"),
    Field(
      .ethSrcLg, "eth.src.lg", .boolean, "Source is administered locally (U/L bit)", bits: 24, mask: 0x20000,
      truth: ("Yes", "No")),
    Field(
      .ethSrcIg, "eth.src.ig", .boolean, "Source is a group (I/G bit)", bits: 24, mask: 0x10000,
      truth: ("Yes", "No")),
    Field(.ethType, "eth.type", .uint16, "EtherType", base: .hex, values: .ethType),
    Field(.ethLen, "eth.len", .uint16, "Length of the data, in bytes (IEEE 802.3)"),
    Field(.ethPadding, "eth.padding", .bytes, "Padding to the least length"),
    Field(.ethTrailer, "eth.trailer", .bytes, "Bytes after the packet"),
    Field(.ethFcs, "eth.fcs", .uint32, "Frame check sequence (FCS)", base: .hex),
    Field(.ethFcsStatus, "eth.fcs.status", .uint8, "Check of the FCS", values: .ipChecksumStatus),
    Field(
      .ethSrcNotGroup, "eth.src_not_group", .none,
      "A group address cannot be a source (IEEE 802.3, 3.2.3)"),
    Field(
      .ethPaddingBad, "eth.padding_bad", .none,
      "What is padding and what is a trailer here can only be guessed"),
    Field(.ethDstOui, "eth.dst.oui", .uint24, "Maker of the destination (OUI)"),
    Field(.ethSrcOui, "eth.src.oui", .uint24, "Maker of the source (OUI)"),
    Field(.ethAddrOui, "eth.addr.oui", .uint24, "Maker of the address (OUI)"),
  ]
}
