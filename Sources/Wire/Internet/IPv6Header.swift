/// The fixed header of IPv6 (RFC 8200 section 3).
public struct IPv6Header: Hashable, Sendable {
  /// 40 bytes; extension headers may follow.
  public static let length: Int = 40

  /// DSCP and ECN (RFC 2474, RFC 3168).
  public var trafficClass: UInt8
  /// 20 bits.
  public var flowLabel: UInt32
  /// The length of all that follows; 0 in jumbograms and captures of segmentation offload.
  public var payloadLength: Int
  /// What follows it.
  public var nextHeader: IPProtocol
  /// How many routers it may still pass.
  public var hopLimit: UInt8
  /// Who sent it.
  public var source: IPv6Address
  /// Who is to get it.
  public var destination: IPv6Address

  /// A header of these values.
  public init(
    source: IPv6Address, destination: IPv6Address, nextHeader: IPProtocol, payloadLength: Int, hopLimit: UInt8 = 64,
    trafficClass: UInt8 = 0, flowLabel: UInt32 = 0
  ) {
    self.source = source
    self.destination = destination
    self.nextHeader = nextHeader
    self.payloadLength = payloadLength
    self.hopLimit = hopLimit
    self.trafficClass = trafficClass
    self.flowLabel = flowLabel
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int = 0) throws(WireError) {
    try WireError.require(40, of: bytes, at: offset, .ipv6)
    let first = bytes.uint32(at: offset)
    guard first >> 28 == 6 else {
      throw WireError(.ipv6, .badVersion, offset: offset, required: 6, available: Int(first >> 28))
    }
    trafficClass = UInt8(truncatingIfNeeded: first >> 20)
    flowLabel = first & 0xF_FFFF
    payloadLength = Int(bytes.uint16(at: offset &+ 4))
    nextHeader = IPProtocol(rawValue: bytes[offset &+ 6])
    hopLimit = bytes[offset &+ 7]
    source = IPv6Address(checked: bytes, at: offset &+ 8)
    destination = IPv6Address(checked: bytes, at: offset &+ 24)
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: 6 << 28 | UInt32(trafficClass) << 20 | flowLabel & 0xF_FFFF)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: payloadLength))
    bytes.append(nextHeader.rawValue)
    bytes.append(hopLimit)
    source.append(to: &bytes)
    destination.append(to: &bytes)
  }
}
