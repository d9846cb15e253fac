/// What starts a phase of a timeline. Times and events count from the moment at which the previous phase began.
public enum Trigger: Hashable, Sendable {
  /// This long after the previous phase began.
  case after(LinkDuration)
  /// A client asks for a TCP connection (its SYN has crossed the link).
  case syn
  /// The first bytes of a request have crossed the link.
  case request
  /// The first line of a matching HTTP request has crossed the link: HTTP/1 in the clear, or what is revealed of TLS and HTTP/2.
  case http(RequestPattern)
  /// Everything that the client wrote at once for a request has crossed the link, that is, the segment with the push
  /// flag.
  case requestSent
  /// The first bytes of a response have reached the client.
  case responseStarted
  /// This many bytes of TCP and UDP payload have crossed in a direction, without DNS.
  case bytes(UInt64, LinkDirection)
  /// Nothing has crossed for this long, after something had.
  case idle(LinkDuration)
}
