extension FieldTable {
  /// LinuxSLL: the fields and their Wireshark definitions.
  static let linuxSLL: [Field] = [
    Field(.sll, "sll", .protocol, "Linux cooked-mode capture"),
    Field(.sllPkttype, "sll.pkttype", .uint16, "Packet type", values: .sllPkttype),
    Field(.sllHatype, "sll.hatype", .uint16, "Link-layer address type", values: .hardwareType),
    Field(.sllHalen, "sll.halen", .uint16, "Link-layer address length"),
    Field(.sllSrcEth, "sll.src.eth", .ethernet, "Source"),
    Field(.sllSrcIpv4, "sll.src.ipv4", .ipv4, "Source"),
    Field(.sllSrcOther, "sll.src.other", .bytes, "Source"),
    Field(.sllUnused, "sll.unused", .bytes, "Unused"),
    Field(.sllEtype, "sll.etype", .uint16, "Protocol", base: .hex, values: .ethType),
    Field(.sllIfindex, "sll.ifindex", .uint32, "Interface index"),
    Field(.sllLtype, "sll.ltype", .uint16, "Protocol", base: .hex, values: .sllLtype),
  ]
}
