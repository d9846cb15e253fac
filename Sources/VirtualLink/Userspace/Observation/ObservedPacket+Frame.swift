public import LinkConditions
import Wire

extension ObservedPacket {
  /// What a timeline needs to know about an Ethernet frame that leaves the link, and the range of its payload.
  /// - Parameters:
  ///   - clientPort: the source's own port, if the frame shows a translated one.
  ///   - greeting: how its connection began, if that is known.
  public static func read(
    _ frame: Span<UInt8>, direction: LinkDirection, instant: LinkInstant, clientPort: UInt16? = nil,
    greeting: ConnectionGreeting? = nil
  ) -> (packet: ObservedPacket, payload: Range<Int>) {
    let headers = PacketHeaders(frame, linkType: .ethernet)
    guard var source = headers.sourceEndpoint(in: frame), let destination = headers.destinationEndpoint(in: frame)
    else { return (ObservedPacket(direction: direction, flow: 0, transport: .other, instant: instant), 0..<0) }
    if let clientPort { source.port = clientPort }
    var transport = Transport.other
    if let tcp = headers.tcp(in: frame) {
      transport = .tcp(
        sequence: tcp.sequence, isSYN: tcp.flags.contains(.syn), isACK: tcp.flags.contains(.ack),
        isPush: tcp.flags.contains(.psh))
    } else if headers.isUDP {
      transport = .udp
    }
    let quic =
      headers.isUDP
      ? VisibleQUIC(frame.extracting(headers.payload), isKnown: greeting?.isQUIC == true) : nil
    let packet = ObservedPacket(
      direction: direction, flow: flow(between: source, and: destination, isTCP: headers.isTCP), transport: transport,
      isDNS: headers.isUDP && (source.port == 53 || destination.port == 53),
      quic: quic, greeting: greeting, instant: instant)
    return (packet, headers.payload)
  }

  /// A number that is the same for both directions of a conversation.
  private static func flow(between one: Endpoint, and other: Endpoint, isTCP: Bool) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(min(one, other))
    hasher.combine(max(one, other))
    hasher.combine(isTCP)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
