/// What follows a VLAN type: the tag's control field and the type of what comes next (IEEE 802.1Q clause 9.6).
public struct VLANTag: Hashable, Sendable {
  /// 4 bytes.
  public static let length: Int = 4

  /// Priority (3 bits), drop eligible (1 bit), identifier (12 bits).
  public var control: UInt16
  /// What follows the tag.
  public var etherType: EtherType

  public init(control: UInt16, etherType: EtherType) {
    self.control = control
    self.etherType = etherType
  }

  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(4, of: bytes, at: offset, .vlan)
    control = bytes.uint16(at: offset)
    etherType = EtherType(rawValue: bytes.uint16(at: offset &+ 2))
  }

  @inlinable public var identifier: UInt16 { control & 0x0FFF }
  @inlinable public var priority: UInt8 { UInt8(truncatingIfNeeded: control >> 13) }
  @inlinable public var isDropEligible: Bool { control & 0x1000 != 0 }

  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: control)
    bytes.append(bigEndian: etherType.rawValue)
  }
}
