import Wire

// Fields one after the other, read as their types say.

extension TreeBuilder {
  /// Adds fields that follow each other, each as wide as its type; bytes and text take what is left.
  ///
  /// - Returns: where the last one ends.
  @discardableResult
  mutating func run(
    _ fields: [FieldID], _ bytes: Span<UInt8>, _ start: Int, until end: Int? = nil
  ) throws(DissectionStop) -> Int {
    var position = start
    for field in fields { try read(field, bytes, &position, until: end ?? bytes.count) }
    return position
  }

  /// Adds one field and moves `position` past it.
  mutating func read(
    _ field: FieldID, _ bytes: Span<UInt8>, _ position: inout Int, until end: Int
  ) throws(DissectionStop) {
    let type = words[field].type
    let width = type.width ?? max(0, end - position)
    switch type.kind {
    case .ipv4: try ipv4(field, bytes, position)
    case .ipv6: try ipv6(field, bytes, position)
    case .ethernet: try ethernet(field, bytes, position)
    case .string: try string(field, bytes, position, width)
    case .unsigned: try number(field, bytes, position, width)
    case .boolean:
      add(field, position..<position + width, .boolean(try bytes.number(width, at: position) != 0))
    case .signed:
      let value = Int64(bitPattern: try bytes.number(width, at: position) << UInt64(64 - type.bits))
      add(field, position..<position + width, .signed(value >> Int64(64 - type.bits)))
    case .absoluteTime:
      let seconds = try bytes.number(width, at: position)
      add(field, position..<position + width, .absoluteTime(Int64(clamping: seconds) &* 1_000_000_000))
    default: try self.bytes(field, bytes, position, width)
    }
    position += width
  }
}

extension FieldType {
  /// How many bytes a field of the type has; nil for what is as long as it is. Booleans have one, times four.
  var width: Int? {
    switch kind {
    case .unsigned, .signed: bits / 8
    case .boolean: 1
    case .ipv4, .absoluteTime: 4
    case .ipv6: 16
    case .ethernet: 6
    default: nil
    }
  }
}
