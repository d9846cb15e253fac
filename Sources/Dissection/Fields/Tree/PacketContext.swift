import Wire

/// What the layers of a packet tell the ones above them.
struct PacketContext {
  /// The addresses of the innermost IP header.
  var source: IPAddress?
  var destination: IPAddress?
  var sourcePort: UInt16 = 0
  var destinationPort: UInt16 = 0
  /// Whether this is part of a packet that an ICMP error quotes.
  var isQuoted = false
  /// Whether it is ICMP's error that quotes it, not ICMPv6's.
  var isQuotedByICMP: Bool {
    if case .v4 = source { isQuoted } else { false }
  }
  /// The stream of HTTP/2 whose body is at hand, 0 for a body of HTTP/1; nil elsewhere.
  var bodyStream: UInt32?
  /// Where the network packet ends, which leaves out Ethernet padding.
  var networkEnd: Int?
  /// Whether there are VLAN tags around the packet.
  var isTagged = false
  /// The layers entered so far: encapsulation within encapsulation has an end.
  var nesting = 0
  /// Whether the bytes at hand are fewer than the headers promise because the capture was cut.
  var isCut = false

  /// How many protocols may lie in each other.
  static let deepest = 24
}
