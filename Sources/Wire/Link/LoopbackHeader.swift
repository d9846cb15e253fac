/// The 4-byte address family that precedes packets on BSD loopback interfaces (LINKTYPE_NULL, LINKTYPE_LOOP).
public struct LoopbackHeader: Hashable, Sendable {
  /// 4 bytes.
  public static let length: Int = 4

  /// The family, an AF_ value of the system that captured: 2 for IPv4; 10, 24, 28 or 30 for IPv6.
  public var family: UInt32

  /// - Parameter family: the address family of what it carries.
  public init(family: UInt32) {
    self.family = family
  }

  /// Reads the family: in network order for LINKTYPE_LOOP, in the order that makes it small for LINKTYPE_NULL.
  public init(_ bytes: Span<UInt8>, at offset: Int = 0, linkType: LinkType) throws(WireError) {
    try WireError.require(4, of: bytes, at: offset, .loopback)
    let value = bytes.uint32(at: offset)
    family = linkType == .null && value & 0xFFFF_0000 != 0 ? value.byteSwapped : value
  }

  /// The type that an Ethernet header would give the payload; 0 for a family that is not IP.
  public var etherType: EtherType {
    switch family {
    case 2: .ipv4
    case 10, 24, 28, 30: .ipv6
    default: EtherType(rawValue: 0)
    }
  }

  /// Appends the family in network order for LINKTYPE_LOOP, in little-endian order for LINKTYPE_NULL.
  public func append(to bytes: inout [UInt8], linkType: LinkType) {
    bytes.append(bigEndian: linkType == .null ? family.byteSwapped : family)
  }
}
