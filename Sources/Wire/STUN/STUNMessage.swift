/// The header of a STUN message (RFC 8489 section 5). Attributes follow it.
public struct STUNMessage: Hashable, Sendable {
  /// 20 bytes.
  public static let headerLength: Int = 20
  /// IANA's port.
  public static let port: UInt16 = 3478
  /// What every message has in its second word.
  public static let cookie: UInt32 = 0x2112_A442

  /// Method and class, their bits between each other.
  public var type: UInt16
  /// How many bytes of attributes follow the header, as the header says.
  public var attributesLength: Int
  /// The first word of the transaction ID, and the other two.
  public var transaction: (high: UInt32, low: UInt64) { (transactionHigh, transactionLow) }
  private var transactionHigh: UInt32
  private var transactionLow: UInt64

  /// Nil unless a header is at `offset`: two bits are 0, the magic cookie is there, and the length is one of padded attributes.
  public init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.headerLength else { return nil }
    type = bytes.uint16(at: offset)
    attributesLength = Int(bytes.uint16(at: offset + 2))
    transactionHigh = bytes.uint32(at: offset + 8)
    transactionLow = bytes.uint64(at: offset + 12)
    guard type & 0xC000 == 0, attributesLength % 4 == 0, bytes.uint32(at: offset + 4) == Self.cookie else { return nil }
  }

  /// Whether the bytes from `offset` to their end are one message, whose method is one of those that the IETF hands out.
  public static func isMessage(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard let message = STUNMessage(bytes, at: offset) else { return false }
    return message.method <= 0xFF && bytes.count - offset == headerLength + message.attributesLength
  }

  /// Request, indication, success or error.
  public var messageClass: UInt16 { type >> 4 & 1 | type >> 7 & 2 }
  /// The method, such as 1 for Binding.
  public var method: UInt16 { type & 0xF | type >> 1 & 0x70 | type >> 2 & 0xF80 }
}

/// An attribute of a STUN message (RFC 8489 section 14).
public struct STUNAttribute: Hashable, Sendable {
  /// 4 bytes: the type and the length.
  public static let headerLength: Int = 4

  /// What it says.
  public var type: UInt16
  /// Where the header begins.
  public var start: Int
  /// The value, without the padding behind it.
  public var value: Range<Int>
  /// Where the next attribute begins: values are padded to words, and the padding of the last one may be missing.
  public var end: Int

  /// The attribute at `offset`; nil unless it ends before `limit`, which is inside `bytes`.
  public init?(_ bytes: Span<UInt8>, at offset: Int, limit: Int) {
    guard offset >= 0, limit <= bytes.count, limit - offset >= Self.headerLength else { return nil }
    start = offset
    type = bytes.uint16(at: offset)
    let length = Int(bytes.uint16(at: offset + 2))
    guard length <= limit - offset - Self.headerLength else { return nil }
    value = offset + Self.headerLength..<offset + Self.headerLength + length
    end = min(limit, value.lowerBound + (length + 3) / 4 * 4)
  }
}

/// An address within an attribute (RFC 8489 sections 14.1 and 14.2).
public struct STUNAddress: Hashable, Sendable {
  /// Where the parts are in the value of the attribute.
  public static let (familyOffset, portOffset, addressOffset) = (1, 2, 4)

  /// The port.
  public var port: UInt16
  /// The address.
  public var address: IPAddress

  /// - Parameter message: the message whose cookie and transaction the address is combined with by XOR; nil for one in the clear.
  public init?(_ bytes: Span<UInt8>, in value: Range<Int>, xoredWith message: STUNMessage? = nil) {
    guard value.lowerBound >= 0, value.upperBound <= bytes.count, value.count >= Self.addressOffset else { return nil }
    let start = value.lowerBound + Self.addressOffset
    let cookie = message == nil ? 0 : STUNMessage.cookie
    port = bytes.uint16(at: value.lowerBound + Self.portOffset) ^ UInt16(truncatingIfNeeded: cookie >> 16)
    switch (bytes[value.lowerBound + Self.familyOffset], value.count - Self.addressOffset) {
    case (1, 4...): address = .v4(IPv4Address(rawValue: bytes.uint32(at: start) ^ cookie))
    case (2, 16...):
      let key = message?.transaction ?? (high: 0, low: 0)
      address = .v6(
        IPv6Address(
          high: bytes.uint64(at: start) ^ (UInt64(cookie) << 32 | UInt64(key.high)),
          low: bytes.uint64(at: start + 8) ^ key.low))
    default: return nil
    }
  }
}

extension STUNMessage {
  /// The value of a FINGERPRINT that covers a range, which is inside (RFC 8489 section 14.7).
  public static func fingerprint(_ bytes: Span<UInt8>, in range: Range<Int>) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for index in range {
      remainder ^= UInt32(bytes[index])
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~remainder ^ 0x5354_554E
  }
}
