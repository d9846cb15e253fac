/// A VXLAN header: an Ethernet frame follows it (RFC 7348 section 5).
public struct VXLANHeader: Hashable, Sendable {
  /// 8 bytes.
  public static let length: Int = 8
  /// IANA's port, and the one that Linux uses unless told otherwise.
  public static let ports: [UInt16] = [4789, 8472]

  /// 0x0800 says that the identifier counts; the others are of group policies.
  public var flags: UInt16
  /// The group of a policy.
  public var policy: UInt16
  /// The network identifier, 24 bits.
  public var identifier: UInt32

  /// - Parameter identifier: the virtual network.
  public init(identifier: UInt32) {
    flags = 0x0800
    policy = 0
    self.identifier = identifier
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(8, of: bytes, at: offset, .vxlan)
    flags = bytes.uint16(at: offset)
    policy = bytes.uint16(at: offset &+ 2)
    identifier = bytes.uint32(at: offset &+ 4) >> 8
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: flags)
    bytes.append(bigEndian: policy)
    bytes.append(bigEndian: identifier << 8)
  }
}
