extension FieldTable {
  /// Multipath TCP (RFC 8684): the fields, with Wireshark's names and types.
  static let mptcp: [Field] = [
    Field(.mptcp, "mptcp", .protocol, "MPTCP: TCP over several paths"),
    Field(.tcpOptionsMptcpVersion, "tcp.options.mptcp.version", .uint8, "Version of MPTCP", mask: 0xf),
    Field(.tcpOptionsMptcpReserved, "tcp.options.mptcp.reserved", .uint16, "Reserved bits", base: .hex, mask: 0xfff),
    Field(.tcpOptionsMptcpFlags, "tcp.options.mptcp.flags", .uint8, "Flags of MPTCP", base: .hex),
    Field(
      .tcpOptionsMptcpBackupFlag, "tcp.options.mptcp.backup.flag", .uint8, "Path for use when no other works (B)",
      mask: 0x1),
    Field(
      .tcpOptionsMptcpChecksumreqFlags, "tcp.options.mptcp.checksumreq.flags", .uint8, "Checksums are wanted (A)",
      mask: 0x80),
    Field(
      .tcpOptionsMptcpExtensibilityFlag, "tcp.options.mptcp.extensibility.flag", .uint8, "Extensions (B)", mask: 0x40),
    Field(
      .tcpOptionsMptcpNomoresubflowsFlag, "tcp.options.mptcp.nomoresubflows.flag", .uint8,
      "No more subflows to this address and port (C)", mask: 0x20),
    Field(.tcpOptionsMptcpSha1Flag, "tcp.options.mptcp.sha1.flag", .uint8, "HMAC with SHA-1 (H)", mask: 0x1),
    Field(.tcpOptionsMptcpSha256Flag, "tcp.options.mptcp.sha256.flag", .uint8, "HMAC with SHA-256 (H)", mask: 0x1),
    Field(
      .tcpOptionsMptcpDatafinFlag, "tcp.options.mptcp.datafin.flag", .uint8, "Last data of the connection (F)",
      mask: 0x10),
    Field(
      .tcpOptionsMptcpDseqn8Flag, "tcp.options.mptcp.dseqn8.flag", .uint8, "Data sequence number has 8 bytes (m)",
      mask: 0x8
    ),
    Field(
      .tcpOptionsMptcpDseqnpresentFlag, "tcp.options.mptcp.dseqnpresent.flag", .uint8,
      "Has a mapping: both sequence numbers, length, checksum (M)", mask: 0x4),
    Field(
      .tcpOptionsMptcpDataack8Flag, "tcp.options.mptcp.dataack8.flag", .uint8, "Data acknowledgment has 8 bytes (a)",
      mask: 0x2),
    Field(
      .tcpOptionsMptcpDataackpresentFlag, "tcp.options.mptcp.dataackpresent.flag", .uint8,
      "Has a data acknowledgment (A)",
      mask: 0x1),
    Field(
      .tcpOptionsMptcpReservedFlag, "tcp.options.mptcp.reserved.flag", .uint8, "Reserved bits", base: .hex, mask: 0x3e),
    Field(
      .tcpOptionsMptcpFlagUFlag, "tcp.options.mptcp.flag_U.flag", .boolean, "Reserved bit U", bits: 4, mask: 0x8,
      truth: ("Set", "Not set")),
    Field(
      .tcpOptionsMptcpFlagVFlag, "tcp.options.mptcp.flag_V.flag", .boolean, "Reserved bit V", bits: 4, mask: 0x4,
      truth: ("Set", "Not set")),
    Field(
      .tcpOptionsMptcpFlagWFlag, "tcp.options.mptcp.flag_W.flag", .boolean, "Reserved bit W", bits: 4, mask: 0x2,
      truth: ("Set", "Not set")),
    Field(
      .tcpOptionsMptcpFlagTFlag, "tcp.options.mptcp.flag_T.flag", .boolean, "Cause will pass (T)", bits: 4, mask: 0x1,
      truth: ("Set", "Not set")),
    Field(
      .tcpOptionsMptcpRstReason, "tcp.options.mptcp.rst_reason", .uint8, "Why the subflow is reset", base: .hex,
      values: .tcpOptionsMptcpRstReason),
    Field(.tcpOptionsMptcpAddrid, "tcp.options.mptcp.addrid", .uint8, "Identifier of the address"),
    Field(.tcpOptionsMptcpSendkey, "tcp.options.mptcp.sendkey", .uint64, "Key of the sender"),
    Field(.tcpOptionsMptcpRecvkey, "tcp.options.mptcp.recvkey", .uint64, "Key of the receiver"),
    Field(.tcpOptionsMptcpRecvtok, "tcp.options.mptcp.recvtok", .uint32, "Token of the receiver"),
    Field(.tcpOptionsMptcpSendrand, "tcp.options.mptcp.sendrand", .uint32, "Nonce of the sender"),
    Field(
      .tcpOptionsMptcpSendtrunchmac, "tcp.options.mptcp.sendtrunchmac", .uint64, "HMAC of the sender, cut to 8 bytes"),
    Field(.tcpOptionsMptcpSendhmac, "tcp.options.mptcp.sendhmac", .bytes, "HMAC of the sender"),
    Field(
      .tcpOptionsMptcpAddaddrtrunchmac, "tcp.options.mptcp.addaddrtrunchmac", .uint64,
      "HMAC of the address, cut to 8 bytes"),
    Field(.tcpOptionsMptcpRawdataack, "tcp.options.mptcp.rawdataack", .uint64, "Data acknowledgment number"),
    Field(.tcpOptionsMptcpRawdataseqno, "tcp.options.mptcp.rawdataseqno", .uint64, "Sequence number in the connection"),
    Field(.tcpOptionsMptcpSubflowseqno, "tcp.options.mptcp.subflowseqno", .uint32, "Sequence number in the subflow"),
    Field(.tcpOptionsMptcpDatalvllen, "tcp.options.mptcp.datalvllen", .uint16, "Length of the mapping, in bytes"),
    Field(.tcpOptionsMptcpChecksum, "tcp.options.mptcp.checksum", .uint16, "Checksum of the mapping", base: .hex),
    Field(.tcpOptionsMptcpIpver, "tcp.options.mptcp.ipver", .uint8, "Version of the address", mask: 0xf),
    Field(.tcpOptionsMptcpEcho, "tcp.options.mptcp.echo", .uint8, "Confirms the advertisement (E)", mask: 0x1),
    Field(.tcpOptionsMptcpIpv4, "tcp.options.mptcp.ipv4", .ipv4, "IPv4 address that is offered"),
    Field(.tcpOptionsMptcpIpv6, "tcp.options.mptcp.ipv6", .ipv6, "IPv6 address that is offered"),
    Field(.tcpOptionsMptcpPort, "tcp.options.mptcp.port", .uint16, "Port that is offered"),
    Field(.mptcpRmAddrCount, "mptcp.rm_addr.count", .uint8, "Addresses that are withdrawn"),
  ]
}
