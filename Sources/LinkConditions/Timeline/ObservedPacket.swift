/// What a timeline needs to know about a packet that has crossed the link. The payload is lent separately.
///
/// Report a packet when it leaves the link, not when it enters: "once the response has started" means that its first
/// bytes have reached the client.
public struct ObservedPacket: Sendable {
  /// What carries the payload.
  public enum Transport: Hashable, Sendable {
    /// TCP, with the sequence number of the payload's first byte (or of the SYN), and the flags that matter.
    case tcp(sequence: UInt32, isSYN: Bool, isACK: Bool, isPush: Bool)
    /// UDP.
    case udp
    /// Anything else: neighbour discovery, ICMP. It triggers nothing.
    case other
  }

  /// Where it goes.
  public var direction: LinkDirection
  /// A number for the conversation, the same in both directions and unique on the link.
  public var flow: UInt64
  /// What it carries.
  public var transport: Transport
  /// Whether this is a DNS query or response, which triggers nothing.
  public var isDNS: Bool
  /// What a datagram shows of QUIC, if it can be of QUIC.
  public var quic: VisibleQUIC?
  /// How its connection began, if that was seen.
  public var greeting: ConnectionGreeting?
  /// When it left the link.
  public var instant: LinkInstant

  /// A packet that crosses the link.
  public init(
    direction: LinkDirection, flow: UInt64, transport: Transport, isDNS: Bool = false, quic: VisibleQUIC? = nil,
    greeting: ConnectionGreeting? = nil, instant: LinkInstant
  ) {
    self.direction = direction
    self.flow = flow
    self.transport = transport
    self.isDNS = isDNS
    self.quic = quic
    self.greeting = greeting
    self.instant = instant
  }
}
