/// The header of Linux "cooked" capture, version 1 (LINKTYPE_LINUX_SLL).
public struct LinuxSLLHeader: Hashable, Sendable {
  /// 16 bytes.
  public static let length: Int = 16

  /// 0 to us, 1 broadcast, 2 multicast, 3 to another host, 4 from us.
  public var packetType: UInt16
  /// An ARPHRD_ value.
  public var hardwareType: UInt16
  /// How many bytes of `address` count; may be more than the 8 that there are.
  public var addressLength: Int
  /// The sender's link-layer address, left-aligned.
  public var address: UInt64
  /// What it carries.
  public var etherType: EtherType

  /// A header of these values.
  public init(
    packetType: UInt16, hardwareType: UInt16, addressLength: Int, address: UInt64, etherType: EtherType
  ) {
    self.packetType = packetType
    self.hardwareType = hardwareType
    self.addressLength = addressLength
    self.address = address
    self.etherType = etherType
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ bytes: Span<UInt8>, at offset: Int = 0) throws(WireError) {
    try WireError.require(16, of: bytes, at: offset, .linuxSLL)
    packetType = bytes.uint16(at: offset)
    hardwareType = bytes.uint16(at: offset + 2)
    addressLength = Int(bytes.uint16(at: offset + 4))
    address = bytes.uint64(at: offset + 6)
    etherType = EtherType(rawValue: bytes.uint16(at: offset + 14))
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: packetType)
    bytes.append(bigEndian: hardwareType)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: addressLength))
    bytes.append(bigEndian: address)
    bytes.append(bigEndian: etherType.rawValue)
  }
}
