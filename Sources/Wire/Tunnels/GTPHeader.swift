/// A header of the GPRS tunnelling protocol for the user plane, version 1, with its extension headers (3GPP TS 29.281 section 5).
public struct GTPHeader: Hashable, Sendable {
  /// The header without optional fields.
  public static let minimumLength: Int = 8
  /// IANA's port.
  public static let port: UInt16 = 2152
  /// The message type of a G-PDU, which carries a user's packet.
  public static let userPacket: UInt8 = 255

  /// Version (0xE0), protocol type (0x10), and whether there are an extension header (0x04), a sequence number (0x02) and an N-PDU number
  /// (0x01).
  public var flags: UInt8
  /// The message type.
  public var messageType: UInt8
  /// The bytes after the first eight of the header, as it says.
  public var claimedLength: UInt16
  /// The tunnel endpoint identifier, which the receiver has chosen.
  public var endpoint: UInt32
  /// The bytes of the header with its optional fields and its extension headers.
  public var length: Int

  /// - Throws: `WireError` if it is truncated or malformed, or of another version.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(8, of: bytes, at: offset, .gtp)
    flags = bytes[offset]
    messageType = bytes[offset &+ 1]
    claimedLength = bytes.uint16(at: offset &+ 2)
    endpoint = bytes.uint32(at: offset &+ 4)
    length = 8
    // The bit after the version tells GTP from the protocol for charging records.
    guard flags & 0xF0 == 0x30 else {
      throw WireError(.gtp, .badVersion, offset: offset, required: 0x30, available: Int(flags & 0xF0))
    }
    guard flags & 7 != 0 else { return }
    try WireError.require(12, of: bytes, at: offset, .gtp)
    length = 12
    guard hasExtension else { return }
    while bytes[offset &+ length &- 1] != 0 {
      let extensionLength = try Self.extensionLength(bytes, at: offset &+ length)
      try WireError.require(extensionLength, of: bytes, at: offset &+ length, .gtp)
      length &+= extensionLength
    }
  }

  /// The length of an extension header in bytes; its last byte is the type of the next one.
  public static func extensionLength(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) -> Int {
    try WireError.require(1, of: bytes, at: offset, .gtp)
    guard bytes[offset] > 0 else {
      throw WireError(.gtp, .badLength, offset: offset, required: 1, available: 0)
    }
    return Int(bytes[offset]) &* 4
  }

  /// True if the type of an extension header is there.
  @inlinable public var hasExtension: Bool { flags & 4 != 0 }
  /// True if a sequence number is there.
  @inlinable public var hasSequence: Bool { flags & 2 != 0 }
  /// True if an N-PDU number is there.
  @inlinable public var hasPacketNumber: Bool { flags & 1 != 0 }

  /// The kind of the user's packet that follows, by its first bytes: IPv4, IPv6 or PPP; nil if there is none, or another one.
  ///
  /// - Parameter offset: where this header begins.
  public func carried(_ bytes: Span<UInt8>, at offset: Int) -> EtherType? {
    let start = offset &+ length
    guard messageType == Self.userPacket, start >= 0, bytes.count &- start >= 2 else { return nil }
    switch bytes[start] >> 4 {
    case 4: return .ipv4
    case 6: return .ipv6
    default: return bytes.uint16(at: start) == 0xFF03 ? .ppp : nil
    }
  }
}
