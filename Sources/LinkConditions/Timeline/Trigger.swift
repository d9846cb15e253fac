/// What starts a phase of a timeline. All are counted and seen from the moment at which the phase before it began.
public enum Trigger: Hashable, Sendable {
  /// So long after the phase before it began.
  case after(LinkDuration)
  /// A client asks for a TCP connection (its SYN has crossed the link).
  case syn
  /// The first bytes of a request have crossed the link.
  case request
  /// The first line of an HTTP/1 request in the clear that matches has crossed the link.
  case http(RequestPattern)
  /// All that the client wrote at once for a request has crossed the link: the segment with the push flag has.
  case requestSent
  /// The first bytes of a response have reached the client.
  case responseStarted
  /// So many bytes of payload have crossed in a direction, in TCP and UDP; DNS does not count.
  case bytes(UInt64, LinkDirection)
  /// Nothing has crossed for so long, after something had.
  case idle(LinkDuration)
}
