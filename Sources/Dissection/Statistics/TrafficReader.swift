import Streams
import Wire

/// Finds the ends of packets; TCP and UDP in fragments are found when the packet is whole.
struct TrafficReader {
  let kind: TrafficKind
  private var fragments = FragmentAssembler()

  init(_ kind: TrafficKind) {
    self.kind = kind
  }

  mutating func packet(_ frame: Frame, _ bytes: Span<UInt8>) -> TrafficPacket? {
    if kind == .eth {
      guard frame.linkType == .ethernet, let header = try? EthernetHeader(bytes) else { return nil }
      return TrafficPacket(
        source: TrafficEnd(address: .ethernet(header.source), port: 0),
        destination: TrafficEnd(address: .ethernet(header.destination), port: 0))
    }
    // An IP packet counts as the one that is seen, a port as that of the packet in the tunnels.
    let headers = kind.hasPorts ? PacketHeaders(innermostOf: frame, bytes) : PacketHeaders(frame, bytes)
    guard kind.hasPorts, headers.isFragment else { return packet(headers, bytes) }
    guard let whole = fragments.join(headers, frame, bytes) else { return nil }
    return packet(PacketHeaders(innermostOf: whole.frame, whole.bytes.span), whole.bytes.span)
  }

  private func packet(_ headers: PacketHeaders, _ bytes: Span<UInt8>) -> TrafficPacket? {
    switch kind {
    case .tcp: guard headers.isTCP else { return nil }
    case .udp: guard headers.isUDP else { return nil }
    case .ip: guard headers.network == .ipv4 else { return nil }
    case .ipv6: guard headers.network == .ipv6 else { return nil }
    case .eth: return nil
    }
    guard let source = headers.source(in: bytes), let destination = headers.destination(in: bytes) else { return nil }
    let ports = kind.hasPorts
    return TrafficPacket(
      source: TrafficEnd(address: .internet(source), port: ports ? headers.sourcePort(in: bytes) ?? 0 : 0),
      destination: TrafficEnd(
        address: .internet(destination), port: ports ? headers.destinationPort(in: bytes) ?? 0 : 0),
      segment: kind == .tcp ? TCPSegment(headers, bytes) : nil)
  }
}
