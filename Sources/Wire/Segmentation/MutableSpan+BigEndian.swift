extension MutableSpan where Element == UInt8 {
  /// The 16-bit number at `offset`, in network byte order.
  func bigEndian16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
  }

  /// The 32-bit number at `offset`, in network byte order.
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(bigEndian16(at: offset)) << 16 | UInt32(bigEndian16(at: offset + 2))
  }

  /// Writes a 16-bit number in network byte order.
  mutating func setBigEndian(_ value: UInt16, at offset: Int) {
    self[offset] = UInt8(value >> 8)
    self[offset + 1] = UInt8(truncatingIfNeeded: value)
  }

  /// Writes a 32-bit number in network byte order.
  mutating func setBigEndian(_ value: UInt32, at offset: Int) {
    setBigEndian(UInt16(value >> 16), at: offset)
    setBigEndian(UInt16(truncatingIfNeeded: value), at: offset + 2)
  }
}
