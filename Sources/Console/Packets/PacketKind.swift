import Wire

/// What a row's colour says.
enum PacketKind: String, Sendable {
  case dns, http, tls, tcp, reset, opening, closing, udp, icmp, arp, other

  static func of(_ frame: Frame, _ bytes: Span<UInt8>) -> PacketKind {
    let headers = PacketHeaders(frame, bytes)
    if headers.network == .arp { return .arp }
    guard headers.isIP else { return .other }
    if headers.transport == .icmp || headers.transport == .icmpv6 { return .icmp }
    guard headers.isTCP || headers.isUDP else { return .other }
    let start = headers.transportOffset
    let ports = [bytes.uint16(at: start), bytes.uint16(at: start + 2)]
    if ports.contains(53) || ports.contains(5353) { return .dns }
    guard headers.isTCP else { return ports.contains(443) ? .tls : .udp }
    let flags = TCPFlags(rawValue: bytes[start + 13])
    if flags.contains(.rst) { return .reset }
    if flags.contains(.syn) { return .opening }
    if flags.contains(.fin) { return .closing }
    if ports.contains(80) { return .http }
    return ports.contains(443) ? .tls : .tcp
  }
}
