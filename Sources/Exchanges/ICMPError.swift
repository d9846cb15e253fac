import Streams
public import Wire

/// An ICMP or ICMPv6 error by which somebody on the path says that a packet was not delivered (RFC 792, RFC 4443 sections 3.1 and 3.3).
struct ICMPError {
  /// The words for it, and who sent it.
  let rejection: ICMPRejection
  /// The protocol and the ends of the packet that was not delivered.
  let transport: IPProtocol
  let source: Endpoint
  let destination: Endpoint

  /// Nil if a packet is not such an error, or does not say which packet it is about.
  init?(_ headers: PacketHeaders, _ bytes: Span<UInt8>) {
    guard headers.isIP, headers.transport == .icmp || headers.transport == .icmpv6,
      let message = try? ICMPHeader(bytes, at: headers.transportOffset),
      let name = Self.name(message, isIPv6: headers.transport == .icmpv6), let sender = headers.source(in: bytes)
    else { return nil }
    let start = headers.transportOffset + ICMPHeader.length
    guard start < bytes.count else { return nil }
    let quoted = bytes.extracting(start..<bytes.count)
    let inner = PacketHeaders(quoted, linkType: .raw)
    // Only the first eight bytes of what follows IP are certain to be there (RFC 792).
    guard inner.isIP, inner.transport == .tcp || inner.transport == .udp, quoted.count >= inner.transportOffset + 4,
      let from = inner.source(in: quoted), let to = inner.destination(in: quoted)
    else { return nil }
    transport = inner.transport
    source = Endpoint(address: from, port: quoted.uint16(at: inner.transportOffset))
    destination = Endpoint(address: to, port: quoted.uint16(at: inner.transportOffset + 2))
    rejection = ICMPRejection(reason: name, sender: sender)
  }

  private static func name(_ message: ICMPHeader, isIPv6: Bool) -> String? {
    switch (isIPv6, message.type) {
    // A packet that is too big is sent again in smaller ones (RFC 1191).
    case (false, 3): message.code == 4 ? nil : unreachable[message.code] ?? "destination unreachable"
    case (true, 1): unreachableIPv6[message.code] ?? "destination unreachable"
    case (false, 11), (true, 3): message.code == 0 ? "time to live exceeded" : nil
    default: nil
    }
  }

  /// The codes of "destination unreachable" (RFC 792, RFC 1122 section 3.2.2.1, RFC 1812 section 5.2.7.1).
  private static let unreachable: [UInt8: String] = [
    0: "network unreachable", 1: "host unreachable", 2: "protocol unreachable", 3: "port unreachable",
    5: "source route failed", 6: "network unknown", 7: "host unknown", 8: "source host isolated",
    9: "network administratively prohibited", 10: "host administratively prohibited",
    11: "network unreachable for this type of service", 12: "host unreachable for this type of service",
    13: "communication administratively prohibited", 14: "host precedence violation", 15: "precedence cutoff",
  ]

  /// The same of ICMPv6 (RFC 4443 section 3.1).
  private static let unreachableIPv6: [UInt8: String] = [
    0: "no route to destination", 1: "communication administratively prohibited", 2: "beyond scope of source address",
    3: "address unreachable", 4: "port unreachable", 5: "source address failed policy",
    6: "reject route to destination",
  ]
}

/// The refusal of a packet by ICMP or ICMPv6.
public struct ICMPRejection: Hashable, Sendable {
  /// The meaning of its type and code: `port unreachable`.
  public let reason: String
  /// The address of the host or router that sent it.
  public let sender: IPAddress
}
