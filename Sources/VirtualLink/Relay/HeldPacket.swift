package import Wire

/// A packet of the client that the relay answers for: what a connection begins or ends with, or an echo request.
package struct HeldPacket: Sendable {
  /// What the packet asks for.
  package enum Kind: Hashable, Sendable {
    /// A TCP segment with SYN and without ACK (RFC 9293 section 3.5).
    case connectionRequest(sequence: UInt32)
    /// A TCP reset.
    case reset
    /// An echo request (RFC 792, RFC 4443 section 4.1).
    case echo(identifier: UInt16)
  }

  package let kind: Kind
  /// Whose packet it is. The port of an echo request is 0.
  package let source: Endpoint
  package let destination: Endpoint
  /// The Ethernet frame, without anything behind the IP packet.
  let frame: [UInt8]
  /// Where the TCP or ICMP header is in the frame.
  let transportOffset: Int

  private static let networkOffset = 14

  /// Nil for every other packet, and for one that is not whole.
  package init?(_ bytes: Span<UInt8>) {
    guard let network = EthernetPayload(bytes), network.offset == Self.networkOffset else { return nil }
    let isIPv6 = network.isIPv6
    let headerLength = isIPv6 ? 40 : Int(bytes[Self.networkOffset] & 0x0F) * 4
    let transport = Self.networkOffset + headerLength
    let said = Int(bytes.uint16(at: Self.networkOffset + (isIPv6 ? 4 : 2))) + (isIPv6 ? 40 : 0)
    let end = Self.networkOffset + said
    guard headerLength >= 20, end <= bytes.count, end >= transport + 8 else { return nil }
    let source: IPAddress
    let destination: IPAddress
    if isIPv6 {
      source = .v6(IPv6Address(high: bytes.uint64(at: 22), low: bytes.uint64(at: 30)))
      destination = .v6(IPv6Address(high: bytes.uint64(at: 38), low: bytes.uint64(at: 46)))
    } else {
      source = .v4(IPv4Address(rawValue: bytes.uint32(at: 26)))
      destination = .v4(IPv4Address(rawValue: bytes.uint32(at: 30)))
    }
    switch (bytes[Self.networkOffset + (isIPv6 ? 6 : 9)], bytes[transport]) {
    case (6, _):
      guard end >= transport + 20 else { return nil }
      let flags = bytes[transport + 13] & 0x16
      guard flags == 0x02 || flags & 0x04 != 0 else { return nil }
      kind = flags == 0x02 ? .connectionRequest(sequence: bytes.uint32(at: transport + 4)) : .reset
      self.source = Endpoint(address: source, port: bytes.uint16(at: transport))
      self.destination = Endpoint(address: destination, port: bytes.uint16(at: transport + 2))
    case (1, 8) where !isIPv6, (58, 128) where isIPv6:
      kind = .echo(identifier: bytes.uint16(at: transport + 4))
      self.source = Endpoint(address: source, port: 0)
      self.destination = Endpoint(address: destination, port: 0)
    default: return nil
    }
    frame = Array(bytes.extracting(0..<end))
    transportOffset = transport
  }

  /// The TCP or ICMP header, and what follows it.
  package var transport: ArraySlice<UInt8> { frame[transportOffset...] }

  /// The IP packet.
  package var packet: ArraySlice<UInt8> { frame[Self.networkOffset...] }
}
