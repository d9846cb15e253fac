/// What a timeline needs to know of a packet that has crossed the link; its payload is lent beside it.
///
/// Report a packet when it leaves the link, not when it enters: "once the response has started" means that its first
/// bytes have reached the client.
public struct ObservedPacket: Sendable {
  /// What carries the payload.
  public enum Transport: Hashable, Sendable {
    /// TCP: the sequence number of the payload's first byte (of the SYN, if it is one), and the flags that matter.
    case tcp(sequence: UInt32, isSYN: Bool, isACK: Bool, isPush: Bool)
    case udp
    /// Anything else: neighbour discovery, ICMP. It triggers nothing.
    case other
  }

  public var direction: LinkDirection
  /// The same for both directions of a conversation, and for no other of the link's.
  public var flow: UInt64
  public var transport: Transport
  /// Whether this is a DNS query or response, which triggers nothing.
  public var isDNS: Bool
  /// When it left the link.
  public var instant: LinkInstant

  public init(
    direction: LinkDirection, flow: UInt64, transport: Transport, isDNS: Bool = false, instant: LinkInstant
  ) {
    self.direction = direction
    self.flow = flow
    self.transport = transport
    self.isDNS = isDNS
    self.instant = instant
  }
}
