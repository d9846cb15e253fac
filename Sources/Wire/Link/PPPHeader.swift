/// The header of a PPP packet: its protocol, and an address and a control field where they were not compressed away
/// (RFC 1661 sections 2 and 6.5, RFC 1662 section 3.1).
public struct PPPHeader: Hashable, Sendable {
  /// What the packet carries; a compressed protocol field has one byte.
  public var protocolNumber: UInt16
  /// Whether the address and control fields, `ff 03`, are there.
  public var hasAddress: Bool
  /// The bytes of the header, 1 to 4.
  public var length: Int

  /// - Parameter hasAddress: whether the address and control bytes are there.
  public init(protocolNumber: UInt16, hasAddress: Bool = true) {
    self.protocolNumber = protocolNumber
    self.hasAddress = hasAddress
    length = hasAddress ? 4 : 2
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(2, of: bytes, at: offset, .ppp)
    hasAddress = bytes.uint16(at: offset) == 0xFF03
    let start = hasAddress ? offset &+ 2 : offset
    try WireError.require(1, of: bytes, at: start, .ppp)
    if bytes[start] & 1 == 1 {
      protocolNumber = UInt16(bytes[start])
      length = start &+ 1 &- offset
    } else {
      try WireError.require(2, of: bytes, at: start, .ppp)
      protocolNumber = bytes.uint16(at: start)
      length = start &+ 2 &- offset
    }
  }

  /// The EtherType of what is carried, if it has one.
  @inlinable
  public var etherType: EtherType? {
    switch protocolNumber {
    case 0x0021: .ipv4
    case 0x0057: .ipv6
    case 0x0281: .mpls
    case 0x0283: .mplsMulticast
    default: nil
    }
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    if hasAddress { bytes += [0xFF, 0x03] }
    bytes.append(bigEndian: protocolNumber)
  }
}
