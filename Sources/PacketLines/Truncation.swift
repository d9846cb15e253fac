import Wire

/// The captured bytes, or those that an enclosing header allows, end before the field that was to be read.
struct Truncation: Error {}

// Fields read where nothing has been checked yet. A span that is cut to an enclosing header's length makes both ends,
// that of the capture and that of the header, one check.

extension Span where Element == UInt8 {
  /// Whether `count` bytes follow `offset`.
  @inline(__always)
  func has(_ count: Int, at offset: Int) -> Bool {
    offset >= 0 && count >= 0 && offset <= self.count && self.count &- offset >= count
  }

  @inline(__always)
  func require(_ count: Int, at offset: Int) throws(Truncation) {
    guard has(count, at: offset) else { throw Truncation() }
  }

  /// The 8-bit number at `offset`.
  @inline(__always)
  func get8(_ offset: Int) throws(Truncation) -> UInt8 {
    try require(1, at: offset)
    return self[offset]
  }

  /// The 16-bit big-endian number at `offset`.
  @inline(__always)
  func get16(_ offset: Int) throws(Truncation) -> UInt16 {
    try require(2, at: offset)
    return uint16(at: offset)
  }

  /// The 24-bit big-endian number at `offset`.
  func get24(_ offset: Int) throws(Truncation) -> UInt32 {
    try require(3, at: offset)
    return UInt32(self[offset]) << 16 | UInt32(uint16(at: offset &+ 1))
  }

  /// The 32-bit big-endian number at `offset`.
  @inline(__always)
  func get32(_ offset: Int) throws(Truncation) -> UInt32 {
    try require(4, at: offset)
    return uint32(at: offset)
  }

  func ipv4Address(_ offset: Int) throws(Truncation) -> IPv4Address {
    IPv4Address(rawValue: try get32(offset))
  }

  func ipv6Address(_ offset: Int) throws(Truncation) -> IPv6Address {
    try require(16, at: offset)
    return IPv6Address(high: uint64(at: offset), low: uint64(at: offset &+ 8))
  }

  func macAddress(_ offset: Int) throws(Truncation) -> MACAddress {
    try require(6, at: offset)
    return MACAddress(rawValue: uint48(at: offset))
  }

  /// The range of these bytes up to `end`, or of all of them if there are fewer.
  func range(upTo end: Int) -> Range<Int> {
    0..<Swift.min(count, Swift.max(0, end))
  }
}
