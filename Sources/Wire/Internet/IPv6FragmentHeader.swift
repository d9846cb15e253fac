/// The fragment header of IPv6 (RFC 8200 section 4.5).
public struct IPv6FragmentHeader: Hashable, Sendable {
  /// 8 bytes.
  public static let length: Int = 8

  /// What the whole packet carries.
  public var nextHeader: IPProtocol
  /// Offset in units of 8 bytes (13 bits), two reserved bits, and "more fragments".
  public var fragmentField: UInt16
  /// The same in all fragments of a packet.
  public var identification: UInt32

  /// What the whole packet carries.
  public init(nextHeader: IPProtocol, fragmentField: UInt16, identification: UInt32) {
    self.nextHeader = nextHeader
    self.fragmentField = fragmentField
    self.identification = identification
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(8, of: bytes, at: offset, .ipv6Extension)
    nextHeader = IPProtocol(rawValue: bytes[offset])
    fragmentField = bytes.uint16(at: offset &+ 2)
    identification = bytes.uint32(at: offset &+ 4)
  }

  /// Where this fragment's payload goes, in bytes.
  @inlinable public var fragmentOffset: Int { Int(fragmentField & 0xFFF8) }
  /// M: whether fragments follow.
  @inlinable public var moreFragments: Bool { fragmentField & 1 != 0 }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(nextHeader.rawValue)
    bytes.append(0)
    bytes.append(bigEndian: fragmentField)
    bytes.append(bigEndian: identification)
  }
}
