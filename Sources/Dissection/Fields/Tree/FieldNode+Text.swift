// How a node reads in a tree.

extension FieldNode {
  /// The line of `-V`, without indentation.
  public func line(bytes: @autoclosure () -> [UInt8]) -> String {
    if let text { return traits.contains(.generated) && !text.hasPrefix("[") ? "[\(text)]" : text }
    let field = FieldTable[self.field]
    let line: String
    switch field.type {
    case .none, .protocol: line = field.label
    default:
      let value = FieldText.described(self, bytes: bytes())
      line =
        field.mask != 0 && !field.type.isText
        ? "\(pattern(field)) = \(field.label): \(value)" : "\(field.label): \(value)"
    }
    return traits.contains(.generated) ? "[\(line)]" : line
  }

  private func pattern(_ field: Field) -> String {
    let raw: UInt64
    switch value {
    case .unsigned(let value): raw = value << UInt64(field.mask.trailingZeroBitCount & 63)
    case .boolean(let value): raw = value ? field.mask : 0
    default: raw = 0
    }
    return TextFormat.pattern(raw, mask: field.mask, bits: field.patternBits)
  }
}

extension FieldType {
  /// Whether a mask in the table says nothing about bits.
  fileprivate var isText: Bool {
    switch kind {
    case .unsigned, .signed, .boolean: false
    default: true
    }
  }
}
