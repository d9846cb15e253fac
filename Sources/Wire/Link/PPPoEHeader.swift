/// The header of PPP over Ethernet (RFC 2516 section 4).
public struct PPPoEHeader: Hashable, Sendable {
  /// 6 bytes.
  public static let length: Int = 6

  /// Version (4 bits) and type (4 bits), both 1.
  public var versionAndType: UInt8
  /// 0 in a session; in discovery, which step it is.
  public var code: UInt8
  /// The session (RFC 2516).
  public var session: UInt16
  /// The bytes after the header, without Ethernet padding.
  public var payloadLength: Int

  /// - Parameter payloadLength: bytes after this header.
  public init(code: UInt8 = 0, session: UInt16, payloadLength: Int) {
    versionAndType = 0x11
    self.code = code
    self.session = session
    self.payloadLength = payloadLength
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(6, of: bytes, at: offset, .pppoe)
    versionAndType = bytes[offset]
    code = bytes[offset &+ 1]
    session = bytes.uint16(at: offset &+ 2)
    payloadLength = Int(bytes.uint16(at: offset &+ 4))
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes += [versionAndType, code]
    bytes.append(bigEndian: session)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: payloadLength))
  }
}
