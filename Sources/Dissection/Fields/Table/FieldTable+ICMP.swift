extension FieldTable {
  /// ICMP: the fields, with Wireshark's names and types.
  static let icmp: [Field] = [
    Field(.icmp, "icmp", .protocol, "ICMP: control messages of IPv4"),
    Field(.icmpType, "icmp.type", .uint8, "Message type"),
    Field(.icmpCode, "icmp.code", .uint8, "Message code"),
    Field(.icmpChecksum, "icmp.checksum", .uint16, "Checksum of the message", base: .hex),
    Field(.icmpChecksumStatus, "icmp.checksum.status", .uint8, "Check of the checksum", values: .ipChecksumStatus),
    Field(.icmpIdent, "icmp.ident", .uint16, "Echo identifier", base: .decHex),
    Field(.icmpSeq, "icmp.seq", .uint16, "Echo sequence number", base: .decHex),
    Field(.icmpIdentLe, "icmp.ident_le", .uint16, "Echo identifier, if sent low byte first", base: .decHex),
    Field(.icmpSeqLe, "icmp.seq_le", .uint16, "Echo sequence number, if sent low byte first", base: .decHex),
    Field(.icmpRespTo, "icmp.resp_to", .frameNumber, "Request is in packet"),
    Field(.icmpResptime, "icmp.resptime", .double, "Time from the request to this reply, in milliseconds"),
    Field(.icmpUnused, "icmp.unused", .bytes, "Unused bytes"),
    Field(.icmpMtu, "icmp.mtu", .uint16, "MTU of the next hop, in bytes"),
    Field(.icmpRedirGw, "icmp.redir_gw", .ipv4, "Gateway to use"),
    Field(.icmpPointer, "icmp.pointer", .uint32, "Offset of the fault, in bytes"),
    Field(.icmpNumAddrs, "icmp.num_addrs", .uint8, "Router addresses in the message"),
    Field(.icmpAddrEntrySize, "icmp.addr_entry_size", .uint8, "Words of 32 bits in each entry"),
    Field(.icmpLifetime, "icmp.lifetime", .uint16, "Time that the addresses are valid, in seconds"),
    Field(
      .icmpOriginateTimestamp, "icmp.originate_timestamp", .uint32,
      "Time when the request was sent, in milliseconds since midnight"),
    Field(
      .icmpReceiveTimestamp, "icmp.receive_timestamp", .uint32,
      "Time when the request came, in milliseconds since midnight"),
    Field(
      .icmpTransmitTimestamp, "icmp.transmit_timestamp", .uint32,
      "Time when the reply was sent, in milliseconds since midnight"),
    Field(.icmpAddressMask, "icmp.address_mask", .ipv4, "Mask of the subnet"),
    Field(.icmpRespIn, "icmp.resp_in", .frameNumber, "Reply is in packet"),
    Field(.icmpRouterAddress, "icmp.router_address", .ipv4, "Address of the router"),
    Field(.icmpPrefLevel, "icmp.pref_level", .int32, "Preference of the router (high first)"),
    Field(.icmpExt, "icmp.ext", .none, "Extension structure"),
    Field(.icmpExtVersion, "icmp.ext.version", .uint8, "Version of the extensions"),
    Field(.icmpExtRes, "icmp.ext.res", .uint16, "Reserved bits", base: .hex, mask: 0xfff),
    Field(.icmpExtChecksum, "icmp.ext.checksum", .uint16, "Checksum of the extensions", base: .hex),
    Field(
      .icmpExtChecksumStatus, "icmp.ext.checksum.status", .uint8, "Check of the extensions' checksum",
      values: .ipChecksumStatus),
    Field(.icmpExtLength, "icmp.ext.length", .uint16, "Length of the object, in bytes"),
    Field(.icmpExtClass, "icmp.ext.class", .uint8, "Class of the object", values: .icmpExtClass),
    Field(.icmpExtCtype, "icmp.ext.ctype", .uint8, "Kind within the class"),
    Field(.icmpExtData, "icmp.ext.data", .bytes, "Bytes of the object"),
    Field(.icmpMplsLabel, "icmp.mpls.label", .uint24, "Label value", mask: 0xfffff0),
    Field(.icmpMplsExp, "icmp.mpls.exp", .uint24, "Traffic class (once experimental)", mask: 0xe),
    Field(.icmpMplsS, "icmp.mpls.s", .boolean, "Bottom of the stack", bits: 24, mask: 0x1, truth: ("Set", "Not set")),
    Field(.icmpMplsTtl, "icmp.mpls.ttl", .uint8, "TTL of the label"),
    Field(.icmpDataTime, "icmp.data_time", .absoluteTime, "Time in the echo data"),
    Field(.icmpDataTimeRelative, "icmp.data_time_relative", .relativeTime, "Time since the one in the echo data"),
    Field(.icmpLength, "icmp.length", .uint8, "Words of the original datagram"),
    Field(
      .icmpLengthOriginalDatagram, "icmp.length.original_datagram", .uint8, "Length of the original datagram, in bytes"),
    Field(
      .icmpIntInfoRole, "icmp.int_info.role", .uint8, "Role of the interface", mask: 0xc0, values: .icmpIntInfoRole),
    Field(.icmpIntInfoReserved, "icmp.int_info.reserved", .uint8, "Reserved bits", mask: 0x30),
    Field(.icmpIntInfoIfindex, "icmp.int_info.ifindex", .boolean, "Has the interface's index", bits: 8, mask: 0x8),
    Field(
      .icmpIntInfoIpaddr, "icmp.int_info.ipaddr", .boolean, "Has the interface's address", bits: 8, mask: 0x4,
      truth: ("Present", "Not Present")),
    Field(
      .icmpIntInfoNamePresent, "icmp.int_info.name_present", .boolean, "Has the interface's name", bits: 8, mask: 0x2,
      truth: ("Present", "Not Present")),
    Field(
      .icmpIntInfoMtuPresent, "icmp.int_info.mtu_present", .boolean, "Has the interface's MTU", bits: 8, mask: 0x1,
      truth: ("Present", "Not Present")),
    Field(.icmpIntInfoIndex, "icmp.int_info.index", .uint32, "Index of the interface"),
    Field(.icmpIntInfoAfi, "icmp.int_info.afi", .uint16, "Address family"),
    Field(.icmpIntInfoIpv4, "icmp.int_info.ipv4", .ipv4, "IPv4 address of the interface"),
    Field(.icmpIntInfoIpv6, "icmp.int_info.ipv6", .ipv6, "IPv6 address of the interface"),
    Field(.icmpIntInfoNameLength, "icmp.int_info.name_length", .uint8, "Length of the name, in bytes"),
    Field(.icmpIntInfoName, "icmp.int_info.name", .string, "Name of the interface"),
    Field(.icmpIntInfoMtu, "icmp.int_info.mtu", .uint32, "MTU of the interface, in bytes"),
    Field(.icmpExtEchoSeq, "icmp.ext.echo.seq", .uint8, "Extended echo sequence number", base: .decHex),
    Field(.icmpExtEchoReqRes, "icmp.ext.echo.req.res", .uint8, "Reserved bits", base: .hex, mask: 0xfe),
    Field(
      .icmpExtEchoReqLocal, "icmp.ext.echo.req.local", .boolean, "Probed interface is on this node (L)", bits: 8,
      mask: 0x1,
      truth: ("Set", "Not set")),
    Field(
      .icmpExtEchoRspState, "icmp.ext.echo.rsp.state", .uint8, "State of the neighbor", mask: 0xe0,
      values: .icmpExtEchoRspState),
    Field(.icmpExtEchoRspRes, "icmp.ext.echo.rsp.res", .uint8, "Reserved bits", base: .hex, mask: 0x18),
    Field(
      .icmpExtEchoRspActive, "icmp.ext.echo.rsp.active", .boolean, "Interface is up (A)", bits: 8, mask: 0x4,
      truth: ("Set", "Not set")),
    Field(
      .icmpExtEchoRspIpv4, "icmp.ext.echo.rsp.ipv4", .boolean, "Interface runs IPv4 (4)", bits: 8, mask: 0x2,
      truth: ("Set", "Not set")
    ),
    Field(
      .icmpExtEchoRspIpv6, "icmp.ext.echo.rsp.ipv6", .boolean, "Interface runs IPv6 (6)", bits: 8, mask: 0x1,
      truth: ("Set", "Not set")
    ),
    Field(.icmpChecksumBad, "icmp.checksum_bad", .none, "Wrong checksum"),
    Field(.icmpExtChecksumBad, "icmp.ext.checksum_bad", .none, "Wrong checksum of the extensions"),
  ]
}
