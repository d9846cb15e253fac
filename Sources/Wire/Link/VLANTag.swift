/// What follows a VLAN type: the tag's control field and the type of what comes next (IEEE 802.1Q clause 9.6).
public struct VLANTag: Hashable, Sendable {
  /// 4 bytes.
  public static let length: Int = 4

  /// Priority (3 bits), drop eligible (1 bit), identifier (12 bits).
  public var control: UInt16
  /// What follows the tag.
  public var etherType: EtherType

  /// - Parameter control: priority, drop eligibility and VLAN (IEEE 802.1Q).
  public init(control: UInt16, etherType: EtherType) {
    self.control = control
    self.etherType = etherType
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(4, of: bytes, at: offset, .vlan)
    control = bytes.uint16(at: offset)
    etherType = EtherType(rawValue: bytes.uint16(at: offset &+ 2))
  }

  /// The VLAN.
  @inlinable public var identifier: UInt16 { control & 0x0FFF }
  /// The priority, from 0 to 7.
  @inlinable public var priority: UInt8 { UInt8(truncatingIfNeeded: control >> 13) }
  /// Whether it may be dropped before others.
  @inlinable public var isDropEligible: Bool { control & 0x1000 != 0 }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: control)
    bytes.append(bigEndian: etherType.rawValue)
  }
}
