extension FieldTable {
  /// AH and ESP: the fields and their Wireshark definitions.
  static let ipsec: [Field] = [
    Field(.ah, "ah", .protocol, "Authentication Header"),
    Field(.ahNextHeader, "ah.next_header", .uint8, "Next header", values: .ipProto),
    Field(.ahLength, "ah.length", .uint8, "Length"),
    Field(.ahReserved, "ah.reserved", .bytes, "Reserved"),
    Field(.ahSpi, "ah.spi", .uint32, "AH SPI", base: .hex),
    Field(.ahSequence, "ah.sequence", .uint32, "AH Sequence"),
    Field(.ahIcv, "ah.icv", .bytes, "AH ICV"),
    Field(.esp, "esp", .protocol, "Encapsulating Security Payload"),
    Field(.espSpi, "esp.spi", .uint32, "ESP SPI", base: .hexDec),
    Field(.espSequence, "esp.sequence", .uint32, "ESP Sequence"),
  ]
}
