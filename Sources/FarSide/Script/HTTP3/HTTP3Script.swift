import CQUICServer

/// What a server does with clients that speak HTTP/3 (RFC 9114), and how it keeps to QUIC (RFC 9000).
public struct HTTP3Script: Sendable, Hashable {
  /// How the port answers a client's first datagram.
  public enum Listening: String, Sendable, CaseIterable {
    /// Connections are accepted.
    case accept
    /// Nothing listens: a datagram is answered with "port unreachable" of ICMP.
    case refuse
    /// Nothing is answered.
    case never
  }

  /// The lists of steps, as in ``HTTP2Script``; nil for the demo service.
  public var acts: ServerScript.Acts?
  public var listening: Listening
  /// Whether a client has to show its address by repeating the token of a Retry (RFC 9000 section 8.1.2).
  public var asksForRetry: Bool
  /// The versions that the server says that it speaks (section 6); nil for what it does speak. Who asks for another gets the list.
  public var versions: [UInt32]?
  /// Whether requests in 0-RTT are taken (RFC 9001 section 4.6.2).
  public var takesEarlyData: Bool
  /// After how many nanoseconds without packets a connection is forgotten (RFC 9000 section 10.1); 0 for never.
  public var idleTimeout: Int64
  /// How many requests a client may have open at a time (section 4.6).
  public var mostStreams: Int
  /// What it shows instead of what the port shows over TCP.
  public var certificate: ServedCertificate?
  /// Whether the far side fails without the libraries of QUIC. Otherwise nothing listens then.
  public var isRequired = true

  public init(
    acts: ServerScript.Acts? = nil, listening: Listening = .accept, asksForRetry: Bool = false,
    versions: [UInt32]? = nil, takesEarlyData: Bool = true, idleTimeout: Int64 = 30_000_000_000, mostStreams: Int = 100,
    certificate: ServedCertificate? = nil
  ) {
    self.acts = acts
    self.listening = listening
    self.asksForRetry = asksForRetry
    self.versions = versions
    self.takesEarlyData = takesEarlyData
    self.idleTimeout = idleTimeout
    self.mostStreams = mostStreams
    self.certificate = certificate
  }
}

extension HTTP3Script {
  /// How much a client may send beyond what was read, in bytes.
  private static let window: UInt64 = 1 << 20

  var settings: hw_quic_settings {
    hw_quic_settings(
      idle_timeout: UInt64(max(0, idleTimeout)), most_streams: UInt64(max(0, mostStreams)),
      stream_window: Self.window, connection_window: 4 * Self.window, most_payload: 0, probes_path: true)
  }
}
