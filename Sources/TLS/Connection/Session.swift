import RecordCiphers
import Wire

/// What both directions of a connection know together.
struct Session {
  /// Handshakes beyond this that are under way at once mean that the sides are out of step.
  private static let handshakeLimit = 4

  let keyLog: KeyLog
  let limits: TLSLimits
  var facts = TLSFacts()
  /// Grows whenever something changed that the other direction may wait for.
  private(set) var revision = 0
  /// The bytes that may still be deciphered in vain.
  var trialBytes: Int
  /// By number; the first is 0, each renegotiation has the next.
  private var handshakes: [Int: HandshakeState] = [:]

  init(_ keyLog: KeyLog, _ limits: TLSLimits) {
    self.keyLog = keyLog
    self.limits = limits
    trialBytes = limits.trialBytes
  }

  func handshake(_ number: Int) -> HandshakeState { handshakes[number] ?? HandshakeState() }

  mutating func change(_ number: Int, _ body: (inout HandshakeState) -> Void) {
    body(&handshakes[number, default: HandshakeState()])
    revision += 1
    while handshakes.count > Self.handshakeLimit, let oldest = handshakes.keys.min() { handshakes[oldest] = nil }
  }

  mutating func received(_ count: Int) {
    trialBytes = min(limits.trialBytes, trialBytes + min(count, 1 << 30) * 4)
  }

  /// The version of a handshake, or why it is not known.
  func version(_ number: Int) -> VersionAnswer {
    let state = handshake(number)
    if let version = state.version { return .version(version) }
    guard let clientRandom = state.clientRandom else {
      return state.isClientHelloLost ? .never(.beginningMissing) : .wait
    }
    guard state.isServerHelloLost else { return .wait }
    // Secrets of TLS 1.3 can only belong to TLS 1.3.
    let labels: [KeyLogLabel] = [.serverTraffic, .clientTraffic, .clientEarlyTraffic]
    let isTLS13 = labels.contains { keyLog.secret($0, of: clientRandom) != nil }
    return isTLS13 ? .version(.tls13) : .never(.beginningMissing)
  }

  enum VersionAnswer {
    case version(ProtocolVersion), wait
    case never(UnreadableReason)
  }

  mutating func keys(_ epoch: Epoch, _ side: TLSSide) -> KeyAnswer {
    if case .session(let number) = epoch { return sessionKeys(number, side) }
    let state = handshake(0)
    guard let clientRandom = state.clientRandom else {
      return state.isClientHelloLost ? .never(.beginningMissing) : .wait(.peersHello)
    }
    if let obstacle = state.obstacle, epoch != .early { return .never(obstacle) }
    let label = Self.label(epoch, side)
    guard let secret = keyLog.secret(label, of: clientRandom) else { return .wait(.secret(clientRandom)) }
    // Early data has the suite of the session that is resumed, which need not be that of this handshake.
    let suites = epoch == .early ? [] : state.suite.map { [$0] } ?? []
    let candidates = suites.isEmpty ? state.offeredSuites.filter { $0.isTLS13 } : suites
    let keys = candidates.compactMap { KeySet($0, secret: secret) }
    return keys.isEmpty ? .never(.wrongSecret(clientRandom)) : .keys(keys)
  }

  private static func label(_ epoch: Epoch, _ side: TLSSide) -> KeyLogLabel {
    switch (epoch, side) {
    case (.early, _): .clientEarlyTraffic
    case (.handshake, .client): .clientHandshakeTraffic
    case (.handshake, .server): .serverHandshakeTraffic
    case (_, .client): .clientTraffic
    case (_, .server): .serverTraffic
    }
  }

  private mutating func sessionKeys(_ number: Int, _ side: TLSSide) -> KeyAnswer {
    let state = handshake(number)
    guard let clientRandom = state.clientRandom else {
      return state.isClientHelloLost ? .never(.beginningMissing) : .wait(.peersHello)
    }
    guard state.serverRandom != nil else {
      return state.isServerHelloLost ? .never(.beginningMissing) : .wait(.peersHello)
    }
    if let obstacle = state.obstacle { return .never(obstacle) }
    guard let master = master(number, clientRandom) else { return .wait(.secret(clientRandom)) }
    remember(master, number)
    return KeySet(state, master: master, side: side).map { .keys([$0]) } ?? .never(.wrongSecret(clientRandom))
  }

  private mutating func master(_ number: Int, _ clientRandom: ClientRandom) -> SecretBytes? {
    keyLog.secret(.masterSecret, of: clientRandom) ?? computedMaster(number) ?? resumedMaster(number)
  }

  /// Keeps the master secret of a handshake for the connections that take up its session, if it is known.
  mutating func rememberSession(_ number: Int) {
    guard let clientRandom = handshake(number).clientRandom, let master = master(number, clientRandom) else { return }
    remember(master, number)
  }

  private func remember(_ master: SecretBytes, _ number: Int) {
    let state = handshake(number)
    for name in [state.sessionID, state.issuedTicket] {
      if let name { keyLog.sessions.remember(master, as: name) }
    }
  }

  /// The master secret of the session that a handshake takes up again. A server that accepts a ticket echoes the client's session ID,
  /// which then names nothing (RFC 5077 section 3.4).
  private func resumedMaster(_ number: Int) -> SecretBytes? {
    let state = handshake(number)
    guard !state.hasKeyExchange, !state.hasServerHelloDone else { return nil }
    for name in [state.offeredTicket, state.sessionID] {
      if let name, let master = keyLog.sessions.masterSecret(of: name) { return master }
    }
    return nil
  }

  private mutating func computedMaster(_ number: Int) -> SecretBytes? {
    let state = handshake(number)
    if let known = state.computedMasterSecret { return known }
    guard state.encryptedPremasterSecret != nil, !state.hasExtendedMasterSecret || state.hasServerHelloDone else {
      return nil
    }
    let keys = keyLog.keys
    guard keys.count > state.triedKeys else { return nil }
    handshakes[number]?.triedKeys = keys.count
    guard let master = MasterSecret.compute(state, Array(keys[state.triedKeys...])) else { return nil }
    handshakes[number]?.computedMasterSecret = master
    handshakes[number]?.transcript.forget()
    return master
  }
}

extension Session {
  /// Takes the cost of one trial from what is allowed.
  mutating func affords(_ count: Int) -> Bool {
    let cost = count + 1024
    guard trialBytes >= cost else { return false }
    trialBytes -= cost
    return true
  }
}
