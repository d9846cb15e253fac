extension FieldTable {
  /// Frame: the fields, with Wireshark's names and types.
  static let frame: [Field] = [
    Field(.pktComment, "pkt_comment", .protocol, "Comments on the packet"),
    Field(.frameComment, "frame.comment", .string, "Text of the comment"),
    Field(.frameCommentExpert, "frame.comment.expert", .none, "Comment with a severity"),
    Field(.framePacketFlags, "frame.packet_flags", .uint32, "Flags in the file", base: .hex),
    Field(
      .framePacketFlagsDirection, "frame.packet_flags_direction", .uint32, "Inbound or outbound", base: .hex, mask: 0x3,
      values: .framePacketFlagsDirection),
    Field(
      .framePacketFlagsReceptionType, "frame.packet_flags_reception_type", .uint32, "Addressed to (reception type)",
      mask: 0x1C,
      values: .framePacketFlagsReceptionType),
    Field(
      .framePacketFlagsFcsLength, "frame.packet_flags_fcs_length", .uint32, "Length of the FCS, in bytes", mask: 0x1E0),
    Field(.framePacketFlagsReserved, "frame.packet_flags_reserved", .uint32, "Reserved bits", mask: 0xFE00),
    Field(
      .framePacketFlagsCrcError, "frame.packet_flags_crc_error", .boolean, "Wrong CRC", bits: 32, mask: 0x100_0000,
      truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsPacketTooError, "frame.packet_flags_packet_too_error", .boolean, "Too long for the link",
      bits: 32, mask: 0x200_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsPacketTooShortError, "frame.packet_flags_packet_too_short_error", .boolean,
      "Too short for the link", bits: 32, mask: 0x400_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsWrongInterFrameGapError, "frame.packet_flags_wrong_inter_frame_gap_error", .boolean,
      "Wrong gap before the frame", bits: 32, mask: 0x800_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsUnalignedFrameError, "frame.packet_flags_unaligned_frame_error", .boolean,
      "Not a whole number of bytes", bits: 32, mask: 0x1000_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsStartFrameDelimiterError, "frame.packet_flags_start_frame_delimiter_error", .boolean,
      "Wrong start-of-frame delimiter", bits: 32, mask: 0x2000_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsPreambleError, "frame.packet_flags_preamble_error", .boolean, "Wrong preamble", bits: 32,
      mask: 0x4000_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsSymbolError, "frame.packet_flags_symbol_error", .boolean, "Wrong symbol on the line", bits: 32,
      mask: 0x8000_0000, truth: ("Set", "Not set")),
    Field(.frameP2pDir, "frame.p2p_dir", .int8, "Sent or received", values: .frameP2pDir),
    Field(.frameSectionNumber, "frame.section_number", .uint32, "Section of the file"),
    Field(.frame, "frame", .protocol, "Packet as captured"),
    Field(.frameInterfaceId, "frame.interface_id", .uint32, "Number of the interface"),
    Field(.frameInterfaceName, "frame.interface_name", .string, "Name of the interface"),
    Field(.frameEncapType, "frame.encap_type", .int16, "Link type", values: .frameEncapType),
    Field(.frameTime, "frame.time", .absoluteTime, "Time of capture"),
    Field(.frameOffsetShift, "frame.offset_shift", .relativeTime, "Shift of the time"),
    Field(.frameTimeEpoch, "frame.time_epoch", .relativeTime, "Time since 1970 (UTC)"),
    Field(.frameTimeDelta, "frame.time_delta", .relativeTime, "Time since the packet before"),
    Field(
      .frameTimeDeltaDisplayed, "frame.time_delta_displayed", .relativeTime, "Time since the packet shown before"),
    Field(.frameTimeRelative, "frame.time_relative", .relativeTime, "Time since the first packet"),
    Field(.frameNumber, "frame.number", .uint32, "Packet number"),
    Field(.frameLen, "frame.len", .uint32, "Length on the wire, in bytes"),
    Field(.frameCapLen, "frame.cap_len", .uint32, "Length captured, in bytes"),
    Field(.frameMarked, "frame.marked", .boolean, "Marked by the user"),
    Field(.frameIgnored, "frame.ignored", .boolean, "Ignored by the user"),
    Field(.frameProtocols, "frame.protocols", .string, "Protocols, outermost first"),
  ]
}
