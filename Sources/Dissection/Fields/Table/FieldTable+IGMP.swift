extension FieldTable {
  /// IGMP: the fields, with Wireshark's names and types.
  static let igmp: [Field] = [
    Field(.igmp, "igmp", .protocol, "IGMP: multicast groups of IPv4"),
    Field(.igmpType, "igmp.type", .uint8, "Message type", base: .hex, values: .igmpType),
    Field(.igmpReserved, "igmp.reserved", .bytes, "Reserved bytes"),
    Field(.igmpVersion, "igmp.version", .uint8, "Version of IGMP"),
    Field(.igmpChecksum, "igmp.checksum", .uint16, "Checksum of the message", base: .hex),
    Field(.igmpChecksumStatus, "igmp.checksum.status", .uint8, "Check of the checksum", values: .ipChecksumStatus),
    Field(.igmpMaxResp, "igmp.max_resp", .uint8, "Longest delay of a report"),
    Field(.igmpMaddr, "igmp.maddr", .ipv4, "Group address"),
    Field(
      .igmpS, "igmp.s", .boolean, "Routers keep their timers (S)", bits: 8, mask: 0x8,
      truth: ("Yes", "No")),
    Field(.igmpQrv, "igmp.qrv", .uint8, "Robustness of the querier (QRV)", mask: 0x7),
    Field(.igmpQqic, "igmp.qqic", .uint8, "Time between queries, as a code (QQIC)"),
    Field(.igmpNumSrc, "igmp.num_src", .uint16, "Sources in the list"),
    Field(.igmpSaddr, "igmp.saddr", .ipv4, "Address of the source"),
    Field(.igmpNumGrpRecs, "igmp.num_grp_recs", .uint16, "Group records in the report"),
    Field(.igmpRecordType, "igmp.record_type", .uint8, "Kind of the record", values: .igmpRecordType),
    Field(.igmpAuxDataLen, "igmp.aux_data_len", .uint8, "Words of auxiliary data"),
    Field(.igmpAuxData, "igmp.aux_data", .bytes, "Bytes of auxiliary data"),
    Field(.igmpMaxRespExp, "igmp.max_resp.exp", .uint8, "Exponent of the delay", base: .hex, mask: 0x70),
    Field(.igmpMaxRespMant, "igmp.max_resp.mant", .uint8, "Mantissa of the delay", base: .hex, mask: 0xf),
  ]
}
