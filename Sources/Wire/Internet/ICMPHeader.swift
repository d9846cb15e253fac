/// The part that all ICMP (RFC 792) and ICMPv6 (RFC 4443 section 2.1) messages share.
public struct ICMPHeader: Hashable, Sendable {
  /// 8 bytes: the common four, and four whose meaning depends on the type.
  public static let length: Int = 8

  /// What kind of message it is.
  public var type: UInt8
  /// Which one of the kind.
  public var code: UInt8
  /// The Internet checksum.
  public var checksum: UInt16
  /// Identifier and sequence number of an echo, MTU of a "too big", pointer, gateway ...
  public var rest: UInt32

  /// - Parameter rest: the four bytes after the checksum.
  public init(type: UInt8, code: UInt8, rest: UInt32 = 0) {
    self.type = type
    self.code = code
    self.rest = rest
    checksum = 0
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ bytes: Span<UInt8>, at offset: Int, layer: WireError.Layer = .icmp) throws(WireError) {
    try WireError.require(8, of: bytes, at: offset, layer)
    type = bytes[offset]
    code = bytes[offset + 1]
    checksum = bytes.uint16(at: offset + 2)
    rest = bytes.uint32(at: offset + 4)
  }

  /// The identifier of an echo.
  public var identifier: UInt16 { UInt16(truncatingIfNeeded: rest >> 16) }
  /// The sequence number of an echo.
  public var sequence: UInt16 { UInt16(truncatingIfNeeded: rest) }

  /// Appends the header; once the message is whole, ICMP's checksum is `InternetChecksum.of` and ICMPv6's is filled by
  /// `TransportChecksum`.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(type)
    bytes.append(code)
    bytes.append(bigEndian: checksum)
    bytes.append(bigEndian: rest)
  }
}
