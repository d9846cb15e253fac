import LinkConditions
import Wire

extension LinkPacket {
  /// What the emulator needs to know about an Ethernet frame. A malformed frame becomes an ordinary packet of unknown
  /// kind.
  /// - Parameter hashesFlow: whether the emulator needs to know the packet's flow.
  init(handle: Int32, frame: Span<UInt8>, hashesFlow: Bool = false) {
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
      isDNSQuery: Self.isDNSQuery(frame, network), isECNCapable: Self.isECNCapable(frame, network),
      flow: hashesFlow ? Self.flow(frame, network) : 0)
  }

  /// A hash (FNV-1a) of the addresses, the protocol and, except for fragments, the ports.
  private static func flow(_ frame: Span<UInt8>, _ network: EthernetPayload) -> UInt32 {
    let start = network.offset
    let (addresses, kind, transport) =
      network.isIPv6
      ? (start + 8..<start + 40, frame[start + 6], start + 40)
      : (start + 12..<start + 20, frame[start + 9], start + Int(frame[start] & 0x0F) * 4)
    var hash: UInt32 = 2_166_136_261
    func mix(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    for index in addresses { mix(frame[index]) }
    mix(kind)
    let isFragment = !network.isIPv6 && (frame[start + 6] & 0x3F | frame[start + 7]) != 0
    let hasPorts = kind == 6 || kind == 17 || kind == 132
    if hasPorts, !isFragment, transport + 4 <= frame.count {
      for index in transport..<transport + 4 { mix(frame[index]) }
    }
    return hash
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
    return bits != 0
  }
}
