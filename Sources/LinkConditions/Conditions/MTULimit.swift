/// The longest IP datagram that a link carries.
public struct MTULimit: Hashable, Sendable {
  /// What every IPv4 link must carry (RFC 791 section 3.2).
  public static let least: UInt16 = 68

  /// The length of the IP datagram in bytes, including its header.
  public var bytes: UInt16
  /// Whether the sender of a longer datagram that must not be fragmented gets an ICMP error ("fragmentation needed",
  /// RFC 1191; "packet too big", RFC 8201). If not, such packets vanish: a "black hole" for path MTU discovery.
  public var answers: Bool

  public init(bytes: UInt16, answers: Bool = true) {
    self.bytes = max(Self.least, bytes)
    self.answers = answers
  }
}
