/// What starts a phase of a timeline. Times and events count from the moment at which the previous phase began.
public enum Trigger: Hashable, Sendable {
  /// This long after the previous phase began.
  case after(LinkDuration)
  /// A client asks for a TCP connection (its SYN has crossed the link).
  case syn
  /// A client's first packet of a QUIC connection has crossed the link (an Initial, RFC 9000 section 17.2.2).
  case quicInitial
  /// A client has completed the handshake of QUIC: its first 1-RTT packet has crossed the link (RFC 9001 section 5.7).
  case quicHandshake
  /// A request of HTTP/3 has crossed the link. Where the secrets are not known, this is 0-RTT data, or the first 1-RTT packet that is longer than
  /// acknowledgements are, of a client that offers `h3`.
  case h3Request
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
