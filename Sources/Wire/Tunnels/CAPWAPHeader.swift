/// A header of CAPWAP's data channel, between the access points of a Wi-Fi network and their controller (RFC 5415 section 4.3).
public struct CAPWAPHeader: Hashable, Sendable {
  /// The header without optional fields.
  public static let minimumLength: Int = 8
  /// IANA's port of the data channel.
  public static let port: UInt16 = 5247

  /// The first four bytes: version (4 bits), type (4), length in words (5), radio (5), binding of the radio (5), flags (9).
  public var word: UInt32
  /// The fragment's identifier, and its offset in units of eight bytes (13 bits).
  public var fragment: UInt32

  /// - Throws: `WireError` if it is truncated or malformed, or if DTLS protects what follows.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(8, of: bytes, at: offset, .capwap)
    word = bytes.uint32(at: offset)
    fragment = bytes.uint32(at: offset &+ 4)
    guard bytes[offset] == 0 else {
      throw WireError(.capwap, .badVersion, offset: offset, required: 0, available: Int(bytes[offset]))
    }
    guard length >= Self.minimumLength else {
      throw WireError(.capwap, .badLength, offset: offset, required: Self.minimumLength, available: length)
    }
    try WireError.require(length, of: bytes, at: offset, .capwap)
  }

  /// The bytes of the header with its optional fields.
  @inlinable public var length: Int { Int(word >> 19 & 0x1F) &* 4 }
  /// True if a frame of the radio follows, and not one of Ethernet.
  @inlinable public var isNative: Bool { word & 0x100 != 0 }
  /// True if a part of a frame follows.
  @inlinable public var isFragment: Bool { word & 0x80 != 0 }
  /// True if information about the radio is in the header.
  @inlinable public var hasRadioInformation: Bool { word & 0x20 != 0 }
  /// True if the radio's hardware address is in the header.
  @inlinable public var hasRadioAddress: Bool { word & 0x10 != 0 }
  /// True if it only keeps the channel open.
  @inlinable public var isKeepAlive: Bool { word & 0x08 != 0 }
  /// True if a whole frame of Ethernet follows.
  @inlinable public var carriesEthernet: Bool { !isNative && !isFragment && !isKeepAlive }
}
