public import Wire

extension Frame {
  /// The frame's direction from the capture or, failing that, from its cooked header.
  public func direction(_ bytes: Span<UInt8>) -> Direction {
    direction == .unknown ? Direction(cookedHeader: bytes, linkType) : direction
  }
}

extension Frame.Direction {
  /// The direction in the packet type of a Linux cooked header.
  init(cookedHeader bytes: Span<UInt8>, _ linkType: LinkType) {
    let at: Int
    switch linkType {
    case .linuxSLL: at = 1
    case .linuxSLL2: at = 10
    default:
      self = .unknown
      return
    }
    guard bytes.count > at else {
      self = .unknown
      return
    }
    // PACKET_OUTGOING is 4; 0 to 3 are PACKET_HOST, BROADCAST, MULTICAST and OTHERHOST.
    self = bytes[at] == 4 ? .outbound : bytes[at] < 4 ? .inbound : .unknown
  }
}
