/// The header of Linux "cooked" capture, version 2 (LINKTYPE_LINUX_SLL2): what the `any` device gives.
public struct LinuxSLL2Header: Hashable, Sendable {
  /// 20 bytes.
  public static let length: Int = 20

  /// What it carries.
  public var etherType: EtherType
  /// The number of the interface that it was captured on.
  public var interfaceIndex: UInt32
  /// An ARPHRD_ value.
  public var hardwareType: UInt16
  /// 0 to us, 1 broadcast, 2 multicast, 3 to another host, 4 from us.
  public var packetType: UInt8
  /// How many bytes of `address` count; may be more than the 8 that there are.
  public var addressLength: Int
  /// The sender's link-layer address, left-aligned.
  public var address: UInt64

  /// A header of these values.
  public init(
    etherType: EtherType, interfaceIndex: UInt32, hardwareType: UInt16, packetType: UInt8, addressLength: Int,
    address: UInt64
  ) {
    self.etherType = etherType
    self.interfaceIndex = interfaceIndex
    self.hardwareType = hardwareType
    self.packetType = packetType
    self.addressLength = addressLength
    self.address = address
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ bytes: Span<UInt8>, at offset: Int = 0) throws(WireError) {
    try WireError.require(20, of: bytes, at: offset, .linuxSLL2)
    etherType = EtherType(rawValue: bytes.uint16(at: offset))
    interfaceIndex = bytes.uint32(at: offset + 4)
    hardwareType = bytes.uint16(at: offset + 8)
    packetType = bytes[offset + 10]
    addressLength = Int(bytes[offset + 11])
    address = bytes.uint64(at: offset + 12)
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: etherType.rawValue)
    bytes.append(bigEndian: UInt16(0))
    bytes.append(bigEndian: interfaceIndex)
    bytes.append(bigEndian: hardwareType)
    bytes.append(packetType)
    bytes.append(UInt8(truncatingIfNeeded: addressLength))
    bytes.append(bigEndian: address)
  }
}
