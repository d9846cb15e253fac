extension FieldTable {
  /// ARP: the fields, with Wireshark's names and types.
  static let arp: [Field] = [
    Field(.arp, "arp", .protocol, "ARP: address resolution"),
    Field(.arpHwType, "arp.hw.type", .uint16, "Hardware address space", values: .hardwareType),
    Field(.arpProtoType, "arp.proto.type", .uint16, "Protocol address space", base: .hex, values: .ethType),
    Field(.arpHwSize, "arp.hw.size", .uint8, "Hardware address length, in bytes"),
    Field(.arpProtoSize, "arp.proto.size", .uint8, "Protocol address length, in bytes"),
    Field(.arpOpcode, "arp.opcode", .uint16, "Operation", values: .arpOpcode),
    Field(.arpIsgratuitous, "arp.isgratuitous", .boolean, "Gratuitous: it asks for or tells the sender's own address"),
    Field(.arpIsprobe, "arp.isprobe", .boolean, "Probe: the sender checks that nobody has the address"),
    Field(.arpIsannouncement, "arp.isannouncement", .boolean, "Announcement: the sender takes the address"),
    Field(.arpSrcHwMac, "arp.src.hw_mac", .ethernet, "MAC address of the sender"),
    Field(.arpSrcProtoIpv4, "arp.src.proto_ipv4", .ipv4, "IPv4 address of the sender"),
    Field(.arpDstHwMac, "arp.dst.hw_mac", .ethernet, "MAC address of the target"),
    Field(.arpDstProtoIpv4, "arp.dst.proto_ipv4", .ipv4, "IPv4 address of the target"),
    Field(.arpSrcHw, "arp.src.hw", .bytes, "Hardware address of the sender"),
    Field(.arpSrcProto, "arp.src.proto", .bytes, "Protocol address of the sender"),
    Field(.arpDstHw, "arp.dst.hw", .bytes, "Hardware address of the target"),
    Field(.arpDstProto, "arp.dst.proto", .bytes, "Protocol address of the target"),
    Field(
      .arpDstDrarpErrorStatus, "arp.dst.drarp_error_status", .uint16, "Error of dynamic reverse ARP",
      values: .arpDstDrarpErrorStatus),
  ]
}
