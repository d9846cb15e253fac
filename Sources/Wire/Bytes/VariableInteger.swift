/// An integer whose first two bits say how long it is (RFC 9000 section 16).
public struct VariableInteger: Hashable, Sendable {
  /// No value is greater: 2^62 - 1.
  public static let greatest: UInt64 = 1 << 62 - 1

  /// From 0 to ``greatest``.
  public var value: UInt64
  /// How many bytes it takes on the wire: 1, 2, 4 or 8. A value may take more than it needs.
  public var length: Int

  /// Reads it at an offset; nil if the bytes end within it.
  @inlinable
  public init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard offset >= 0, offset < bytes.count else { return nil }
    let first = bytes[offset]
    length = 1 &<< Int(first &>> 6)
    guard bytes.count &- offset >= length else { return nil }
    switch length {
    case 1: value = UInt64(first & 0x3F)
    case 2: value = UInt64(bytes.uint16(at: offset) & 0x3FFF)
    case 4: value = UInt64(bytes.uint32(at: offset) & 0x3FFF_FFFF)
    default: value = bytes.uint64(at: offset) & Self.greatest
    }
  }

  /// Appends a value in as few bytes as it needs. Of a value beyond ``greatest`` the highest two bits are lost.
  public static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    switch value {
    case 0..<0x40: bytes.append(UInt8(value))
    case 0..<0x4000: bytes.append(bigEndian: UInt16(value) | 0x4000)
    case 0..<0x4000_0000: bytes.append(bigEndian: UInt32(value) | 0x8000_0000)
    default: bytes.append(bigEndian: value | 0xC000_0000_0000_0000)
    }
  }
}
