extension FieldTable {
  /// L2TP, version 2.
  static let l2tp: [Field] = [
    Field(.l2tp, "l2tp", .protocol, "Layer two tunnelling protocol"),
    Field(.l2tpFlags, "l2tp.flags", .uint16, "Header flags", base: .hex),
    Field(.l2tpType, "l2tp.type", .uint16, "Kind of message", mask: 0x8000, values: .l2tpType),
    Field(.l2tpLengthBit, "l2tp.length_bit", .boolean, "Has a length", bits: 16, mask: 0x4000, truth: ("Yes", "No")),
    Field(
      .l2tpSeqBit, "l2tp.seq_bit", .boolean, "Has sequence numbers", bits: 16, mask: 0x800, truth: ("Yes", "No")),
    Field(.l2tpOffsetBit, "l2tp.offset_bit", .boolean, "Has padding", bits: 16, mask: 0x200, truth: ("Yes", "No")),
    Field(.l2tpPriority, "l2tp.priority", .boolean, "Goes first", bits: 16, mask: 0x100, truth: ("Yes", "No")),
    Field(.l2tpVersion, "l2tp.version", .uint16, "Protocol version", mask: 0xf),
    Field(.l2tpLength, "l2tp.length", .uint16, "Length of the message"),
    Field(.l2tpTunnel, "l2tp.tunnel", .uint16, "Tunnel"),
    Field(.l2tpSession, "l2tp.session", .uint16, "Session"),
    Field(.l2tpNs, "l2tp.Ns", .uint16, "Number of this message"),
    Field(.l2tpNr, "l2tp.Nr", .uint16, "Number of the message expected next"),
    Field(.l2tpOffset, "l2tp.offset", .uint16, "Length of the padding"),
    Field(.l2tpOffsetPadding, "l2tp.offset_padding", .none, "Padding before the frame"),
    Field(.l2tpZeroLengthBodyMessage, "l2tp.zero_length_body_message", .none, "Acknowledgment without a body"),
  ]
}

extension ValueNames {
  static let l2tpType = ValueNames(
    """
    0 Data
    1 Control
    """)
}
