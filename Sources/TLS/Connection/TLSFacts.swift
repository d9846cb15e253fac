/// What the handshake of a connection has said so far.
public struct TLSFacts: Hashable, Sendable {
  /// How a session was taken up again.
  public enum Resumption: Hashable, Sendable {
    /// By a session ID or a ticket (RFC 5246 section 7.3, RFC 5077).
    case session
    /// By a pre-shared key (RFC 8446 section 2.2).
    case preSharedKey
  }

  /// What became of data before the handshake ended (RFC 8446 section 4.2.10).
  public enum EarlyData: Hashable, Sendable {
    /// The client offered it; the server took it, or did not.
    case offered, accepted, rejected
    /// Offered, but the answer could not be read.
    case unknown
  }

  /// The random number of the first ClientHello, by which key logs find their secrets.
  public var clientRandom: ClientRandom?
  /// The name that the client asked for.
  public var serverName: String?
  /// The client's ALPN protocols, most wanted first.
  public var offeredProtocols: [String] = []
  /// The application protocol that the server selected. In TLS 1.3 it is encrypted.
  public var selectedProtocol: String?
  /// The version that the server chose.
  public var version: ProtocolVersion?
  /// The cipher suite that the server chose.
  public var cipherSuite: CipherSuite?
  /// The group of the key exchange, a code of `RegisteredNames.tlsSupportedGroups`.
  public var group: UInt16?
  /// How an earlier session was resumed; nil if it was not.
  public var resumption: Resumption?
  /// Nil if the client offered none.
  public var earlyData: EarlyData?
  /// Whether the server asked for another ClientHello (RFC 8446 section 4.1.4).
  public var hasHelloRetryRequest = false
  /// Whether the ClientHello has the extension of encrypted hellos. The name in it may then be that of a front.
  public var offersEncryptedClientHello = false
  /// Whether both ends use the extended master secret (RFC 7627).
  public var hasExtendedMasterSecret = false
  /// RFC 7366.
  public var encryptsThenAuthenticates = false
  /// The handshakes after the first (RFC 5246 section 7.4.1.1).
  public var renegotiations = 0

  /// The offsets of the first ClientHello's records in the client's stream.
  public var clientHello: Range<Int64>?
  /// The offsets of the ServerHello's records in the server's stream.
  public var serverHello: Range<Int64>?
  /// The offsets of each Finished in the stream of its side; nil if it could not be read.
  public var clientFinished: Range<Int64>?
  /// Where the server's Finished is in its stream.
  public var serverFinished: Range<Int64>?

  /// Nothing is known yet.
  public init() {}
}
