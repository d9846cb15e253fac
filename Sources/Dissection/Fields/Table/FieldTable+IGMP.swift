extension FieldTable {
  /// IGMP: the fields and their Wireshark definitions.
  static let igmp: [Field] = [
    Field(.igmp, "igmp", .protocol, "Internet Group Management Protocol"),
    Field(.igmpType, "igmp.type", .uint8, "Type", base: .hex, values: .igmpType),
    Field(.igmpReserved, "igmp.reserved", .bytes, "Reserved"),
    Field(.igmpVersion, "igmp.version", .uint8, "IGMP Version"),
    Field(.igmpChecksum, "igmp.checksum", .uint16, "Checksum", base: .hex),
    Field(.igmpChecksumStatus, "igmp.checksum.status", .uint8, "Checksum Status", values: .ipChecksumStatus),
    Field(.igmpMaxResp, "igmp.max_resp", .uint8, "Max Resp Time"),
    Field(.igmpMaddr, "igmp.maddr", .ipv4, "Multicast Address"),
    Field(
      .igmpS, "igmp.s", .boolean, "S", bits: 8, mask: 0x8,
      truth: ("SUPPRESS router side processing", "Do not suppress router side processing")),
    Field(.igmpQrv, "igmp.qrv", .uint8, "QRV", mask: 0x7),
    Field(.igmpQqic, "igmp.qqic", .uint8, "QQIC"),
    Field(.igmpNumSrc, "igmp.num_src", .uint16, "Num Src"),
    Field(.igmpSaddr, "igmp.saddr", .ipv4, "Source Address"),
    Field(.igmpNumGrpRecs, "igmp.num_grp_recs", .uint16, "Num Group Records"),
    Field(.igmpRecordType, "igmp.record_type", .uint8, "Record Type", values: .igmpRecordType),
    Field(.igmpAuxDataLen, "igmp.aux_data_len", .uint8, "Aux Data Len"),
    Field(.igmpAuxData, "igmp.aux_data", .bytes, "Aux Data"),
    Field(.igmpMaxRespExp, "igmp.max_resp.exp", .uint8, "Exponent", base: .hex, mask: 0x70),
    Field(.igmpMaxRespMant, "igmp.max_resp.mant", .uint8, "Mantissa", base: .hex, mask: 0xf),
  ]
}
