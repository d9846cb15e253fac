/// An Ethernet header (IEEE 802.3 clause 3), without the VLAN tags that may follow it.
public struct EthernetHeader: Hashable, Sendable {
  /// 14 bytes.
  public static let length: Int = 14

  /// Who is to get it.
  public var destination: MACAddress
  /// Who sent it.
  public var source: MACAddress
  /// The type, or the length of an IEEE 802.3 frame.
  public var etherType: EtherType

  /// A header without tags.
  public init(destination: MACAddress, source: MACAddress, etherType: EtherType) {
    self.destination = destination
    self.source = source
    self.etherType = etherType
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int = 0) throws(WireError) {
    try WireError.require(14, of: bytes, at: offset, .ethernet)
    destination = MACAddress(rawValue: bytes.uint48(at: offset))
    source = MACAddress(rawValue: bytes.uint48(at: offset &+ 6))
    etherType = EtherType(rawValue: bytes.uint16(at: offset &+ 12))
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    destination.append(to: &bytes)
    source.append(to: &bytes)
    bytes.append(bigEndian: etherType.rawValue)
  }
}
