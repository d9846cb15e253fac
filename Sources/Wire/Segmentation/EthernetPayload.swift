/// Where the IP header of an Ethernet frame is, past any 802.1Q and 802.1ad tags.
public struct EthernetPayload: Equatable, Sendable {
  /// Where the IP header begins.
  public let offset: Int
  /// Whether it is IPv6; otherwise it is IPv4.
  public let isIPv6: Bool

  /// Nil if the frame contains no IP packet, or not its whole fixed header.
  @inlinable
  public init?(_ frame: Span<UInt8>) {
    var typeOffset = 12
    while typeOffset + 2 <= frame.count {
      let type = UInt16(frame[typeOffset]) << 8 | UInt16(frame[typeOffset + 1])
      switch type {
      case 0x8100, 0x88A8:
        typeOffset += 4
        continue
      case 0x0800 where frame.count >= typeOffset + 22 && frame[typeOffset + 2] >> 4 == 4:
        self.init(offset: typeOffset + 2, isIPv6: false)
      case 0x86DD where frame.count >= typeOffset + 42 && frame[typeOffset + 2] >> 4 == 6:
        self.init(offset: typeOffset + 2, isIPv6: true)
      default: return nil
      }
      return
    }
    return nil
  }

  @usableFromInline
  init(offset: Int, isIPv6: Bool) {
    self.offset = offset
    self.isIPv6 = isIPv6
  }
}
