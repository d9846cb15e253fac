extension FieldTable {
  /// MPLS: the fields, with Wireshark's names and types.
  static let mpls: [Field] = [
    Field(.mpls, "mpls", .protocol, "MPLS: label switching"),
    Field(.mplsLabel, "mpls.label", .uint32, "Label value", base: .decHex, mask: 0xfffff000, values: .mplsLabel),
    Field(.mplsExp, "mpls.exp", .uint32, "Traffic class (once experimental)", mask: 0xe00),
    Field(.mplsBottom, "mpls.bottom", .uint32, "Bottom of the stack", mask: 0x100),
    Field(.mplsTtl, "mpls.ttl", .uint32, "TTL of the label", mask: 0xff),
    Field(.pwethcw, "pwethcw", .protocol, "Control word of an Ethernet pseudowire"),
  ]
}
