import RecordCiphers
import Wire

/// What both sides said in one handshake, as far as keys depend on it.
struct HandshakeState {
  enum EarlyDataAnswer { case none, accepted, rejected, unknown }

  var clientRandom: ClientRandom?
  var serverRandom: [UInt8]?
  /// Whether a hello will not come any more.
  var isClientHelloLost = false
  var isServerHelloLost = false
  var version: ProtocolVersion?
  var suite: CipherSuite?
  var offeredSuites: [CipherSuite] = []
  var encryptsThenAuthenticates = false
  var hasExtendedMasterSecret = false
  var hasUnsupportedExtension = false
  var offersEarlyData = false
  var earlyDataAnswer = EarlyDataAnswer.none
  var hasRetryRequest = false
  var hasServerHelloDone = false
  /// The ticket that the client offers, the ID that the server chose, and the ticket that it issued; nil where there is none.
  var offeredTicket: SessionName?
  var sessionID: SessionName?
  var issuedTicket: SessionName?
  /// True if the client sent a ClientKeyExchange, which it does not if a session is resumed.
  var hasKeyExchange = false
  /// What a client encrypted with the server's RSA key.
  var encryptedPremasterSecret: [UInt8]?
  var transcript = Transcript()
  /// As computed with a private key.
  var computedMasterSecret: SecretBytes?
  /// The private keys that did not help, so that none is tried twice.
  var triedKeys = 0

  mutating func read(_ hello: ClientHello, _ body: Span<UInt8>) {
    clientRandom = ClientRandom(body.copy(hello.random))
    offeredSuites = Array(hello.suites(body).prefix(256))
    offersEarlyData = hello.extensions.contains(.earlyData)
    offeredTicket = hello.extensions[.sessionTicket].flatMap { SessionName(ticket: body.copy($0)) }
  }

  mutating func read(_ hello: ServerHello, _ body: Span<UInt8>) {
    serverRandom = body.copy(hello.random)
    version = hello.version(body)
    suite = hello.cipherSuite
    let isTLS13 = hello.version(body) >= .tls13
    if !isTLS13 { sessionID = SessionName(id: body.copy(hello.sessionID)) }
    encryptsThenAuthenticates = hello.extensions.contains(.encryptThenMAC)
    hasExtendedMasterSecret = hello.extensions.contains(.extendedMasterSecret)
    hasUnsupportedExtension = !isTLS13 && (hello.compressionMethod != 0 || hello.extensions.contains(.truncatedHMAC))
    if !isTLS13 || !hello.extensions.contains(.preSharedKey) { answerEarlyData(.rejected) }
  }

  /// The first answer counts.
  mutating func answerEarlyData(_ answer: EarlyDataAnswer) {
    if earlyDataAnswer == .none { earlyDataAnswer = answer }
  }

  /// Nil if records can be opened with a secret.
  var obstacle: UnreadableReason? {
    guard let version, let suite else { return nil }
    guard (.tls10 ... .tls13).contains(version) else { return .unsupportedVersion(version) }
    guard suite.algorithm != nil, suite.isTLS13 == (version == .tls13) else { return .unsupportedSuite(suite) }
    return hasUnsupportedExtension ? .unsupportedExtension : nil
  }
}
