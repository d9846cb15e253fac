extension FieldTable {
  /// Multipath TCP (RFC 8684): the fields and their Wireshark definitions.
  static let mptcp: [Field] = [
    Field(.mptcp, "mptcp", .protocol, "Multipath Transmission Control Protocol"),
    Field(.tcpOptionsMptcpVersion, "tcp.options.mptcp.version", .uint8, "Multipath TCP version", mask: 0xf),
    Field(.tcpOptionsMptcpReserved, "tcp.options.mptcp.reserved", .uint16, "Reserved", base: .hex, mask: 0xfff),
    Field(.tcpOptionsMptcpFlags, "tcp.options.mptcp.flags", .uint8, "Multipath TCP flags", base: .hex),
    Field(.tcpOptionsMptcpBackupFlag, "tcp.options.mptcp.backup.flag", .uint8, "Backup flag", mask: 0x1),
    Field(
      .tcpOptionsMptcpChecksumreqFlags, "tcp.options.mptcp.checksumreq.flags", .uint8, "Checksum required", mask: 0x80),
    Field(
      .tcpOptionsMptcpExtensibilityFlag, "tcp.options.mptcp.extensibility.flag", .uint8, "Extensibility", mask: 0x40),
    Field(
      .tcpOptionsMptcpNomoresubflowsFlag, "tcp.options.mptcp.nomoresubflows.flag", .uint8,
      "Do not attempt to establish new subflows to this address and port", mask: 0x20),
    Field(.tcpOptionsMptcpSha1Flag, "tcp.options.mptcp.sha1.flag", .uint8, "Use HMAC-SHA1", mask: 0x1),
    Field(.tcpOptionsMptcpSha256Flag, "tcp.options.mptcp.sha256.flag", .uint8, "Use HMAC-SHA256", mask: 0x1),
    Field(.tcpOptionsMptcpDatafinFlag, "tcp.options.mptcp.datafin.flag", .uint8, "DATA_FIN", mask: 0x10),
    Field(
      .tcpOptionsMptcpDseqn8Flag, "tcp.options.mptcp.dseqn8.flag", .uint8, "Data Sequence Number is 8 octets", mask: 0x8
    ),
    Field(
      .tcpOptionsMptcpDseqnpresentFlag, "tcp.options.mptcp.dseqnpresent.flag", .uint8,
      "Data Sequence Number, Subflow Sequence Number, Data-level Length, Checksum present", mask: 0x4),
    Field(.tcpOptionsMptcpDataack8Flag, "tcp.options.mptcp.dataack8.flag", .uint8, "Data ACK is 8 octets", mask: 0x2),
    Field(
      .tcpOptionsMptcpDataackpresentFlag, "tcp.options.mptcp.dataackpresent.flag", .uint8, "Data ACK is present",
      mask: 0x1),
    Field(.tcpOptionsMptcpReservedFlag, "tcp.options.mptcp.reserved.flag", .uint8, "Reserved", base: .hex, mask: 0x3e),
    Field(
      .tcpOptionsMptcpFlagUFlag, "tcp.options.mptcp.flag_U.flag", .boolean, "Flag U", bits: 4, mask: 0x8,
      truth: ("Set", "Not set")),
    Field(
      .tcpOptionsMptcpFlagVFlag, "tcp.options.mptcp.flag_V.flag", .boolean, "Flag V", bits: 4, mask: 0x4,
      truth: ("Set", "Not set")),
    Field(
      .tcpOptionsMptcpFlagWFlag, "tcp.options.mptcp.flag_W.flag", .boolean, "Flag W", bits: 4, mask: 0x2,
      truth: ("Set", "Not set")),
    Field(
      .tcpOptionsMptcpFlagTFlag, "tcp.options.mptcp.flag_T.flag", .boolean, "Transient", bits: 4, mask: 0x1,
      truth: ("Set", "Not set")),
    Field(
      .tcpOptionsMptcpRstReason, "tcp.options.mptcp.rst_reason", .uint8, "TCPRST Reason", base: .hex,
      values: .tcpOptionsMptcpRstReason),
    Field(.tcpOptionsMptcpAddrid, "tcp.options.mptcp.addrid", .uint8, "Address ID"),
    Field(.tcpOptionsMptcpSendkey, "tcp.options.mptcp.sendkey", .uint64, "Sender's Key"),
    Field(.tcpOptionsMptcpRecvkey, "tcp.options.mptcp.recvkey", .uint64, "Receiver's Key"),
    Field(.tcpOptionsMptcpRecvtok, "tcp.options.mptcp.recvtok", .uint32, "Receiver's Token"),
    Field(.tcpOptionsMptcpSendrand, "tcp.options.mptcp.sendrand", .uint32, "Sender's Random Number"),
    Field(.tcpOptionsMptcpSendtrunchmac, "tcp.options.mptcp.sendtrunchmac", .uint64, "Sender's Truncated HMAC"),
    Field(.tcpOptionsMptcpSendhmac, "tcp.options.mptcp.sendhmac", .bytes, "Sender's HMAC"),
    Field(.tcpOptionsMptcpAddaddrtrunchmac, "tcp.options.mptcp.addaddrtrunchmac", .uint64, "Truncated HMAC"),
    Field(.tcpOptionsMptcpRawdataack, "tcp.options.mptcp.rawdataack", .uint64, "Original MPTCP Data ACK"),
    Field(.tcpOptionsMptcpRawdataseqno, "tcp.options.mptcp.rawdataseqno", .uint64, "Data Sequence Number"),
    Field(.tcpOptionsMptcpSubflowseqno, "tcp.options.mptcp.subflowseqno", .uint32, "Subflow Sequence Number"),
    Field(.tcpOptionsMptcpDatalvllen, "tcp.options.mptcp.datalvllen", .uint16, "Data-level Length"),
    Field(.tcpOptionsMptcpChecksum, "tcp.options.mptcp.checksum", .uint16, "Checksum", base: .hex),
    Field(.tcpOptionsMptcpIpver, "tcp.options.mptcp.ipver", .uint8, "IP version", mask: 0xf),
    Field(.tcpOptionsMptcpEcho, "tcp.options.mptcp.echo", .uint8, "Echo", mask: 0x1),
    Field(.tcpOptionsMptcpIpv4, "tcp.options.mptcp.ipv4", .ipv4, "Advertised IPv4 Address"),
    Field(.tcpOptionsMptcpIpv6, "tcp.options.mptcp.ipv6", .ipv6, "Advertised IPv6 Address"),
    Field(.tcpOptionsMptcpPort, "tcp.options.mptcp.port", .uint16, "Advertised port"),
    Field(.mptcpRmAddrCount, "mptcp.rm_addr.count", .uint8, "Number of removed addresses"),
  ]
}
