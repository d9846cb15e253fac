public import LinkConditions
import QUIC
import Wire

extension VisibleQUIC {
  /// Goes through the packets of a datagram as far as their headers are in the clear.
  ///
  /// - Returns: nil if it cannot be of QUIC: the fixed bit is 0 (RFC 9000 section 17.2), or its version is not read.
  public init?(_ datagram: Span<UInt8>) {
    self.init(datagram, isKnown: false)
  }

  /// - Parameter isKnown: whether it belongs to a connection of QUIC, whose ends may clear the fixed bit (RFC 9287).
  init?(_ datagram: Span<UInt8>, isKnown: Bool) {
    guard datagram.count > 0, datagram[0] & 0x40 != 0 || isKnown else { return nil }
    self.init()
    var place = 0
    // Some pad datagrams after the last packet.
    while place < datagram.count, place == 0 || datagram[place] & (isKnown ? 0xC0 : 0x40) != 0 {
      guard datagram[place] & 0x80 != 0 else {
        protectedLength = datagram.count - place
        return
      }
      guard let header = try? QUICPacketHeader(long: datagram, at: place, greasesFixedBit: isKnown),
        header.version?.isRead == true
      else {
        if place == 0 { return nil }
        return
      }
      switch header.type {
      case .initial: hasInitial = true
      case .zeroRTT: hasEarlyData = true
      default: break
      }
      guard header.end > place else { return }
      place = header.end
    }
  }
}
