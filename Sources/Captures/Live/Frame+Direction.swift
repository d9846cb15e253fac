public import Wire

extension Frame {
  /// Which way the frame went: as its capture says, or else as its cooked header does.
  public func direction(_ bytes: Span<UInt8>) -> Direction {
    direction == .unknown ? Direction(cookedHeader: bytes, linkType) : direction
  }
}

extension Frame.Direction {
  /// What the packet type of a Linux cooked header says.
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
    // PACKET_OUTGOING is 4; 0 to 3 are for us, for all, for some and for others.
    self = bytes[at] == 4 ? .outbound : bytes[at] < 4 ? .inbound : .unknown
  }
}
