extension FieldTable {
  /// MPLS: the fields and their Wireshark definitions.
  static let mpls: [Field] = [
    Field(.mpls, "mpls", .protocol, "MultiProtocol Label Switching Header"),
    Field(.mplsLabel, "mpls.label", .uint32, "MPLS Label", base: .decHex, mask: 0xfffff000, values: .mplsLabel),
    Field(.mplsExp, "mpls.exp", .uint32, "MPLS Experimental Bits", mask: 0xe00),
    Field(.mplsBottom, "mpls.bottom", .uint32, "MPLS Bottom Of Label Stack", mask: 0x100),
    Field(.mplsTtl, "mpls.ttl", .uint32, "MPLS TTL", mask: 0xff),
    Field(.pwethcw, "pwethcw", .protocol, "PW Ethernet Control Word"),
  ]
}
