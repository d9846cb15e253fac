extension FieldTable {
  /// GRE: the fields, with Wireshark's names and types.
  static let gre: [Field] = [
    Field(.gre, "gre", .protocol, "GRE: generic routing encapsulation"),
    Field(.greFlagsAndVersion, "gre.flags_and_version", .uint16, "Flags and version of GRE", base: .hex),
    Field(
      .greFlagsChecksum, "gre.flags.checksum", .boolean, "Checksum present (C)", bits: 16, mask: 0x8000,
      truth: ("Yes", "No")),
    Field(
      .greFlagsRouting, "gre.flags.routing", .boolean, "Routing present (R)", bits: 16, mask: 0x4000,
      truth: ("Yes", "No")),
    Field(.greFlagsKey, "gre.flags.key", .boolean, "Key present (K)", bits: 16, mask: 0x2000, truth: ("Yes", "No")),
    Field(
      .greFlagsSequenceNumber, "gre.flags.sequence_number", .boolean, "Sequence number present (S)", bits: 16,
      mask: 0x1000,
      truth: ("Yes", "No")),
    Field(
      .greFlagsStrictSourceRoute, "gre.flags.strict_source_route", .boolean, "Strict source route (s)", bits: 16,
      mask: 0x800, truth: ("Yes", "No")),
    Field(
      .greFlagsRecursionControl, "gre.flags.recursion_control", .uint16, "Further encapsulations allowed", mask: 0x700),
    Field(
      .greFlagsAck, "gre.flags.ack", .boolean, "Acknowledgment number present (A)", bits: 16, mask: 0x80,
      truth: ("Yes", "No")),
    Field(.greFlagsReserved, "gre.flags.reserved", .uint16, "Reserved bits", mask: 0xf8),
    Field(.greFlagsVersion, "gre.flags.version", .uint16, "Version of GRE", mask: 0x7, values: .greFlagsVersion),
    Field(.greProto, "gre.proto", .uint16, "Protocol of the payload", base: .hex, values: .ethType),
    Field(.greChecksum, "gre.checksum", .uint16, "Checksum of header and payload", base: .hex),
    Field(.greChecksumStatus, "gre.checksum.status", .uint8, "Check of the checksum", values: .ipChecksumStatus),
    Field(.greOffset, "gre.offset", .uint16, "Offset of the route in force, in bytes"),
    Field(.greKey, "gre.key", .uint32, "Key of the tunnel", base: .hex),
    Field(.greKeyPayloadLength, "gre.key.payload_length", .uint16, "Length of the payload, in bytes (PPTP)"),
    Field(.greKeyCallId, "gre.key.call_id", .uint16, "Call ID of the receiver (PPTP)"),
    Field(.greSequenceNumber, "gre.sequence_number", .uint32, "Sequence number of the packet"),
    Field(.greAckNumber, "gre.ack_number", .uint32, "Highest sequence number received"),
    Field(.erspan, "erspan", .protocol, "ERSPAN: packets mirrored by a switch"),
    Field(.erspanVersion, "erspan.version", .uint16, "Version of ERSPAN", mask: 0xf000, values: .erspanVersion),
    Field(.erspanVlan, "erspan.vlan", .uint16, "VLAN of the mirrored packet", mask: 0xfff),
    Field(.erspanCos, "erspan.cos", .uint16, "Class of service of the mirrored packet", mask: 0xe000),
    Field(.erspanSpanid, "erspan.spanid", .uint16, "ERSPAN session", mask: 0x3ff),
    Field(.erspanIndex, "erspan.index", .uint32, "Port index in the switch", mask: 0xfffff),
    Field(.erspanTimestamp, "erspan.timestamp", .uint32, "Time in the switch", mask: 0xffffffff),
  ]
}
