/// The header of a packet that Linux's packet filter logged (LINKTYPE_NFLOG); attributes follow it.
///
/// Source: the-tcpdump-group, "LINKTYPE_NFLOG".
public struct NFLOGHeader: Hashable, Sendable {
  /// 4 bytes.
  public static let length: Int = 4

  /// The address family of Linux: 2 is IPv4, 10 is IPv6.
  public var family: UInt8
  /// 0.
  public var version: UInt8
  /// The group that the packet was logged to.
  public var resource: UInt16

  /// - Parameter resource: the group of the rule.
  public init(family: UInt8, version: UInt8 = 0, resource: UInt16 = 0) {
    self.family = family
    self.version = version
    self.resource = resource
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int = 0) throws(WireError) {
    try WireError.require(4, of: bytes, at: offset, .nflog)
    family = bytes[offset]
    version = bytes[offset &+ 1]
    resource = bytes.uint16(at: offset &+ 2)
  }

  /// The EtherType of the payload, if the family has one.
  @inlinable
  public var etherType: EtherType? {
    switch family {
    case 2: .ipv4
    case 10: .ipv6
    default: nil
    }
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes += [family, version]
    bytes.append(bigEndian: resource)
  }
}

/// An attribute after the header. Its length and type are in the byte order of the host that captured; nearly all are
/// little-endian, so that is what they are read as where they make sense that way.
public struct NFLOGAttribute: Hashable, Sendable {
  /// The type of the attribute that is the packet.
  public static let payload: UInt16 = 9

  /// What it says.
  public var type: UInt16
  /// The attribute's value.
  public var value: Range<Int>
  /// Where the next attribute begins; attributes are padded to 4 bytes.
  public var end: Int
  /// Whether its value is in network byte order.
  public var isBigEndian: Bool

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(4, of: bytes, at: offset, .nflog)
    let (length, number) = (bytes.uint16(at: offset), bytes.uint16(at: offset &+ 2))
    // Types are small numbers, so a type below 256 tells the byte order.
    isBigEndian = number < 0x100 && number != 0
    type = isBigEndian ? number : number.byteSwapped
    let size = Int(isBigEndian ? length : length.byteSwapped)
    guard size >= 4 else {
      throw WireError(.nflog, .badLength, offset: offset, required: 4, available: size)
    }
    // The payload is the last one, and the capture may have cut it.
    let available = bytes.count &- offset
    guard size <= available || type == Self.payload else {
      throw WireError(.nflog, .truncated, offset: offset, required: size, available: available)
    }
    value = (offset &+ 4)..<(offset &+ min(size, available))
    end = offset &+ min((size &+ 3) & ~3, available)
  }
}
