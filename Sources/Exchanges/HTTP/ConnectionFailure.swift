/// Why a client had nothing to send a request on.
public enum ConnectionFailure: Hashable, Sendable {
  /// The server has answered the SYN with a RST.
  case refused
  /// This many SYNs were not answered.
  case unanswered(attempts: Int)
  /// An ICMP error has answered the SYN, or the first datagram of QUIC.
  case rejected(ICMPRejection)
  /// The server has ended the connection with a RST after the handshake of TCP, before a request.
  case reset
  /// An alert of TLS, by its name, has ended the handshake (RFC 8446 section 6.2).
  case alert(by: HTTPParty, String)
  /// The connection ended before the handshake of TLS was complete.
  case handshakeCutShort(by: HTTPParty)
  /// This many first datagrams of QUIC were not answered.
  case initialUnanswered(datagrams: Int)
  /// The connection of QUIC was closed before its handshake was complete; the name of the code (RFC 9000 section 20).
  case closed(by: HTTPParty, String)
  /// The server speaks no version of QUIC that the client wants (RFC 9000 section 6).
  case versionNegotiation
  /// DNS says that there is no such name (RFC 2308 section 1: NXDOMAIN).
  case nameNotFound
  /// DNS cannot say; its response code.
  case nameServerFailed(UInt8)
  /// An ICMP error has answered the query.
  case nameServerRejected(ICMPRejection)
  /// This many queries were not answered.
  case nameUnanswered(queries: Int)

  /// One word for programs.
  public var word: String {
    switch self {
    case .refused: "refused"
    case .unanswered: "connect_unanswered"
    case .rejected: "connect_rejected"
    case .reset: "connect_reset"
    case .alert: "tls_alert"
    case .handshakeCutShort: "tls_cut_short"
    case .initialUnanswered: "quic_unanswered"
    case .closed: "quic_closed"
    case .versionNegotiation: "quic_version_negotiation"
    case .nameNotFound: "name_not_found"
    case .nameServerFailed: "name_server_failed"
    case .nameServerRejected: "name_server_rejected"
    case .nameUnanswered: "name_unanswered"
    }
  }

  /// Whether it was a name that was not resolved, so that there is no connection.
  public var isOfName: Bool {
    switch self {
    case .nameNotFound, .nameServerFailed, .nameServerRejected, .nameUnanswered: true
    default: false
    }
  }
}
