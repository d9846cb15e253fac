import LinkConditions
import Wire

extension PacketFacts {
  /// What a selector needs to know about an Ethernet frame whose headers are these.
  init(_ headers: PacketHeaders, _ frame: Span<UInt8>, _ direction: LinkDirection) {
    self.init(direction: direction)
    guard headers.isIP, headers.stop != .malformed else { return }
    ipProtocol = headers.transport.rawValue
    // A later fragment has addresses but no ports.
    let offset = headers.networkOffset + (headers.network == .ipv4 ? 12 : 8)
    let length = headers.network == .ipv4 ? 4 : 16
    let place = direction == .uplink ? offset + length : offset
    guard place + length <= frame.count else { return }
    farAddress =
      headers.network == .ipv4
      ? .v4(IPv4Address(rawValue: frame.uint32(at: place)))
      : .v6(IPv6Address(high: frame.uint64(at: place), low: frame.uint64(at: place + 8)))
    guard headers.isTCP || headers.isUDP else { return }
    farPort = frame.uint16(at: headers.transportOffset + (direction == .uplink ? 2 : 0))
  }
}
