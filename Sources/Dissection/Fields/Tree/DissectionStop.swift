/// Why a dissector stopped before its end. What it found so far stays in the tree.
enum DissectionStop: Error {
  /// The bytes end before the field does.
  case bounds
  /// A field contradicts another, so that what follows has no meaning.
  case malformed
}

extension Span where Element == UInt8 {
  /// Throws unless `count` bytes are at `offset`.
  func need(_ count: Int, at offset: Int) throws(DissectionStop) {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count &- offset else { throw .bounds }
  }

  /// The big-endian number of 1 to 8 bytes at `offset`.
  func number(_ width: Int, at offset: Int) throws(DissectionStop) -> UInt64 {
    try need(width, at: offset)
    var value: UInt64 = 0
    for index in offset..<(offset &+ width) { value = value &<< 8 | UInt64(self[index]) }
    return value
  }

  func byte(_ offset: Int) throws(DissectionStop) -> UInt8 {
    guard offset >= 0, offset < count else { throw .bounds }
    return self[offset]
  }
}
