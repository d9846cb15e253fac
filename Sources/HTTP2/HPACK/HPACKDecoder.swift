import Wire

/// Decodes the field blocks of one direction of a connection (RFC 7541), in their order.
///
/// It never guesses. Where the dynamic table is not known, a field that refers to it has no name or no value, and says so.
public struct HPACKDecoder: Sendable {
  /// What bounds the memory of a decoder.
  public struct Limits: Hashable, Sendable {
    /// The most that is held of a dynamic table, in octets as RFC 7541 section 4.1 counts them.
    public var table = 64 << 10
    /// The largest field section, as RFC 9113 section 6.5.2 counts it; fields beyond it are left out.
    public var section = 256 << 10

    /// The usual bounds.
    public init() {}
  }

  /// What bounds its memory.
  public let limits: Limits
  /// The dynamic table (RFC 7541 section 2.3.2).
  public private(set) var table: HPACKDynamicTable
  /// What `SETTINGS_HEADER_TABLE_SIZE` of the other end allows; nil where it is not known.
  public var allowedTableSize: Int?

  /// - Parameter isFromBeginning: whether the first block that it is given is the first of the connection.
  public init(limits: Limits = Limits(), isFromBeginning: Bool = true) {
    self.limits = limits
    table = HPACKDynamicTable(memory: max(0, limits.table), isFromBeginning: isFromBeginning)
    allowedTableSize = isFromBeginning ? HPACKDynamicTable.defaultCapacity : nil
  }

  /// Says that blocks may have been missed: the dynamic table is unknown.
  public mutating func forget() {
    table.forget()
  }

  /// Decodes a whole field block.
  ///
  /// - Parameter fields: is emptied, and takes the fields. After an error it has those before it.
  public mutating func decode(_ block: Span<UInt8>, into fields: inout HPACKFieldBlock) throws(HPACKError) {
    fields.clear()
    var position = 0
    var hasField = false
    do throws(HPACKError) {
      while position < block.count {
        let first = block[position]
        if first & 0xE0 == 0x20 {
          if hasField { fields.flaws.insert(.lateSizeUpdate) }
          try resize(block, &position, &fields)
        } else {
          hasField = true
          if first & 0x80 != 0 {
            try takeIndexed(block, &position, &fields)
          } else {
            try takeLiteral(block, &position, &fields)
          }
        }
      }
    } catch {
      table.forget()
      throw error
    }
  }

  /// What it holds, in bytes.
  public var heldBytes: Int { table.heldBytes }

  private mutating func resize(
    _ block: Span<UInt8>, _ position: inout Int, _ fields: inout HPACKFieldBlock
  ) throws(HPACKError) {
    let size = try Self.integer(block, &position, prefix: 5)
    if let allowedTableSize, size > allowedTableSize { fields.flaws.insert(.sizeBeyondLimit) }
    table.resize(size)
  }

  private mutating func takeIndexed(
    _ block: Span<UInt8>, _ position: inout Int, _ fields: inout HPACKFieldBlock
  ) throws(HPACKError) {
    let index = try Self.integer(block, &position, prefix: 7)
    guard index > 0 else { throw .indexZero }
    let start = fields.bytes.count
    guard fields.omittedCount == 0 else { return fields.omit(from: start) }
    var field = HPACKField(
      name: start..<start, value: start..<start, representation: .indexed, index: index, isNameKnown: false,
      isValueKnown: false)
    try takeName(index, &field, &fields, withValue: true)
    fields.append(field, from: start, limit: limits.section)
  }

