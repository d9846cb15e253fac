extension FieldTable {
  /// SCTP: the fields, with Wireshark's names and types.
  static let sctp: [Field] = [
    Field(.sctp, "sctp", .protocol, "SCTP: stream control transmission"),
    Field(.sctpSrcport, "sctp.srcport", .uint16, "Source port"),
    Field(.sctpDstport, "sctp.dstport", .uint16, "Destination port"),
    Field(.sctpPort, "sctp.port", .uint16, "Port of either end"),
    Field(.sctpVerificationTag, "sctp.verification_tag", .uint32, "Tag of the receiver's association", base: .hex),
    Field(.sctpChecksum, "sctp.checksum", .uint32, "Checksum of the packet (CRC32c)", base: .hex),
    Field(.sctpChecksumStatus, "sctp.checksum.status", .uint8, "Check of the checksum", values: .ipChecksumStatus),
    Field(.sctpAssocIndex, "sctp.assoc_index", .uint16, "Association in this capture"),
    Field(.sctpChunkType, "sctp.chunk_type", .uint8, "Kind of chunk", values: .sctpChunkType),
    Field(
      .sctpChunkBit1, "sctp.chunk_bit_1", .boolean, "Skip where it is not known", bits: 8, mask: 0x80,
      truth: ("Yes", "No")),
    Field(
      .sctpChunkBit2, "sctp.chunk_bit_2", .boolean, "Report where it is not known", bits: 8, mask: 0x40,
      truth: ("Yes", "No")),
    Field(.sctpChunkFlags, "sctp.chunk_flags", .uint8, "Flags of the chunk", base: .hex),
    Field(.sctpChunkLength, "sctp.chunk_length", .uint16, "Length of the chunk, in bytes"),
    Field(.sctpChunkValue, "sctp.chunk_value", .bytes, "Bytes of the chunk"),
    Field(.sctpChunkPadding, "sctp.chunk_padding", .bytes, "Padding to 4 bytes"),
  ]
}
