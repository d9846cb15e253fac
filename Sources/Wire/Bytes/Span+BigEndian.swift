// Decodes multi-byte fields in network byte order. The optimizer turns each of these into one check and one load.

extension Span where Element == UInt8 {
  /// The 16-bit big-endian number at `offset`.
  @inlinable @inline(__always)
  public func uint16(at offset: Int) -> UInt16 {
    let field = extracting(offset..<(offset &+ 2))
    return UInt16(field[0]) &<< 8 | UInt16(field[1])
  }

  /// The 32-bit big-endian number at `offset`.
  @inlinable @inline(__always)
  public func uint32(at offset: Int) -> UInt32 {
    let field = extracting(offset..<(offset &+ 4))
    return UInt32(field[0]) &<< 24 | UInt32(field[1]) &<< 16 | UInt32(field[2]) &<< 8 | UInt32(field[3])
  }

  /// The 48-bit big-endian number at `offset`.
  @inlinable @inline(__always)
  public func uint48(at offset: Int) -> UInt64 {
    UInt64(uint16(at: offset)) &<< 32 | UInt64(uint32(at: offset &+ 2))
  }

  /// The 64-bit big-endian number at `offset`.
  @inlinable @inline(__always)
  public func uint64(at offset: Int) -> UInt64 {
    let field = extracting(offset..<(offset &+ 8))
    let high = UInt64(field[0]) &<< 24 | UInt64(field[1]) &<< 16 | UInt64(field[2]) &<< 8 | UInt64(field[3])
    let low = UInt64(field[4]) &<< 24 | UInt64(field[5]) &<< 16 | UInt64(field[6]) &<< 8 | UInt64(field[7])
    return high &<< 32 | low
  }
}
