/// A header of the layer two tunnelling protocol, version 2 (RFC 2661 section 3.1).
public struct L2TPHeader: Hashable, Sendable {
  /// The header of data messages without optional fields.
  public static let minimumLength: Int = 6
  /// IANA's port.
  public static let port: UInt16 = 1701

  /// Control message (0x8000), length (0x4000), sequence numbers (0x0800), offset (0x0200), priority (0x0100), version (0x000F).
  public var flags: UInt16
  /// The length of the message; nil if it has none.
  public var claimedLength: UInt16?
  /// The tunnel, as the receiver has numbered it.
  public var tunnel: UInt16
  /// The session in the tunnel, as the receiver has numbered it.
  public var session: UInt16
  /// The bytes of the header, with the padding after it.
  public var length: Int

  /// - Throws: `WireError` if it is truncated or malformed, or of another version.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(Self.minimumLength, of: bytes, at: offset, .l2tp)
    flags = bytes.uint16(at: offset)
    guard flags & 0x0F == 2 else {
      throw WireError(.l2tp, .badVersion, offset: offset, required: 2, available: Int(flags & 0x0F))
    }
    var end = offset &+ 2
    if flags & 0x4000 != 0 { claimedLength = try Self.number(bytes, &end) }
    tunnel = try Self.number(bytes, &end)
    session = try Self.number(bytes, &end)
    if flags & 0x0800 != 0 {
      try WireError.require(4, of: bytes, at: end, .l2tp)
      end &+= 4
    }
    if flags & 0x0200 != 0 {
      let padding = Int(try Self.number(bytes, &end))
      try WireError.require(padding, of: bytes, at: end, .l2tp)
      end &+= padding
    }
    length = end &- offset
  }

  private static func number(_ bytes: Span<UInt8>, _ end: inout Int) throws(WireError) -> UInt16 {
    try WireError.require(2, of: bytes, at: end, .l2tp)
    defer { end &+= 2 }
    return bytes.uint16(at: end)
  }

  /// True if it is about the tunnel, and carries no frame.
  @inlinable public var isControl: Bool { flags & 0x8000 != 0 }
}
