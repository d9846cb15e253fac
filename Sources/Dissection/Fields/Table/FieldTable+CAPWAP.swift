extension FieldTable {
  /// CAPWAP's data channel.
  static let capwap: [Field] = [
    Field(.capwap, "capwap.data", .protocol, "CAPWAP, data channel"),
    Field(.capwapPreamble, "capwap.preamble", .none, "Version and type"),
    Field(.capwapPreambleVersion, "capwap.preamble.version", .uint8, "Protocol version", mask: 0xf0),
    Field(.capwapPreambleType, "capwap.preamble.type", .uint8, "What follows", mask: 0xf, values: .capwapType),
    Field(.capwapPreambleReserved, "capwap.preamble.reserved", .uint24, "Reserved bytes"),
    Field(.capwapHeader, "capwap.header", .none, "Transport header"),
    Field(.capwapHeaderLength, "capwap.header.length", .uint24, "Length in words of four bytes", mask: 0xf80000),
    Field(.capwapHeaderRid, "capwap.header.rid", .uint24, "Radio", mask: 0x7c000),
    Field(.capwapHeaderWbid, "capwap.header.wbid", .uint24, "Wireless binding", mask: 0x3e00, values: .capwapBinding),
    Field(.capwapHeaderFlags, "capwap.header.flags", .uint24, "Flags of the CAPWAP header", base: .hex, mask: 0x1ff),
    Field(
      .capwapHeaderFlagsT, "capwap.header.flags.t", .boolean, "Frame of the radio, not of Ethernet", bits: 24,
      mask: 0x100, truth: ("Yes", "No")),
    Field(
      .capwapHeaderFlagsF, "capwap.header.flags.f", .boolean, "Part of a frame", bits: 24, mask: 0x80,
      truth: ("Yes", "No")),
    Field(
      .capwapHeaderFlagsL, "capwap.header.flags.l", .boolean, "Last part of a frame", bits: 24, mask: 0x40,
      truth: ("Yes", "No")),
    Field(
      .capwapHeaderFlagsW, "capwap.header.flags.w", .boolean, "Has information about the radio", bits: 24, mask: 0x20,
      truth: ("Yes", "No")),
    Field(
      .capwapHeaderFlagsM, "capwap.header.flags.m", .boolean, "Has the radio's address", bits: 24, mask: 0x10,
      truth: ("Yes", "No")),
    Field(
      .capwapHeaderFlagsK, "capwap.header.flags.k", .boolean, "Keeps the channel open", bits: 24, mask: 0x8,
      truth: ("Yes", "No")),
    Field(.capwapHeaderFlagsR, "capwap.header.flags.r", .uint24, "Reserved bits", base: .hex, mask: 0x7),
    Field(.capwapHeaderFragmentId, "capwap.header.fragment.id", .uint16, "Identifier of the fragments"),
    Field(
      .capwapHeaderFragmentOffset, "capwap.header.fragment.offset", .uint16,
      "Place in the frame, in units of eight bytes",
      mask: 0xfff8),
    Field(.capwapHeaderFragmentReserved, "capwap.header.fragment.reserved", .uint16, "Reserved bits", mask: 0x7),
    Field(.capwapHeaderMacLength, "capwap.header.mac.length", .uint8, "Length of the radio's address"),
    Field(.capwapHeaderMacEui48, "capwap.header.mac.eui48", .ethernet, "Radio's address"),
    Field(.capwapHeaderMacData, "capwap.header.mac.data", .bytes, "Radio's address of another length"),
    Field(.capwapHeaderWirelessLength, "capwap.header.wireless.length", .uint8, "Length of the radio's information"),
    Field(.capwapHeaderWirelessData, "capwap.header.wireless.data", .bytes, "Information about the radio"),
    Field(.capwapHeaderPadding, "capwap.header.padding", .bytes, "Bytes that fill the last word"),
  ]
}

extension ValueNames {
  static let capwapType = ValueNames(
    """
    0 CAPWAP header
    1 CAPWAP DTLS header
    """)

  static let capwapBinding = ValueNames(
    """
    0 Reserved
    1 IEEE 802.11
    3 EPCGlobal
    """)
}
