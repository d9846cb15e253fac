extension FieldTable {
  /// ICMP: the fields and their Wireshark definitions.
  static let icmp: [Field] = [
    Field(.icmp, "icmp", .protocol, "Internet Control Message Protocol"),
    Field(.icmpType, "icmp.type", .uint8, "Type"),
    Field(.icmpCode, "icmp.code", .uint8, "Code"),
    Field(.icmpChecksum, "icmp.checksum", .uint16, "Checksum", base: .hex),
    Field(.icmpChecksumStatus, "icmp.checksum.status", .uint8, "Checksum Status", values: .ipChecksumStatus),
    Field(.icmpIdent, "icmp.ident", .uint16, "Identifier (BE)", base: .decHex),
    Field(.icmpSeq, "icmp.seq", .uint16, "Sequence Number (BE)", base: .decHex),
    Field(.icmpIdentLe, "icmp.ident_le", .uint16, "Identifier (LE)", base: .decHex),
    Field(.icmpSeqLe, "icmp.seq_le", .uint16, "Sequence Number (LE)", base: .decHex),
    Field(.icmpRespTo, "icmp.resp_to", .frameNumber, "Request frame"),
    Field(.icmpResptime, "icmp.resptime", .double, "Response time"),
    Field(.icmpUnused, "icmp.unused", .bytes, "Unused"),
    Field(.icmpMtu, "icmp.mtu", .uint16, "MTU of next hop"),
    Field(.icmpRedirGw, "icmp.redir_gw", .ipv4, "Gateway Address"),
    Field(.icmpPointer, "icmp.pointer", .uint32, "Pointer"),
    Field(.icmpNumAddrs, "icmp.num_addrs", .uint8, "Number of addresses"),
    Field(.icmpAddrEntrySize, "icmp.addr_entry_size", .uint8, "Address entry size"),
    Field(.icmpLifetime, "icmp.lifetime", .uint16, "Lifetime"),
    Field(.icmpOriginateTimestamp, "icmp.originate_timestamp", .uint32, "Originate Timestamp"),
    Field(.icmpReceiveTimestamp, "icmp.receive_timestamp", .uint32, "Receive Timestamp"),
    Field(.icmpTransmitTimestamp, "icmp.transmit_timestamp", .uint32, "Transmit Timestamp"),
    Field(.icmpAddressMask, "icmp.address_mask", .ipv4, "Address Mask"),
    Field(.icmpRespIn, "icmp.resp_in", .frameNumber, "Response frame"),
  ]
}
