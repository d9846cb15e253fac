/// What the client's first packets tell of a connection to everybody on the path: the ClientHello, which TLS sends in the clear, and QUIC under
/// keys that the packet itself holds (RFC 9001 section 5.2).
public struct ConnectionGreeting: Hashable, Sendable {
  /// Whether the connection is QUIC; otherwise it is TLS over TCP.
  public var isQUIC: Bool
  /// The server's name (SNI, RFC 6066 section 3); nil if there is none, or if the ClientHello is not complete yet.
  public var serverName: String?
  /// The protocols that the client offers (ALPN, RFC 7301). Which of them the server has chosen is encrypted.
  public var applicationProtocols: [String]

  /// A connection of which no ClientHello was seen has neither name nor protocols.
  public init(isQUIC: Bool, serverName: String? = nil, applicationProtocols: [String] = []) {
    self.isQUIC = isQUIC
    self.serverName = serverName
    self.applicationProtocols = applicationProtocols
  }
}
