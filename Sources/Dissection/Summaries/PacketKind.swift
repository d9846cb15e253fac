/// The kind of traffic that a packet is, by the highest protocol that was found in it: what colors of a packet list go by.
package enum PacketKind: String, Sendable {
  case dns, http, tls, tcp, reset, opening, closing, udp, icmp, arp, other
  /// An ICMP or ICMPv6 message that says that a packet did not arrive.
  case icmpError = "icmp_error"
}
