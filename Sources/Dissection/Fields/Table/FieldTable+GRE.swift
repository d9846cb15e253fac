extension FieldTable {
  /// GRE: the fields and their Wireshark definitions.
  static let gre: [Field] = [
    Field(.gre, "gre", .protocol, "Generic Routing Encapsulation"),
    Field(.greFlagsAndVersion, "gre.flags_and_version", .uint16, "Flags and Version", base: .hex),
    Field(
      .greFlagsChecksum, "gre.flags.checksum", .boolean, "Checksum Bit", bits: 16, mask: 0x8000, truth: ("Yes", "No")),
    Field(.greFlagsRouting, "gre.flags.routing", .boolean, "Routing Bit", bits: 16, mask: 0x4000, truth: ("Yes", "No")),
    Field(.greFlagsKey, "gre.flags.key", .boolean, "Key Bit", bits: 16, mask: 0x2000, truth: ("Yes", "No")),
    Field(
      .greFlagsSequenceNumber, "gre.flags.sequence_number", .boolean, "Sequence Number Bit", bits: 16, mask: 0x1000,
      truth: ("Yes", "No")),
    Field(
      .greFlagsStrictSourceRoute, "gre.flags.strict_source_route", .boolean, "Strict Source Route Bit", bits: 16,
      mask: 0x800, truth: ("Yes", "No")),
    Field(.greFlagsRecursionControl, "gre.flags.recursion_control", .uint16, "Recursion control", mask: 0x700),
    Field(.greFlagsAck, "gre.flags.ack", .boolean, "Acknowledgment", bits: 16, mask: 0x80, truth: ("Yes", "No")),
    Field(.greFlagsReserved, "gre.flags.reserved", .uint16, "Flags (Reserved)", mask: 0xf8),
    Field(.greFlagsVersion, "gre.flags.version", .uint16, "Version", mask: 0x7, values: .greFlagsVersion),
    Field(.greProto, "gre.proto", .uint16, "Protocol Type", base: .hex, values: .ethType),
    Field(.greChecksum, "gre.checksum", .uint16, "Checksum", base: .hex),
    Field(.greChecksumStatus, "gre.checksum.status", .uint8, "Checksum Status", values: .ipChecksumStatus),
    Field(.greOffset, "gre.offset", .uint16, "Offset"),
    Field(.greKey, "gre.key", .uint32, "Key", base: .hex),
    Field(.greKeyPayloadLength, "gre.key.payload_length", .uint16, "Payload Length"),
    Field(.greKeyCallId, "gre.key.call_id", .uint16, "Call ID"),
    Field(.greSequenceNumber, "gre.sequence_number", .uint32, "Sequence Number"),
    Field(.greAckNumber, "gre.ack_number", .uint32, "Acknowledgment Number"),
    Field(.erspan, "erspan", .protocol, "Encapsulated Remote Switch Packet ANalysis"),
    Field(.erspanVersion, "erspan.version", .uint16, "Version", mask: 0xf000, values: .erspanVersion),
    Field(.erspanVlan, "erspan.vlan", .uint16, "Vlan", mask: 0xfff),
    Field(.erspanCos, "erspan.cos", .uint16, "COS", mask: 0xe000),
    Field(.erspanSpanid, "erspan.spanid", .uint16, "SpanID", mask: 0x3ff),
    Field(.erspanIndex, "erspan.index", .uint32, "Index", mask: 0xfffff),
    Field(.erspanTimestamp, "erspan.timestamp", .uint32, "Timestamp", mask: 0xffffffff),
  ]
}
