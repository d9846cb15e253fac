extension FieldTable {
  /// LinuxSLL: the fields, with Wireshark's names and types.
  static let linuxSLL: [Field] = [
    Field(.sll, "sll", .protocol, "Linux cooked capture"),
    Field(.sllPkttype, "sll.pkttype", .uint16, "To whom the packet went", values: .sllPkttype),
    Field(.sllHatype, "sll.hatype", .uint16, "Kind of device (ARPHRD)", values: .hardwareType),
    Field(.sllHalen, "sll.halen", .uint16, "Length of the link address, in bytes"),
    Field(.sllSrcEth, "sll.src.eth", .ethernet, "MAC address of the sender"),
    Field(.sllSrcIpv4, "sll.src.ipv4", .ipv4, "IPv4 address of the sender"),
    Field(.sllSrcOther, "sll.src.other", .bytes, "Link address of the sender"),
    Field(.sllUnused, "sll.unused", .bytes, "Unused bytes"),
    Field(.sllEtype, "sll.etype", .uint16, "EtherType", base: .hex, values: .ethType),
    Field(.sllIfindex, "sll.ifindex", .uint32, "Index of the interface"),
    Field(.sllLtype, "sll.ltype", .uint16, "Linux protocol number", base: .hex, values: .sllLtype),
  ]
}
