extension FieldTable {
  /// GTP's user plane.
  static let gtp: [Field] = [
    Field(.gtp, "gtp", .protocol, "GPRS tunnelling protocol, user plane"),
    Field(.gtpFlags, "gtp.flags", .uint8, "Header flags", base: .hex),
    Field(.gtpFlagsVersion, "gtp.flags.version", .uint8, "Protocol version", mask: 0xe0),
    Field(.gtpFlagsPayload, "gtp.flags.payload", .uint8, "GTP, not GTP prime", mask: 0x10),
    Field(.gtpFlagsReserved, "gtp.flags.reserved", .uint8, "Spare bit", mask: 0x8),
    Field(
      .gtpFlagsE, "gtp.flags.e", .boolean, "Extension header follows", bits: 8, mask: 0x4, truth: ("Yes", "No")),
    Field(.gtpFlagsS, "gtp.flags.s", .boolean, "Has a sequence number", bits: 8, mask: 0x2, truth: ("Yes", "No")),
    Field(.gtpFlagsPn, "gtp.flags.pn", .boolean, "Has an N-PDU number", bits: 8, mask: 0x1, truth: ("Yes", "No")),
    Field(.gtpMessage, "gtp.message", .uint8, "Message", base: .hex, values: .gtpMessage),
    Field(.gtpLength, "gtp.length", .uint16, "Bytes after the mandatory header"),
    Field(.gtpTeid, "gtp.teid", .uint32, "Tunnel endpoint identifier", base: .hexDec),
    Field(.gtpSeqNumber, "gtp.seq_number", .uint16, "Sequence number of the message", base: .hexDec),
    Field(.gtpNpduNumber, "gtp.npdu_number", .uint8, "Number of the N-PDU", base: .hex),
    Field(.gtpExtHdr, "gtp.ext_hdr", .none, "Header extension"),
    Field(.gtpExtHdrNext, "gtp.ext_hdr.next", .uint8, "Type of the next extension", base: .hex, values: .gtpExtension),
    Field(.gtpExtHdrLength, "gtp.ext_hdr.length", .uint8, "Length in words of four bytes"),
    Field(.gtpExtHdrPdcpSn, "gtp.ext_hdr.pdcp_sn", .uint16, "Number of the PDCP PDU"),
    Field(.gtpExtHdrUdpPort, "gtp.ext_hdr.udp_port", .uint16, "Port of the message that failed"),
    Field(
      .gtpExtHdrPduSesConPduType, "gtp.ext_hdr.pdu_ses_con.pdu_type", .uint8, "Direction of the PDU session",
      mask: 0xf0, values: .gtpSession),
    Field(.gtpSpareH1, "gtp.spare.h1", .uint8, "Spare bits", base: .hex, mask: 0xf),
    Field(.gtpSpareB7b6, "gtp.spare.b7b6", .uint8, "Spare bits", base: .hex, mask: 0xc0),
    Field(
      .gtpExtHdrPduSesContPpp, "gtp.ext_hdr.pdu_ses_cont.ppp", .boolean, "Has a paging policy", bits: 8, mask: 0x80,
      truth: ("Yes", "No")),
    Field(
      .gtpExtHdrPduSesContRqi, "gtp.ext_hdr.pdu_ses_cont.rqi", .boolean, "Reflective quality of service", bits: 8,
      mask: 0x40, truth: ("Yes", "No")),
    Field(
      .gtpExtHdrPduSesConQosFlowId, "gtp.ext_hdr.pdu_ses_con.qos_flow_id", .uint8, "Flow of quality of service",
      mask: 0x3f),
  ]
}
