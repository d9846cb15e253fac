public import HTTP2
import Wire

// Encoded field sections (RFC 9204 section 4.5).
extension QPACKDecoder {
  /// The prefix of a field section (section 4.5.1): how many entries it needs, and what its indices are relative to.
  private struct Prefix {
    var requiredInsertCount: UInt64
    var base: UInt64
    /// Whether the entries are known by their absolute indices.
    var isKnown = true
  }

  /// Decodes a whole field section.
  ///
  /// - Parameters:
  ///   - fields: is emptied, and takes the fields. After an error it has those before it.
  ///   - isLast: whether nothing more will be known. What would have to wait is decoded then, and what refers to the dynamic table is
  ///     not known.
  public mutating func decode(
    _ section: Span<UInt8>, into fields: inout HPACKFieldBlock, isLast: Bool = false
  ) throws(QPACKError) -> Outcome {
    fields.clear()
    var position = 0
    guard let encodedCount = try QPACKInteger.read(section, &position, prefix: 8), position < section.count else {
      throw .truncated
    }
    let isNegative = section[position] & 0x80 != 0
    guard let delta = try QPACKInteger.read(section, &position, prefix: 7) else { throw .truncated }
    var prefix = Prefix(requiredInsertCount: 0, base: 0)
    if encodedCount > 0 {
      if table.isComplete, let maxTableCapacity {
        prefix.requiredInsertCount = try requiredInsertCount(encodedCount, maxTableCapacity)
        if prefix.requiredInsertCount > table.insertCount {
          guard isLast else { return .blocked(requiredInsertCount: prefix.requiredInsertCount) }
          prefix.isKnown = false
        }
      } else {
        guard !table.isComplete || isLast else { return .awaitsSettings }
        prefix.isKnown = false
      }
    }
    if prefix.isKnown { prefix.base = try base(prefix.requiredInsertCount, delta, isNegative: isNegative) }
    while position < section.count { try takeLine(section, &position, prefix, &fields) }
    return .decoded
  }

  /// The Required Insert Count that was wrapped around (section 4.5.1.1).
  private func requiredInsertCount(_ encoded: UInt64, _ maxTableCapacity: UInt64) throws(QPACKError) -> UInt64 {
    let most = maxTableCapacity / UInt64(QPACKDynamicTable.entryOverhead)
    let range = 2 * most
    guard encoded <= range else { throw .requiredInsertCount(encoded) }
    let greatest = table.insertCount + most
    var count = greatest / range * range + encoded - 1
    if count > greatest {
      guard count > range else { throw .requiredInsertCount(encoded) }
      count -= range
    }
    guard count > 0 else { throw .requiredInsertCount(encoded) }
    return count
  }

  /// The Base (section 4.5.1.2).
  private func base(_ requiredInsertCount: UInt64, _ delta: UInt64, isNegative: Bool) throws(QPACKError) -> UInt64 {
    guard isNegative else { return requiredInsertCount + delta }
    guard delta < requiredInsertCount else { throw .base }
    return requiredInsertCount - delta - 1
  }

  private func takeLine(
    _ section: Span<UInt8>, _ position: inout Int, _ prefix: Prefix, _ fields: inout HPACKFieldBlock
  ) throws(QPACKError) {
    let first = section[position]
    let isStatic: Bool
    let reference: Reference
    var representation = HPACKField.Representation.literalWithoutIndexing
    if first & 0x80 != 0 {
      (isStatic, representation) = (first & 0x40 != 0, .indexed)
      let index = try integer(section, &position, prefix: 6)
      reference = isStatic ? .shared(index) : try relative(index, prefix)
    } else if first & 0xC0 == 0x40 {
      if first & 0x20 != 0 { representation = .neverIndexed }
      isStatic = first & 0x10 != 0
      let index = try integer(section, &position, prefix: 4)
      reference = isStatic ? .shared(index) : try relative(index, prefix)
    } else if first & 0xE0 == 0x20 {
      if first & 0x10 != 0 { representation = .neverIndexed }
      reference = .literal
    } else if first & 0xF0 == 0x10 {
      representation = .indexed
      reference = try postBase(try integer(section, &position, prefix: 4), prefix)
    } else {
      if first & 0x08 != 0 { representation = .neverIndexed }
      reference = try postBase(try integer(section, &position, prefix: 3), prefix)
    }
    try take(reference, representation, section, &position, &fields)
  }

  /// Where a field line has its name, or its name and value.
  private enum Reference {
    case literal
    case shared(UInt64)
    case dynamic(UInt64)
    case unknown
  }

