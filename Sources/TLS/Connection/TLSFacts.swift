/// What the handshake of a connection has said so far.
public struct TLSFacts: Hashable, Sendable {
  /// How a session was taken up again.
  public enum Resumption: Hashable, Sendable {
    /// By a session ID or a ticket (RFC 5246 section 7.3, RFC 5077).
    case session
    /// By a pre-shared key (RFC 8446 section 2.2).
    case preSharedKey
  }

  public enum EarlyData: Hashable, Sendable {
    case offered, accepted, rejected
    /// Offered, but the answer could not be read.
    case unknown
  }

  public var clientRandom: ClientRandom?
  /// The name that the client asked for.
  public var serverName: String?
  public var offeredProtocols: [String] = []
  /// The application protocol that the server selected. In TLS 1.3 it is encrypted.
  public var selectedProtocol: String?
  public var version: ProtocolVersion?
  public var cipherSuite: CipherSuite?
  /// The group of the key exchange, a code of `RegisteredNames.tlsSupportedGroups`.
  public var group: UInt16?
  public var resumption: Resumption?
  /// Nil if the client offered none.
  public var earlyData: EarlyData?
  public var hasHelloRetryRequest = false
  /// Whether the ClientHello has the extension of encrypted hellos. The name in it may then be that of a front.
  public var offersEncryptedClientHello = false
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
  public var serverFinished: Range<Int64>?

  public init() {}
}
