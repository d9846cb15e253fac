import Wire

/// Where the rest of a message is: fields come one after the other, within the captured bytes and within the length that
/// an enclosing header says.
struct ListedBody {
  var offset: Int
  /// What the headers leave for the rest.
  var length: Int

  func has(_ count: Int, _ bytes: Span<UInt8>) -> Bool { length >= count && bytes.has(count, at: offset) }

  mutating func skip(_ count: Int) {
    offset += count
    length -= count
  }

  mutating func next16(_ bytes: Span<UInt8>) -> UInt16? {
    guard has(2, bytes) else { return nil }
    defer { skip(2) }
    return bytes.uint16(at: offset)
  }

  mutating func next32(_ bytes: Span<UInt8>) -> UInt32? {
    guard has(4, bytes) else { return nil }
    defer { skip(4) }
    return bytes.uint32(at: offset)
  }
}
