/// A header of VXLAN with the generic protocol extension: it says what follows (draft-ietf-nvo3-vxlan-gpe section 3).
public struct VXLANGPEHeader: Hashable, Sendable {
  /// 8 bytes.
  public static let length: Int = 8
  /// IANA's port.
  public static let port: UInt16 = 4790

  /// Version (0x30), instance (0x08), next protocol (0x04), operations, administration and maintenance (0x01).
  public var flags: UInt8
  /// The next protocol: 1 IPv4, 2 IPv6, 3 Ethernet, 4 a network service header, 5 MPLS.
  public var nextProtocol: UInt8
  /// The network identifier, 24 bits.
  public var identifier: UInt32

  /// - Throws: `WireError` if it is truncated.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(8, of: bytes, at: offset, .vxlanGPE)
    flags = bytes[offset]
    nextProtocol = bytes[offset &+ 3]
    identifier = bytes.uint32(at: offset &+ 4) >> 8
  }

  /// The EtherType of what follows; nil if it has none.
  public var carried: EtherType? {
    switch nextProtocol {
    case 1: .ipv4
    case 2: .ipv6
    case 3: .transparentEthernet
    case 5: .mpls
    default: nil
    }
  }
}