  private mutating func takeLiteral(
    _ block: Span<UInt8>, _ position: inout Int, _ fields: inout HPACKFieldBlock
  ) throws(HPACKError) {
    let first = block[position]
    let representation: HPACKField.Representation =
      first & 0x40 != 0 ? .literalWithIndexing : first & 0x10 != 0 ? .neverIndexed : .literalWithoutIndexing
    let index = try Self.integer(block, &position, prefix: representation == .literalWithIndexing ? 6 : 4)
    let start = fields.bytes.count
    var field = HPACKField(
      name: start..<start, value: start..<start, representation: representation, index: index, isNameKnown: index == 0,
      isValueKnown: true)
    if index == 0 {
      try Self.takeString(block, &position, &fields)
      field.name = start..<fields.bytes.count
      field.hasValidName = HPACKFieldText.isName(fields.bytes.span.extracting(field.name))
    } else {
      try takeName(index, &field, &fields, withValue: false)
    }
    let middle = fields.bytes.count
    try Self.takeString(block, &position, &fields)
    field.value = middle..<fields.bytes.count
    field.hasValidValue = HPACKFieldText.isValue(fields.bytes.span.extracting(field.value))
    if representation == .literalWithIndexing { table.insert(field, fields.bytes) }
    fields.append(field, from: start, limit: limits.section)
  }

  /// Copies the name that an index stands for, and the value if it is wanted.
  private func takeName(
    _ index: Int, _ field: inout HPACKField, _ fields: inout HPACKFieldBlock, withValue: Bool
  ) throws(HPACKError) {
    let shared = HPACKStaticTable.shared
    let start = fields.bytes.count
    if index <= shared.entries.count {
      let entry = shared.entries[index - 1]
      fields.withBytes { $0 += shared.bytes[entry.name] }
      field.name = start..<fields.bytes.count
      field.isNameKnown = true
      guard withValue else { return }
      fields.withBytes { $0 += shared.bytes[entry.value] }
      field.value = field.name.upperBound..<fields.bytes.count
      field.isValueKnown = true
      return
    }
    guard let entry = table.entry(index - shared.entries.count) else {
      guard !table.isComplete else { throw .indexTooLarge(index) }
      return
    }
    fields.withBytes { table.copyName(entry, to: &$0) }
    field.name = start..<fields.bytes.count
    field.isNameKnown = entry.isNameKnown
    field.hasValidName = entry.hasValidName
    guard withValue else { return }
    fields.withBytes { table.copyValue(entry, to: &$0) }
    field.value = field.name.upperBound..<fields.bytes.count
    field.isValueKnown = entry.isValueKnown
    field.hasValidValue = entry.hasValidValue
  }

  /// Appends a string literal (section 5.2) to the bytes of the block.
  private static func takeString(
    _ block: Span<UInt8>, _ position: inout Int, _ fields: inout HPACKFieldBlock
  ) throws(HPACKError) {
    guard position < block.count else { throw .truncated }
    let isCoded = block[position] & 0x80 != 0
    let count = try integer(block, &position, prefix: 7)
    guard count <= block.count - position else { throw .truncated }
    let string = block.extracting(position..<position + count)
    position += count
    try fields.withBytes { bytes throws(HPACKError) in
      if isCoded {
        try HPACKHuffman.decode(string, into: &bytes)
      } else {
        bytes.append(string)
      }
    }
  }

  /// Reads an integer whose first bits are the lowest of the next byte (section 5.1).
  static func integer(_ block: Span<UInt8>, _ position: inout Int, prefix: Int) throws(HPACKError) -> Int {
    guard position < block.count else { throw .truncated }
    let mask = 1 << prefix - 1
    var value = Int(block[position]) & mask
    position += 1
    guard value == mask else { return value }
    var shift = 0
    while true {
      guard position < block.count else { throw .truncated }
      let byte = block[position]
      position += 1
      // Five bytes hold all that a length of ours can be; zeros after them say nothing.
      if shift < 35 { value += Int(byte & 0x7F) << shift } else if byte & 0x7F != 0 { throw .integerTooLarge }
      guard value <= Int(Int32.max) else { throw .integerTooLarge }
      guard byte & 0x80 != 0 else { return value }
      shift += 7
      guard shift < 70 else { throw .integerTooLarge }
    }
  }
}
