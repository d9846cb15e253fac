package import Wire

/// The packets that the relay sends to the client itself: complete Ethernet frames, from the far side's interface.
package enum ClientReply {
  /// Why a destination cannot be reached.
  package enum Obstacle: CaseIterable, Hashable {
    case network
    case host
    case port
    case prohibited

    /// The codes of "destination unreachable" (RFC 792, RFC 1812 section 5.2.7.1; RFC 4443 section 3.1).
    fileprivate func code(isIPv6: Bool) -> UInt8 {
      switch self {
      case .network: 0
      case .host: isIPv6 ? 3 : 1
      case .port: isIPv6 ? 4 : 3
      case .prohibited: isIPv6 ? 1 : 13
      }
    }
  }

  /// The answer to a connection request for a port at which nobody listens (RFC 9293 section 3.5.2).
  /// - Parameter sequence: that of the SYN.
  package static func refusal(of request: HeldPacket, sequence: UInt32) -> [UInt8] {
    var segment: [UInt8] = []
    segment.append(bigEndian: request.destination.port)
    segment.append(bigEndian: request.source.port)
    segment.append(bigEndian: UInt32(0))
    segment.append(bigEndian: sequence &+ 1)
    // Five words of header; RST and ACK; no window, checksum or urgent data.
    segment += [0x50, 0x14, 0, 0, 0, 0, 0, 0]
    return frame(
      segment, protocolNumber: 6, checksumAt: 16, from: request.destination.address, to: request.source.address)
  }

  /// An echo reply.
  /// - Parameter message: the ICMP message that the destination sent. Its identifier is replaced.
  package static func echo(
    _ message: ArraySlice<UInt8>, identifier: UInt16, from destination: IPAddress, to client: IPAddress
  )
    -> [UInt8]
  {
    var message = Array(message)
    message[0] = destination.isIPv6 ? 129 : 0
    message.set(UInt16(0), at: 2)
    message.set(identifier, at: 4)
    return icmp(message, from: destination, to: client)
  }

  /// "Destination unreachable".
  /// - Parameters:
  ///   - packet: the client's IP packet that could not be delivered.
  ///   - sender: the router that says so, or the destination itself.
  package static func unreachable(
    _ obstacle: Obstacle, _ packet: ArraySlice<UInt8>, from sender: IPAddress, to client: IPAddress
  )
    -> [UInt8]
  {
    let isIPv6 = client.isIPv6
    var message: [UInt8] = [isIPv6 ? 1 : 3, obstacle.code(isIPv6: isIPv6), 0, 0, 0, 0, 0, 0]
    // As much as fits into 576 bytes (RFC 1812 section 4.3.2.3), or into the minimum MTU of IPv6.
    message += packet.prefix(isIPv6 ? 1280 - 48 : 576 - 28)
    return icmp(message, from: sender, to: client)
  }

  /// The start of a UDP packet of the client, for an error to quote.
  static func datagramStart(from client: Endpoint, to destination: Endpoint) -> [UInt8] {
    var segment: [UInt8] = []
    segment.append(bigEndian: client.port)
    segment.append(bigEndian: destination.port)
    segment.append(bigEndian: UInt16(8))
    segment.append(bigEndian: UInt16(0))
    let whole = frame(
      segment, protocolNumber: 17, checksumAt: nil, from: client.address, to: destination.address)
    return Array(whole[14...])
  }

  private static func icmp(_ message: [UInt8], from sender: IPAddress, to client: IPAddress) -> [UInt8] {
    frame(message, protocolNumber: client.isIPv6 ? 58 : 1, checksumAt: 2, from: sender, to: client)
  }

  /// Puts the headers of IP and Ethernet before a message, whose checksum is 0 so far, and completes the checksums.
  private static func frame(
    _ message: [UInt8], protocolNumber: UInt8, checksumAt: Int?, from sender: IPAddress, to client: IPAddress
  ) -> [UInt8] {
    var message = message
    var pseudoHeader: [UInt8] = sender.octets + client.octets
    pseudoHeader.append(bigEndian: UInt32(truncatingIfNeeded: message.count))
    pseudoHeader += [0, 0, 0, protocolNumber]
    if let checksumAt {
      var sum = InternetChecksum()
      // ICMP of IPv4 is the only one without a pseudo-header.
      if protocolNumber != 1 { sum.add(pseudoHeader.span, in: 0..<pseudoHeader.count) }
      sum.add(message.span, in: 0..<message.count)
      message.set(sum.value, at: checksumAt)
    }
    var frame: [UInt8] = []
    MACAddress.client.append(to: &frame)
    MACAddress.farSide.append(to: &frame)
    if sender.isIPv6 {
      frame.append(bigEndian: UInt16(0x86DD))
      frame += [0x60, 0, 0, 0]
      frame.append(bigEndian: UInt16(truncatingIfNeeded: message.count))
      frame += [protocolNumber, 64]
      frame += sender.octets + client.octets
    } else {
      frame.append(bigEndian: UInt16(0x0800))
      frame += [0x45, 0]
      frame.append(bigEndian: UInt16(truncatingIfNeeded: 20 + message.count))
      // No identification, "do not fragment", 64 hops.
      frame += [0, 0, 0x40, 0, 64, protocolNumber, 0, 0]
      frame += sender.octets + client.octets
      frame.set(InternetChecksum.of(frame.span, in: 14..<34), at: 24)
    }
    return frame + message
  }
}

extension IPAddress {
  /// Whether this is an IPv6 address.
  var isIPv6: Bool {
    if case .v6 = self { true } else { false }
  }
}
