import HTTP2
import Wire

// The encoder stream (RFC 9204 section 4.3).
extension QPACKDecoder {
  /// Takes bytes of the encoder stream. What they say is done by `nextInstruction`.
  public mutating func append(_ bytes: Span<UInt8>) {
    guard table.isComplete else { return }
    held.append(bytes)
  }

  /// Does what the next instruction says; nil if no whole instruction is left.
  ///
  /// - Returns: the instruction, and its length in bytes.
  /// - Throws: where the stream breaks RFC 9204. The table is unknown from there on, and what follows is passed over.
  public mutating func nextInstruction() throws(QPACKError) -> (instruction: QPACKEncoderInstruction, length: Int)? {
    var place = position
    do throws(QPACKError) {
      guard position < held.count, let instruction = try readInstruction(&place) else {
        giveBackRoom()
        return nil
      }
      defer { position = place }
      return (instruction, place - position)
    } catch {
      forget()
      throw error
    }
  }

  /// Drops what is read, once nothing is left or it is more than what is.
  private mutating func giveBackRoom() {
    guard position > held.count / 2 || position == held.count else { return }
    held.removeFirst(position)
    position = 0
  }

  private mutating func readInstruction(_ place: inout Int) throws(QPACKError) -> QPACKEncoderInstruction? {
    let first = held[place]
    if first & 0x80 != 0 { return try insertWithNameReference(&place, isStatic: first & 0x40 != 0) }
    if first & 0x40 != 0 { return try insertWithLiteralName(&place) }
    guard let value = try QPACKInteger.read(held.span, &place, prefix: 5) else { return nil }
    guard first & 0x20 == 0 else {
      if let maxTableCapacity, value > maxTableCapacity { throw .capacity(value) }
      table.resize(value)
      return .setCapacity(value)
    }
    guard let entry = try relative(value) else { return .duplicate(index: value) }
    scratch.removeAll(keepingCapacity: true)
    table.copyName(entry, to: &scratch)
    table.copyValue(entry, to: &scratch)
    try insert(
      nameCount: Int(entry.nameCount), hasValidName: entry.hasValidName, hasValidValue: entry.hasValidValue)
    return .duplicate(index: value)
  }

  private mutating func insertWithNameReference(
    _ place: inout Int, isStatic: Bool
  ) throws(QPACKError) -> QPACKEncoderInstruction? {
    guard let index = try QPACKInteger.read(held.span, &place, prefix: 6) else { return nil }
    scratch.removeAll(keepingCapacity: true)
    var hasValidName = true
    if isStatic {
      let shared = QPACKStaticTable.shared
      guard index < UInt64(shared.entries.count) else { throw .staticIndex(index) }
      scratch += shared.bytes[shared.entries[Int(index)].name]
    } else {
      guard let entry = try relative(index) else { return .insertWithNameReference(index: index, isStatic: false) }
      table.copyName(entry, to: &scratch)
      hasValidName = entry.hasValidName
    }
    guard let value = try string(&place, prefix: 7) else { return nil }
    let nameCount = scratch.count
    try append(value)
    try insert(nameCount: nameCount, hasValidName: hasValidName, hasValidValue: isValue(from: nameCount))
    return .insertWithNameReference(index: index, isStatic: isStatic)
  }

  private mutating func insertWithLiteralName(_ place: inout Int) throws(QPACKError) -> QPACKEncoderInstruction? {
    guard let name = try string(&place, prefix: 5), let value = try string(&place, prefix: 7) else { return nil }
    scratch.removeAll(keepingCapacity: true)
    try append(name)
    let nameCount = scratch.count
    try append(value)
    try insert(
      nameCount: nameCount, hasValidName: HPACKFieldText.isName(scratch.span.extracting(0..<nameCount)),
      hasValidValue: isValue(from: nameCount))
    return .insertWithLiteralName
  }

  private func isValue(from start: Int) -> Bool {
    HPACKFieldText.isValue(scratch.span.extracting(start..<scratch.count))
  }

  private mutating func insert(
    nameCount: Int, hasValidName: Bool, hasValidValue: Bool
  ) throws(QPACKError) {
    let size = scratch.count + QPACKDynamicTable.entryOverhead
    guard table.fits(size) else { throw .entryTooLarge(size) }
    table.insert(scratch, nameCount: nameCount, hasValidName: hasValidName, hasValidValue: hasValidValue)
  }

  /// The entry of an index relative to the newest one (section 3.2.5); nil if our memory was too small for it. Nothing is known of
  /// the table then, since it cannot be said what the entry counts that is made of it.
  private mutating func relative(_ index: UInt64) throws(QPACKError) -> QPACKDynamicTable.Entry? {
    guard index < table.insertCount else { throw .dynamicIndex(index) }
    switch table.entry(table.insertCount - 1 - index) {
    case .entry(let entry): return entry
    case .absent: throw .dynamicIndex(index)
    case .unknown:
      table.forget()
      return nil
    }
  }

  /// Where a string literal is whose length begins at `place`, and whether it has the Huffman code, which the bit before the length
  /// says; nil if it is not whole.
  private func string(
    _ place: inout Int, prefix: Int
  ) throws(QPACKError) -> (range: Range<Int>, isCoded: Bool)? {
    guard place < held.count else { return nil }
    let isCoded = held[place] >> UInt8(prefix) & 1 != 0
    guard let length = try QPACKInteger.read(held.span, &place, prefix: prefix) else { return nil }
    guard length <= UInt64(limits.instruction) else { throw .instructionTooLong(limit: limits.instruction) }
    guard Int(length) <= held.count - place else { return nil }
    defer { place += Int(length) }
    return (place..<place + Int(length), isCoded)
  }

  private mutating func append(_ string: (range: Range<Int>, isCoded: Bool)) throws(QPACKError) {
    let source = held
    let bytes = source.span.extracting(string.range)
    guard string.isCoded else { return scratch.append(bytes) }
    do throws(HPACKError) {
      try HPACKHuffman.decode(bytes, into: &scratch)
    } catch {
      throw .string(error)
    }
  }
}
