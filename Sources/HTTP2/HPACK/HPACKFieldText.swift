/// What names and values of fields may have in them (RFC 9113 section 8.2.1).
package enum HPACKFieldText {
  /// Whether a name, but for the colon of a pseudo-header field, has no uppercase letter and nothing that no name may have.
  package static func isName(_ name: Span<UInt8>) -> Bool {
    let start = name.count > 0 && name[0] == UInt8(ascii: ":") ? 1 : 0
    for index in start..<name.count {
      let byte = name[index]
      if byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: ":") || byte &- UInt8(ascii: "A") < 26 { return false }
    }
    return name.count > start
  }

  /// Whether a value has no NUL, CR or LF, and neither begins nor ends with white space.
  package static func isValue(_ value: Span<UInt8>) -> Bool {
    guard value.count > 0 else { return true }
    for index in value.indices where value[index] == 0 || value[index] == 0x0A || value[index] == 0x0D { return false }
    return !isSpace(value[0]) && !isSpace(value[value.count - 1])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
