extension FieldTable {
  /// Geneve: the fields and their Wireshark definitions.
  static let geneve: [Field] = [
    Field(.geneve, "geneve", .protocol, "Generic Network Virtualization Encapsulation"),
    Field(.geneveVersion, "geneve.version", .uint8, "Version"),
    Field(.geneveFlags, "geneve.flags", .uint8, "Flags", base: .hex),
    Field(
      .geneveFlagsOam, "geneve.flags.oam", .boolean, "Operations, Administration and Management Frame", bits: 8,
      mask: 0x80),
    Field(.geneveFlagsCritical, "geneve.flags.critical", .boolean, "Critical Options Present", bits: 8, mask: 0x40),
    Field(.geneveFlagsReserved, "geneve.flags.reserved", .boolean, "Reserved", bits: 8, mask: 0x3f),
    Field(.geneveProtoType, "geneve.proto_type", .uint16, "Protocol Type", base: .hex, values: .ethType),
    Field(.geneveVni, "geneve.vni", .uint24, "Virtual Network Identifier (VNI)", base: .hexDec),
    Field(.geneveReserved, "geneve.reserved", .uint8, "Reserved", base: .hex),
    Field(.geneveOptions, "geneve.options", .bytes, "Geneve Options"),
    Field(.geneveOption, "geneve.option", .bytes, "Option"),
    Field(.geneveOptionClass, "geneve.option.class", .uint16, "Class", base: .hex),
    Field(.geneveOptionType, "geneve.option.type", .uint8, "Type", base: .hex),
    Field(.geneveOptionTypeCritical, "geneve.option.type.critical", .boolean, "Critical Option", bits: 8, mask: 0x80),
    Field(.geneveOptionFlags, "geneve.option.flags", .uint8, "Flags", base: .hex),
    Field(.geneveOptionFlagsReserved, "geneve.option.flags.reserved", .boolean, "Reserved", bits: 8, mask: 0xe0),
    Field(.geneveOptionLength, "geneve.option.length", .uint8, "Length"),
    Field(.geneveOptionUnknownData, "geneve.option.unknown.data", .bytes, "Unknown Option Data"),
  ]
}
