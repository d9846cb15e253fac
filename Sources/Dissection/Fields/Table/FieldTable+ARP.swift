extension FieldTable {
  /// ARP: the fields and their Wireshark definitions.
  static let arp: [Field] = [
    Field(.arp, "arp", .protocol, "Address Resolution Protocol"),
    Field(.arpHwType, "arp.hw.type", .uint16, "Hardware type", values: .hardwareType),
    Field(.arpProtoType, "arp.proto.type", .uint16, "Protocol type", base: .hex, values: .ethType),
    Field(.arpHwSize, "arp.hw.size", .uint8, "Hardware size"),
    Field(.arpProtoSize, "arp.proto.size", .uint8, "Protocol size"),
    Field(.arpOpcode, "arp.opcode", .uint16, "Opcode", values: .arpOpcode),
    Field(.arpIsgratuitous, "arp.isgratuitous", .boolean, "Is gratuitous"),
    Field(.arpIsprobe, "arp.isprobe", .boolean, "Is probe"),
    Field(.arpIsannouncement, "arp.isannouncement", .boolean, "Is announcement"),
    Field(.arpSrcHwMac, "arp.src.hw_mac", .ethernet, "Sender MAC address"),
    Field(.arpSrcProtoIpv4, "arp.src.proto_ipv4", .ipv4, "Sender IP address"),
    Field(.arpDstHwMac, "arp.dst.hw_mac", .ethernet, "Target MAC address"),
    Field(.arpDstProtoIpv4, "arp.dst.proto_ipv4", .ipv4, "Target IP address"),
    Field(.arpSrcHw, "arp.src.hw", .bytes, "Sender hardware address"),
    Field(.arpSrcProto, "arp.src.proto", .bytes, "Sender protocol address"),
    Field(.arpDstHw, "arp.dst.hw", .bytes, "Target hardware address"),
    Field(.arpDstProto, "arp.dst.proto", .bytes, "Target protocol address"),
    Field(
      .arpDstDrarpErrorStatus, "arp.dst.drarp_error_status", .uint16, "DRARP error status",
      values: .arpDstDrarpErrorStatus),
  ]
}
