import TLS
import Wire

// Datagrams that a capture has joined: with segmentation offload, a host sees many of one length, and a last one that may be shorter, as
// one that is larger than any network carries.
extension QUICConnection {
  /// What is no longer than this is taken for one datagram.
  static let longestAlone = 1500
  /// No datagram that is joined with others is shorter.
  private static let shortestSegment = 64
  /// The lengths that implementations use where connection IDs do not tell, with the sizes of networks without IP and UDP headers.
  private static let usualSegments = [
    1200, 1252, 1350, 1452, 1472, 1232, 1250, 1280, 1312, 1330, 1357, 1370, 1378, 1380, 1392, 1400, 1410, 1412, 1420,
    1424, 1430, 1432, 1440,
    1444, 1450, 1460, 1464, 1492,
  ]

  /// Where a packet with a short header ends, which takes all that follows unless that is several datagrams.
  ///
  /// - Parameter isJoined: whether the datagram was found to be several.
  func segmentEnd(
    _ header: QUICPacketHeader, _ bytes: Span<UInt8>, _ side: TLSSide, isJoined: Bool, _ opener: inout PacketOpener
  ) -> Int {
    let whole = header.end
    // All but the last one have the same length.
    if isJoined { return min(whole, header.start + segmentLengths[side]) }
    if segmentLengths[side] > 0, opens(header, segmentLengths[side], bytes, side, &opener) {
      return header.start + segmentLengths[side]
    }
    if let length = repeatedLength(header, bytes) {
      segmentLengths[side] = length
      return header.start + length
    }
    guard keys.application[side] != nil, header.destinationID.isEmpty else { return whole }
    for length in Self.usualSegments where opens(header, length, bytes, side, &opener) {
      segmentLengths[side] = length
      return header.start + length
    }
    return whole
  }

  /// The distance at which the first bytes with the connection ID come again and again, to the end.
  private func repeatedLength(_ header: QUICPacketHeader, _ bytes: Span<UInt8>) -> Int? {
    // By chance, four bytes are the same once in four billion places.
    guard header.destinationID.count >= 4 else { return nil }
    for length in Self
      .shortestSegment...max(Self.shortestSegment, min(Self.longestAlone, header.end - header.start - 1))
    {
      var place = header.start + length
      while place < header.end, isBeginning(header, bytes, place) { place += length }
      if place >= header.end { return length }
    }
    return nil
  }

  private func isBeginning(_ header: QUICPacketHeader, _ bytes: Span<UInt8>, _ place: Int) -> Bool {
    guard bytes[place] & (greasesFixedBit ? 0x80 : 0xC0) == (greasesFixedBit ? 0 : 0x40),
      header.end - place > header.destinationID.count,
      // Most places differ in the first byte of the ID.
      bytes[place + 1] == bytes[header.start + 1]
    else { return false }
    return QUICConnectionID(bytes, place + 1..<place + 1 + header.destinationID.count) == header.destinationID
  }

  /// Whether the first bytes of some length are an authentic packet.
  private func opens(
    _ header: QUICPacketHeader, _ length: Int, _ bytes: Span<UInt8>, _ side: TLSSide, _ opener: inout PacketOpener
  ) -> Bool {
    guard let keys = keys.application[side]?.current, header.start + length <= header.end else { return false }
    var header = header
    header.end = header.start + length
    guard let unmasked = PacketOpener.unmask(header, bytes, keys, largest: largest[side].application) else {
      return false
    }
    return opener.open(header, unmasked, bytes, keys)
  }
}
