extension FieldTable {
  /// SCTP: the fields and their Wireshark definitions.
  static let sctp: [Field] = [
    Field(.sctp, "sctp", .protocol, "Stream Control Transmission Protocol"),
    Field(.sctpSrcport, "sctp.srcport", .uint16, "Source port"),
    Field(.sctpDstport, "sctp.dstport", .uint16, "Destination port"),
    Field(.sctpPort, "sctp.port", .uint16, "Port"),
    Field(.sctpVerificationTag, "sctp.verification_tag", .uint32, "Verification tag", base: .hex),
    Field(.sctpChecksum, "sctp.checksum", .uint32, "Checksum", base: .hex),
    Field(.sctpChecksumStatus, "sctp.checksum.status", .uint8, "Checksum Status", values: .ipChecksumStatus),
    Field(.sctpAssocIndex, "sctp.assoc_index", .uint16, "Association index"),
    Field(.sctpChunkType, "sctp.chunk_type", .uint8, "Chunk type", values: .sctpChunkType),
    Field(
      .sctpChunkBit1, "sctp.chunk_bit_1", .boolean, "Bit", bits: 8, mask: 0x80,
      truth: ("Skip chunk and continue processing of the packet", "Stop processing of the packet")),
    Field(
      .sctpChunkBit2, "sctp.chunk_bit_2", .boolean, "Bit", bits: 8, mask: 0x40, truth: ("Do report", "Do not report")),
    Field(.sctpChunkFlags, "sctp.chunk_flags", .uint8, "Chunk flags", base: .hex),
    Field(.sctpChunkLength, "sctp.chunk_length", .uint16, "Chunk length"),
    Field(.sctpChunkValue, "sctp.chunk_value", .bytes, "Chunk value"),
    Field(.sctpChunkPadding, "sctp.chunk_padding", .bytes, "Chunk padding"),
  ]
}
