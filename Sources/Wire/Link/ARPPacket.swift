/// An ARP packet for IPv4 over Ethernet (RFC 826): hardware addresses of 6 bytes, protocol addresses of 4.
public struct ARPPacket: Hashable, Sendable {
  /// 28 bytes.
  public static let length: Int = 28

  /// 1 request, 2 reply (IANA "ARP Parameters").
  public var operation: UInt16
  /// The sender's hardware address.
  public var senderHardware: MACAddress
  /// The sender's IPv4 address.
  public var senderProtocol: IPv4Address
  /// The hardware address that is asked for or told.
  public var targetHardware: MACAddress
  /// The IPv4 address that is asked about.
  public var targetProtocol: IPv4Address

  /// A header of these values.
  public init(
    operation: UInt16, senderHardware: MACAddress, senderProtocol: IPv4Address, targetHardware: MACAddress,
    targetProtocol: IPv4Address
  ) {
    self.operation = operation
    self.senderHardware = senderHardware
    self.senderProtocol = senderProtocol
    self.targetHardware = targetHardware
    self.targetProtocol = targetProtocol
  }

  /// Reads the packet; other hardware, protocols or address lengths than Ethernet's and IPv4's are a bad version.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(28, of: bytes, at: offset, .arp)
    guard bytes.uint64(at: offset) >> 16 == 0x0001_0800_0604 else {
      throw WireError(.arp, .badVersion, offset: offset, required: 28, available: 28)
    }
    operation = bytes.uint16(at: offset + 6)
    senderHardware = MACAddress(rawValue: bytes.uint48(at: offset + 8))
    senderProtocol = IPv4Address(rawValue: bytes.uint32(at: offset + 14))
    targetHardware = MACAddress(rawValue: bytes.uint48(at: offset + 18))
    targetProtocol = IPv4Address(rawValue: bytes.uint32(at: offset + 24))
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(1))
    bytes.append(bigEndian: EtherType.ipv4.rawValue)
    bytes += [6, 4]
    bytes.append(bigEndian: operation)
    senderHardware.append(to: &bytes)
    bytes.append(bigEndian: senderProtocol.rawValue)
    targetHardware.append(to: &bytes)
    bytes.append(bigEndian: targetProtocol.rawValue)
  }
}
