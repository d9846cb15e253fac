/// The longest IP datagram that a link carries.
public struct MTULimit: Hashable, Sendable {
  /// What every IPv4 link must carry (RFC 791 section 3.2).
  public static let least: UInt16 = 68

  /// The bytes of the IP datagram, its header included.
  public var bytes: UInt16
  /// Whether the sender of a longer one that must not be fragmented is told (ICMP "fragmentation needed", RFC 1191;
  /// ICMPv6 "packet too big", RFC 8201). If not, such packets vanish: a "black hole" for path MTU discovery.
  public var answers: Bool

  public init(bytes: UInt16, answers: Bool = true) {
    self.bytes = max(Self.least, bytes)
    self.answers = answers
  }
}
