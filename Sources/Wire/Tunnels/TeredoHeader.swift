/// The headers before the IPv6 packet in a datagram of Teredo: authentication, origin indication, both or none (RFC 4380
/// section 5.1.1).
public struct TeredoHeader: Hashable, Sendable {
  /// IANA's port.
  public static let port: UInt16 = 3544

  /// Where the authentication header is; nil if there is none.
  public var authentication: Range<Int>?
  /// Where the origin indication is; nil if there is none.
  public var origin: Range<Int>?
  /// The bytes before the IPv6 packet.
  public var length: Int

  /// - Throws: `WireError` if it is truncated, or if no IPv6 header follows.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    var end = offset
    try WireError.require(2, of: bytes, at: end, .teredo)
    if bytes.uint16(at: end) == 1 {
      try WireError.require(4, of: bytes, at: end, .teredo)
      // A nonce of eight bytes and a confirmation byte are at its end.
      let count = 4 &+ Int(bytes[end &+ 2]) &+ Int(bytes[end &+ 3]) &+ 9
      try WireError.require(count, of: bytes, at: end, .teredo)
      authentication = end..<end &+ count
      end &+= count
      try WireError.require(2, of: bytes, at: end, .teredo)
    }
    if bytes.uint16(at: end) == 0 {
      try WireError.require(8, of: bytes, at: end, .teredo)
      origin = end..<end &+ 8
      end &+= 8
    }
    try WireError.require(1, of: bytes, at: end, .teredo)
    guard bytes[end] >> 4 == 6 else {
      throw WireError(.teredo, .badVersion, offset: end, required: 6, available: Int(bytes[end] >> 4))
    }
    length = end &- offset
  }
}
