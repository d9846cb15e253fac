package import Streams
public import Wire

extension QUICDatagram {
  /// The UDP datagram of a frame; nil if there is none, or only a fragment of one.
  ///
  /// - Parameters:
  ///   - headers: the frame's headers.
  ///   - bytes: the frame's captured bytes. The payload is at `headers.payload`.
  public init?(_ frame: Frame, _ headers: PacketHeaders, _ bytes: Span<UInt8>) {
    self.init(headers, bytes, PacketMark(frame))
  }

  /// The datagram of a frame's innermost headers, whose payload is at `headers.payload`; nil if they are not those of UDP, or
  /// of a fragment.
  ///
  /// - Parameter bytes: those that the headers were found in.
  package init?(_ headers: PacketHeaders, _ bytes: Span<UInt8>, _ packet: PacketMark) {
    let first = headers.networkOffset
    guard headers.isUDP, !headers.isFragment, first + 2 <= bytes.count,
      let source = headers.sourceEndpoint(in: bytes), let destination = headers.destinationEndpoint(in: bytes)
    else { return nil }
    let trafficClass = headers.network == .ipv6 ? bytes[first + 1] >> 4 : bytes[first + 1]
    self.init(
      source: source, destination: destination, packet: packet, congestionMark: trafficClass & 3,
      isCut: headers.payload.count < headers.payloadLength)
  }
}
