/// Something that a client puts on the wire.
public struct WireEvent: Sendable, Hashable, Codable {
  /// What it is.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A DNS query.
    case query
    /// A TCP connection request, or its retransmission.
    case syn
    /// The handshake of TLS, or of QUIC.
    case handshake
    /// A request of HTTP.
    case request

    /// Its place among all kinds.
    var index: Int {
      switch self {
      case .query: 0
      case .syn: 1
      case .handshake: 2
      case .request: 3
      }
    }
  }

  /// What it is.
  public var kind: Kind
  /// When it leaves the client, in seconds since the beginning of the attempt.
  public var offset: Double

  /// An event that leaves the client `offset` seconds after the beginning of its attempt.
  public init(_ kind: Kind, at offset: Double) {
    self.kind = kind
    self.offset = offset
  }
}
