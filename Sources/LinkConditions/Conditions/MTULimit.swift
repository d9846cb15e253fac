/// The longest IP datagram that a link carries.
public struct MTULimit: Hashable, Sendable {
  /// What every IPv4 link must carry (RFC 791 section 3.2).
  public static let least: UInt16 = 68

  /// The length of the IP datagram in bytes, including its header.
  public var bytes: UInt16
  /// Whether the sender of a longer datagram that must not be fragmented gets an ICMP error ("fragmentation needed",
  /// RFC 1191; "packet too big", RFC 8201). If not, such packets vanish: a "black hole" for path MTU discovery.
  public var answers: Bool

  /// - Parameters:
  ///   - bytes: the longest IP packet that crosses.
  ///   - answers: whether the sender is told (RFC 1191, RFC 8201).
  public init(bytes: UInt16, answers: Bool = true) {
    self.bytes = max(Self.least, bytes)
    self.answers = answers
  }
}