  /// An index relative to the Base, downwards (section 3.2.5).
  private func relative(_ index: UInt64, _ prefix: Prefix) throws(QPACKError) -> Reference {
    guard prefix.isKnown else { return .unknown }
    guard index < prefix.base, prefix.base - 1 - index < prefix.requiredInsertCount else { throw .dynamicIndex(index) }
    return .dynamic(prefix.base - 1 - index)
  }

  /// An index relative to the Base, upwards (section 3.2.6).
  private func postBase(_ index: UInt64, _ prefix: Prefix) throws(QPACKError) -> Reference {
    guard prefix.isKnown else { return .unknown }
    guard prefix.base < prefix.requiredInsertCount, index < prefix.requiredInsertCount - prefix.base else {
      throw .dynamicIndex(index)
    }
    return .dynamic(prefix.base + index)
  }

  private func take(
    _ reference: Reference, _ representation: HPACKField.Representation, _ section: Span<UInt8>,
    _ position: inout Int, _ fields: inout HPACKFieldBlock
  ) throws(QPACKError) {
    let start = fields.bytes.count
    let isIndexed = representation == .indexed
    if isIndexed, fields.omittedCount > 0 { return fields.omit(from: start) }
    var field = HPACKField(
      name: start..<start, value: start..<start, representation: representation, index: 0, isNameKnown: true,
      isValueKnown: true)
    switch reference {
    case .literal:
      try takeString(section, &position, prefix: 3, &fields)
      field.name = start..<fields.bytes.count
      field.hasValidName = HPACKFieldText.isName(fields.bytes.span.extracting(field.name))
    case .shared(let index): try takeShared(index, &field, &fields, withValue: isIndexed)
    case .dynamic(let index): try takeDynamic(index, &field, &fields, withValue: isIndexed)
    case .unknown: (field.isNameKnown, field.isValueKnown) = (false, false)
    }
    if !isIndexed {
      let middle = fields.bytes.count
      try takeString(section, &position, prefix: 7, &fields)
      field.value = middle..<fields.bytes.count
      field.isValueKnown = true
      field.hasValidValue = HPACKFieldText.isValue(fields.bytes.span.extracting(field.value))
    }
    fields.append(field, from: start, limit: limits.section)
  }

  private func takeShared(
    _ index: UInt64, _ field: inout HPACKField, _ fields: inout HPACKFieldBlock, withValue: Bool
  ) throws(QPACKError) {
    let shared = QPACKStaticTable.shared
    guard index < UInt64(shared.entries.count) else { throw .staticIndex(index) }
    let entry = shared.entries[Int(index)]
    field.index = Int(index)
    fields.withBytes { $0 += shared.bytes[entry.name] }
    field.name = field.name.lowerBound..<fields.bytes.count
    guard withValue else { return }
    fields.withBytes { $0 += shared.bytes[entry.value] }
    field.value = field.name.upperBound..<fields.bytes.count
  }

  private func takeDynamic(
    _ index: UInt64, _ field: inout HPACKField, _ fields: inout HPACKFieldBlock, withValue: Bool
  ) throws(QPACKError) {
    field.index = Int(index)
    switch table.entry(index) {
    case .absent: throw .dynamicIndex(index)
    case .unknown: (field.isNameKnown, field.isValueKnown) = (false, false)
    case .entry(let entry):
      fields.withBytes { table.copyName(entry, to: &$0) }
      field.name = field.name.lowerBound..<fields.bytes.count
      field.hasValidName = entry.hasValidName
      guard withValue else { return }
      fields.withBytes { table.copyValue(entry, to: &$0) }
      field.value = field.name.upperBound..<fields.bytes.count
      field.hasValidValue = entry.hasValidValue
    }
  }

  private func integer(_ section: Span<UInt8>, _ position: inout Int, prefix: Int) throws(QPACKError) -> UInt64 {
    guard let value = try QPACKInteger.read(section, &position, prefix: prefix) else { throw .truncated }
    return value
  }

  /// Appends a string literal (section 4.1.2), whose length begins at the lowest bits of a byte, to the bytes of the block.
  private func takeString(
    _ section: Span<UInt8>, _ position: inout Int, prefix: Int, _ fields: inout HPACKFieldBlock
  ) throws(QPACKError) {
    guard position < section.count else { throw .truncated }
    let isCoded = section[position] >> UInt8(prefix) & 1 != 0
    let count = try integer(section, &position, prefix: prefix)
    guard count <= UInt64(section.count - position) else { throw .truncated }
    let string = section.extracting(position..<position + Int(count))
    position += Int(count)
    do throws(HPACKError) {
      try fields.withBytes { bytes throws(HPACKError) in
        if isCoded { try HPACKHuffman.decode(string, into: &bytes) } else { bytes.append(string) }
      }
    } catch {
      throw .string(error)
    }
  }
}
