// Encodes multi-byte fields in network byte order.

extension Array where Element == UInt8 {
  /// Appends a number in network byte order.
  @inlinable
  public mutating func append<Number: FixedWidthInteger & UnsignedInteger>(bigEndian number: Number) {
    var shift = Number.bitWidth
    while shift > 0 {
      shift -= 8
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// Overwrites two bytes at `offset` with a number in network byte order.
  @inlinable
  public mutating func set(_ number: UInt16, at offset: Int) {
    self[offset] = UInt8(truncatingIfNeeded: number >> 8)
    self[offset + 1] = UInt8(truncatingIfNeeded: number)
  }

  /// Overwrites four bytes at `offset` with a number in network byte order.
  @inlinable
  public mutating func set(_ number: UInt32, at offset: Int) {
    set(UInt16(truncatingIfNeeded: number >> 16), at: offset)
    set(UInt16(truncatingIfNeeded: number), at: offset + 2)
  }

  /// Appends the bytes of `span`.
  @inlinable
  public mutating func append(contentsOf span: Span<UInt8>) {
    reserveCapacity(count + span.count)
    for index in span.indices { append(span[index]) }
  }
}
