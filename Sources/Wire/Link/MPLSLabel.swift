/// An entry of an MPLS label stack (RFC 3032 section 2.1).
public struct MPLSLabel: RawRepresentable, Hashable, Sendable {
  /// 4 bytes.
  public static let length: Int = 4

  /// Label (20 bits), traffic class (3 bits), bottom of stack (1 bit), time to live (8 bits).
  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// - Parameter isBottom: whether it is the last one of the stack.
  public init(label: UInt32, trafficClass: UInt8 = 0, isBottom: Bool, timeToLive: UInt8 = 64) {
    rawValue = label << 12 | UInt32(trafficClass & 7) << 9 | (isBottom ? 0x100 : 0) | UInt32(timeToLive)
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(4, of: bytes, at: offset, .mpls)
    rawValue = bytes.uint32(at: offset)
  }

  /// The label.
  @inlinable public var label: UInt32 { rawValue >> 12 }
  /// The traffic class (RFC 5462).
  @inlinable public var trafficClass: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 9 & 7) }
  /// Whether it is the last one of the stack.
  @inlinable public var isBottom: Bool { rawValue & 0x100 != 0 }
  /// How many routers it may still pass.
  @inlinable public var timeToLive: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: rawValue)
  }
}
