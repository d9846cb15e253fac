import Wire

extension TLSFacts {
  /// - Parameters:
  ///   - isRepeated: whether it is the answer to a HelloRetryRequest.
  ///   - number: how many handshakes came before.
  mutating func read(
    _ hello: ClientHello, _ body: Span<UInt8>, isRepeated: Bool, number: Int, _ range: Range<Int64>
  ) {
    clientRandom = ClientRandom(body.copy(hello.random))
    serverName = hello.extensions.serverName(body)
    offeredProtocols = Array(hello.extensions.applicationProtocols(body).prefix(64))
    offersEncryptedClientHello = hello.extensions.contains(.encryptedClientHello)
    if hello.extensions.contains(.earlyData), earlyData == nil { earlyData = .offered }
    renegotiations = number
    if clientHello == nil { clientHello = range }
  }

  mutating func read(_ hello: ServerHello, _ body: Span<UInt8>, _ range: Range<Int64>) {
    let isTLS13 = hello.version(body) >= .tls13
    version = hello.version(body)
    cipherSuite = hello.cipherSuite
    if isTLS13 {
      group = hello.extensions.selectedGroup(body)
      if hello.extensions.contains(.preSharedKey) { resumption = .preSharedKey }
    } else {
      selectedProtocol = hello.extensions.applicationProtocols(body).first
      hasExtendedMasterSecret = hello.extensions.contains(.extendedMasterSecret)
      encryptsThenAuthenticates = hello.extensions.contains(.encryptThenMAC)
    }
    if serverHello == nil { serverHello = range }
  }

  mutating func setEarlyData(_ answer: HandshakeState.EarlyDataAnswer) {
    guard earlyData != nil else { return }
    switch answer {
    case .none: break
    case .accepted: earlyData = .accepted
    case .rejected: earlyData = .rejected
    case .unknown: earlyData = .unknown
    }
  }
}
