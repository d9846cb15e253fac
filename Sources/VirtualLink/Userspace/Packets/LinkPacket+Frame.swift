import LinkConditions
import Wire

extension LinkPacket {
  /// What the emulator needs to know about an Ethernet frame. A malformed frame becomes an ordinary packet of unknown
  /// kind.
  init(handle: Int32, frame: Span<UInt8>) {
    let length = Int32(truncatingIfNeeded: frame.count)
    guard let network = EthernetPayload(frame) else {
      self.init(handle: handle, frameLength: length, ipLength: max(0, length - 14))
      return
    }
    // Use the length in the datagram's header, because the frame can be padded, but never more than the bytes that
    // are present.
    let present = frame.count - network.offset
    let said = Self.datagramLength(frame, network)
    self.init(
      handle: handle, frameLength: length,
      ipLength: Int32(truncatingIfNeeded: said == 0 ? present : min(said, present)),
      isDNSQuery: Self.isDNSQuery(frame, network), isECNCapable: Self.isECNCapable(frame, network))
  }

  private static func datagramLength(_ frame: Span<UInt8>, _ network: EthernetPayload) -> Int {
    let field = network.offset + (network.isIPv6 ? 4 : 2)
    let value = Int(frame[field]) << 8 | Int(frame[field + 1])
    // An IPv6 payload length of 0 is a jumbogram or a large send (RFC 2675).
    return network.isIPv6 && value > 0 ? value + 40 : value
  }

  private static func isDNSQuery(_ frame: Span<UInt8>, _ network: EthernetPayload) -> Bool {
    let transport: Int
    if network.isIPv6 {
      guard frame[network.offset + 6] == 17 else { return false }
      transport = network.offset + 40
    } else {
      let fragmentOffset = Int(frame[network.offset + 6] & 0x1F) << 8 | Int(frame[network.offset + 7])
      guard frame[network.offset + 9] == 17, fragmentOffset == 0 else { return false }
      transport = network.offset + Int(frame[network.offset] & 0x0F) * 4
    }
    guard transport + 4 <= frame.count else { return false }
    return frame[transport + 2] == 0 && frame[transport + 3] == 53
  }

  private static func isECNCapable(_ frame: Span<UInt8>, _ network: EthernetPayload) -> Bool {
    let bits = network.isIPv6 ? frame[network.offset + 1] >> 4 & 3 : frame[network.offset + 1] & 3
    return bits == 1 || bits == 2
  }
}
