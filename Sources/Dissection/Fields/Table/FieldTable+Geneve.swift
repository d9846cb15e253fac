extension FieldTable {
  /// Geneve: the fields, with Wireshark's names and types.
  static let geneve: [Field] = [
    Field(.geneve, "geneve", .protocol, "Geneve: network virtualization encapsulation"),
    Field(.geneveVersion, "geneve.version", .uint8, "Version of Geneve"),
    Field(.geneveFlags, "geneve.flags", .uint8, "Flags of Geneve", base: .hex),
    Field(
      .geneveFlagsOam, "geneve.flags.oam", .boolean, "Control packet (O)", bits: 8,
      mask: 0x80),
    Field(.geneveFlagsCritical, "geneve.flags.critical", .boolean, "Has critical options (C)", bits: 8, mask: 0x40),
    Field(.geneveFlagsReserved, "geneve.flags.reserved", .boolean, "Reserved bits", bits: 8, mask: 0x3f),
    Field(.geneveProtoType, "geneve.proto_type", .uint16, "EtherType of the payload", base: .hex, values: .ethType),
    Field(.geneveVni, "geneve.vni", .uint24, "Virtual network (VNI)", base: .hexDec),
    Field(.geneveReserved, "geneve.reserved", .uint8, "Reserved byte", base: .hex),
    Field(.geneveOptions, "geneve.options", .bytes, "Options of Geneve"),
    Field(.geneveOption, "geneve.option", .bytes, "Option of Geneve"),
    Field(.geneveOptionClass, "geneve.option.class", .uint16, "Owner of the option's type", base: .hex),
    Field(.geneveOptionType, "geneve.option.type", .uint8, "Type of the option", base: .hex),
    Field(
      .geneveOptionTypeCritical, "geneve.option.type.critical", .boolean, "To be dropped where it is not known (C)",
      bits: 8, mask: 0x80),
    Field(.geneveOptionFlags, "geneve.option.flags", .uint8, "Flags of the option", base: .hex),
    Field(.geneveOptionFlagsReserved, "geneve.option.flags.reserved", .boolean, "Reserved bits", bits: 8, mask: 0xe0),
    Field(.geneveOptionLength, "geneve.option.length", .uint8, "Length of the option, in bytes"),
    Field(.geneveOptionUnknownData, "geneve.option.unknown.data", .bytes, "Bytes of the option"),
  ]
}
