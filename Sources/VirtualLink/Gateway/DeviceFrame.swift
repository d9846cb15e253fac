import Wire

/// What a gateway needs to know of an Ethernet frame (IEEE 802.3 section 3) to find its device.
struct DeviceFrame: Equatable {
  let destination: MACAddress
  let source: MACAddress
  /// The address of IPv4 or IPv6 that it was sent from, if it says which host the sender is.
  let sender: IPAddress?

  /// The address of IPv4 or IPv6 that it is for.
  let receiver: IPAddress?

  /// Nil if the bytes are too short for a frame.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 14 else { return nil }
    func address(at offset: Int) -> MACAddress {
      MACAddress(rawValue: UInt64(bytes.uint16(at: offset)) << 32 | UInt64(bytes.uint32(at: offset + 2)))
    }
    destination = address(at: 0)
    source = address(at: 6)
    sender = Self.sender(bytes)
    receiver =
      switch bytes.uint16(at: 12) {
      case 0x0800 where bytes.count >= 34: .v4(IPv4Address(rawValue: bytes.uint32(at: 30)))
      case 0x86DD where bytes.count >= 54: .v6(Self.address6(bytes, at: 38))
      default: nil
      }
  }

  /// The source of an IP packet. "This host" (0.0.0.0, ::) is nobody's own address.
  private static func sender(_ bytes: Span<UInt8>) -> IPAddress? {
    switch bytes.uint16(at: 12) {
    case 0x0800 where bytes.count >= 34:
      let address = IPv4Address(rawValue: bytes.uint32(at: 26))
      return address.rawValue == 0 ? nil : .v4(address)
    case 0x86DD where bytes.count >= 54:
      let address = address6(bytes, at: 22)
      if address != .any { return .v6(address) }
      // Whoever asks whether others have an address is about to use it (RFC 4862 section 5.4.2).
      let isSolicitation = bytes.count >= 78 && bytes[20] == 58 && bytes[54] == 135
      return isSolicitation ? .v6(address6(bytes, at: 62)) : nil
    default: return nil
    }
  }

  private static func address6(_ bytes: Span<UInt8>, at offset: Int) -> IPv6Address {
    IPv6Address(high: bytes.uint64(at: offset), low: bytes.uint64(at: offset + 8))
  }
}
