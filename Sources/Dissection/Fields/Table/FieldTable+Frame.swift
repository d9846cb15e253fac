extension FieldTable {
  /// Frame: the fields and their Wireshark definitions.
  static let frame: [Field] = [
    Field(.pktComment, "pkt_comment", .protocol, "Packet comments"),
    Field(.frameComment, "frame.comment", .string, "Comment"),
    Field(.frameCommentExpert, "frame.comment.expert", .none, "Formatted comment"),
    Field(.framePacketFlags, "frame.packet_flags", .uint32, "Packet flags", base: .hex),
    Field(
      .framePacketFlagsDirection, "frame.packet_flags_direction", .uint32, "Direction", base: .hex, mask: 0x3,
      values: .framePacketFlagsDirection),
    Field(
      .framePacketFlagsReceptionType, "frame.packet_flags_reception_type", .uint32, "Reception type", mask: 0x1C,
      values: .framePacketFlagsReceptionType),
    Field(.framePacketFlagsFcsLength, "frame.packet_flags_fcs_length", .uint32, "FCS length", mask: 0x1E0),
    Field(.framePacketFlagsReserved, "frame.packet_flags_reserved", .uint32, "Reserved", mask: 0xFE00),
    Field(
      .framePacketFlagsCrcError, "frame.packet_flags_crc_error", .boolean, "CRC error", bits: 32, mask: 0x100_0000,
      truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsPacketTooError, "frame.packet_flags_packet_too_error", .boolean, "Packet too long error",
      bits: 32, mask: 0x200_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsPacketTooShortError, "frame.packet_flags_packet_too_short_error", .boolean,
      "Packet too short error", bits: 32, mask: 0x400_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsWrongInterFrameGapError, "frame.packet_flags_wrong_inter_frame_gap_error", .boolean,
      "Wrong interframe gap error", bits: 32, mask: 0x800_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsUnalignedFrameError, "frame.packet_flags_unaligned_frame_error", .boolean,
      "Unaligned frame error", bits: 32, mask: 0x1000_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsStartFrameDelimiterError, "frame.packet_flags_start_frame_delimiter_error", .boolean,
      "Start frame delimiter error", bits: 32, mask: 0x2000_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsPreambleError, "frame.packet_flags_preamble_error", .boolean, "Preamble error", bits: 32,
      mask: 0x4000_0000, truth: ("Set", "Not set")),
    Field(
      .framePacketFlagsSymbolError, "frame.packet_flags_symbol_error", .boolean, "Symbol error", bits: 32,
      mask: 0x8000_0000, truth: ("Set", "Not set")),
    Field(.frameP2pDir, "frame.p2p_dir", .int8, "Point-to-Point Direction", values: .frameP2pDir),
    Field(.frameSectionNumber, "frame.section_number", .uint32, "Section number"),
    Field(.frame, "frame", .protocol, "Frame"),
    Field(.frameInterfaceId, "frame.interface_id", .uint32, "Interface id"),
    Field(.frameInterfaceName, "frame.interface_name", .string, "Interface name"),
    Field(.frameEncapType, "frame.encap_type", .int16, "Encapsulation type", values: .frameEncapType),
    Field(.frameTime, "frame.time", .absoluteTime, "Arrival Time"),
    Field(.frameOffsetShift, "frame.offset_shift", .relativeTime, "Time shift for this packet"),
    Field(.frameTimeEpoch, "frame.time_epoch", .relativeTime, "Epoch Time"),
    Field(.frameTimeDelta, "frame.time_delta", .relativeTime, "Time delta from previous captured frame"),
    Field(
      .frameTimeDeltaDisplayed, "frame.time_delta_displayed", .relativeTime, "Time delta from previous displayed frame"),
    Field(.frameTimeRelative, "frame.time_relative", .relativeTime, "Time since reference or first frame"),
    Field(.frameNumber, "frame.number", .uint32, "Frame Number"),
    Field(.frameLen, "frame.len", .uint32, "Frame length on the wire"),
    Field(.frameCapLen, "frame.cap_len", .uint32, "Frame length stored into the capture file"),
    Field(.frameMarked, "frame.marked", .boolean, "Frame is marked"),
    Field(.frameIgnored, "frame.ignored", .boolean, "Frame is ignored"),
    Field(.frameProtocols, "frame.protocols", .string, "Protocols in frame"),
  ]
}
