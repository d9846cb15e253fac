extension FieldTable {
  /// AH and ESP: the fields, with Wireshark's names and types.
  static let ipsec: [Field] = [
    Field(.ah, "ah", .protocol, "AH: authentication of IP packets"),
    Field(.ahNextHeader, "ah.next_header", .uint8, "Protocol that follows", values: .ipProto),
    Field(.ahLength, "ah.length", .uint8, "Length of the header, in words less 2"),
    Field(.ahReserved, "ah.reserved", .bytes, "Reserved bytes"),
    Field(.ahSpi, "ah.spi", .uint32, "Security parameters index (SPI)", base: .hex),
    Field(.ahSequence, "ah.sequence", .uint32, "Sequence number of the packet"),
    Field(.ahIcv, "ah.icv", .bytes, "Integrity check value (ICV)"),
    Field(.esp, "esp", .protocol, "ESP: encrypted IP packets"),
    Field(.espSpi, "esp.spi", .uint32, "Security parameters index (SPI)", base: .hexDec),
    Field(.espSequence, "esp.sequence", .uint32, "Sequence number of the packet"),
  ]
}
