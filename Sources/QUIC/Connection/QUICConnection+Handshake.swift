import RecordCiphers
import Streams
import TLS
import Wire

// What TLS says in CRYPTO frames, and the packets before it (RFC 9001 section 4, RFC 9000 sections 6 and 8.1).
extension QUICConnection {
  func takeCrypto(
    _ bytes: Span<UInt8>, _ offset: UInt64, _ space: QUICSpace, _ place: QUICPlace,
    _ receiver: inout some QUICReceiver
  ) {
    let side = place.side
    // Lent, so that what messages say can change the rest of the connection.
    var stream = exchange(&crypto[side][space], with: CryptoStream(limit: 0))
    stream.receive(bytes, at: offset, place.packet) { type, length, range, body in
      receiver.handshake(QUICHandshakeMessage(place: place, type: type, length: length, range: range), body)
      learn(type, body, place, &receiver)
    }
    crypto[side][space] = stream
  }

  private func learn(
    _ type: HandshakeType, _ body: Span<UInt8>, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    switch (type, place.side) {
    case (.clientHello, .client):
      guard let hello = try? ClientHello(body) else { return }
      learn(hello, body, place)
    case (.serverHello, .server):
      guard let hello = try? ServerHello(body) else { return }
      learn(hello, body, place)
    case (.encryptedExtensions, .server):
      guard let message = try? EncryptedExtensions(body) else { return }
      learn(message, body, place, &receiver)
    case (.finished, .client):
      guard facts.completed == nil else { return }
      facts.completed = place.packet
    default: return
    }
    knowledge += 1
    receiver.learned(facts)
  }

  private func learn(_ hello: ClientHello, _ body: Span<UInt8>, _ place: QUICPlace) {
    let random = ClientRandom([UInt8](body.extracting(hello.random)))
    keys.clientRandom = random
    keys.offeredSuites = Array(hello.suites(body).filter { $0.isTLS13 }.prefix(16))
    facts.clientRandom = random
    facts.serverName = hello.extensions.serverName(body)
    facts.offeredProtocols = Array(hello.extensions.applicationProtocols(body).prefix(64))
    facts.offersEncryptedClientHello = hello.extensions.contains(.encryptedClientHello)
    if hello.extensions.contains(.earlyData), facts.earlyData == nil { facts.earlyData = .offered }
    if facts.clientHello == nil { facts.clientHello = place.now }
    setParameters(hello.extensions.transportParameters(body), .client)
  }

  private func learn(_ hello: ServerHello, _ body: Span<UInt8>, _ place: QUICPlace) {
    keys.suite = hello.cipherSuite
    facts.cipherSuite = hello.cipherSuite
    if hello.isHelloRetryRequest {
      facts.hasHelloRetryRequest = true
      // Early data ends with it (RFC 8446 section 4.2.10).
      if facts.earlyData != nil { facts.earlyData = .rejected }
      return
    }
    facts.group = hello.extensions.selectedGroup(body)
    facts.isResumed = hello.extensions.contains(.preSharedKey)
    if facts.serverHello == nil { facts.serverHello = place.now }
    if facts.earlyData == .offered, !facts.isResumed { facts.earlyData = .rejected }
  }

  private func learn(
    _ message: EncryptedExtensions, _ body: Span<UInt8>, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    facts.selectedProtocol = message.extensions.applicationProtocols(body).first
    if facts.earlyData == .offered {
      facts.earlyData = message.extensions.contains(.earlyData) ? .accepted : .rejected
    }
    setParameters(message.extensions.transportParameters(body), .server)
    rejectEarlyData(place, &receiver)
  }

  /// What was sent in vain before the handshake counts no more.
  private func rejectEarlyData(_ place: QUICPlace, _ receiver: inout some QUICReceiver) {
    guard facts.earlyData == .rejected, hasEarlyStreams, !hasRejectedEarlyData else { return }
    hasRejectedEarlyData = true
    streams.removeAll()
    flow.client.sent = 0
    receiver.rejectedEarlyData(place)
  }

  private func setParameters(_ parameters: TransportParameters?, _ side: TLSSide) {
    guard let parameters else { return }
    facts[side].parameters = parameters
    if parameters[.greaseQUICBit] != nil { greasesFixedBit = true }
    // What a side says of its limits binds the other one.
    flow[side.peer].limit.begin(parameters.integer(.initialMaxData) ?? 0)
    if let token = parameters[.statelessResetToken] { learnToken(token.span, 0..<token.count) }
    if let address = parameters.preferredAddress {
      learn(address.id, reaches: .server)
      learnToken(address.token.span, 0..<address.token.count)
    }
  }

  // MARK: Packets before the handshake

  func takeRetry(_ packet: inout QUICPacket, _ bytes: Span<UInt8>, _ receiver: inout some QUICReceiver) {
    let header = packet.header
    let isAuthentic = RetryIntegrity.isAuthentic(header, bytes, original: facts.originalDestinationID)
    packet.opening = isAuthentic ? .none : .notAuthentic
    // A client takes one only, before anything else (RFC 9000 section 17.2.5.2).
    if isAuthentic, !facts.hasRetry, !hasServerSpoken {
      facts.hasRetry = true
      retryID = header.sourceID
      beginAnew(header.sourceID)
      learn(header.sourceID, reaches: .server)
    }
    receiver.packet(packet, [UInt8]().span)
    if isAuthentic { receiver.learned(facts) }
  }

  /// The client sends its first packet again, with other keys. It shall be the same ClientHello with the next packet number, but
  /// some begin with another one.
  func beginAnew(_ id: QUICConnectionID) {
    keys.setInitial(id)
    crypto.client.initial = CryptoStream(limit: limits.messageBytes)
    sent.client.initial = SentPackets(limit: limits.unacknowledged)
    largest.client.initial = nil
  }

  func takeVersionNegotiation(
    _ packet: QUICPacket, _ bytes: Span<UInt8>, _ receiver: inout some QUICReceiver
  ) {
    receiver.packet(packet, [UInt8]().span)
    // After any other packet of the server it does not count (RFC 9000 section 6.2).
    guard packet.place.side == .server, !hasServerSpoken, !hasVersionNegotiation else { return }
    hasVersionNegotiation = true
    facts.negotiatedVersions = packet.header.offeredVersions(bytes)
    receiver.learned(facts)
  }

  /// Begins anew with the client's first packet in another version, which a Version Negotiation packet asked for.
  func restart(_ version: QUICVersion, _ id: QUICConnectionID) {
    keys.setInitial(id)
    facts.version = version
    crypto = BySide(both: BySpace { CryptoStream(limit: limits.messageBytes) })
    sent = BySide(both: BySpace { SentPackets(limit: limits.unacknowledged) })
    largest = BySide(both: BySpace { nil })
    streams.removeAll()
    hasVersionNegotiation = false
    learn(id, reaches: .server)
  }

  // MARK: Connection IDs

  /// Takes note of the IDs of a long header.
  func learnIDs(_ header: QUICPacketHeader, _ side: TLSSide) {
    guard header.type != .versionNegotiation, header.type != .retry else { return }
    learn(header.sourceID, reaches: side)
    if side == .client, !hasServerSpoken { learn(header.destinationID, reaches: .server) }
  }

  func learn(_ id: QUICConnectionID, reaches receiver: TLSSide) {
    guard !ids[receiver].contains(id) else { return }
    // The oldest are long retired.
    if ids[receiver].count >= 256 { ids[receiver].removeFirst(64) }
    ids[receiver].append(id)
    newIDs.append((id, receiver))
  }

  func learnToken(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count == QUICResetToken.length, let token = QUICResetToken(bytes, at: range.lowerBound) else { return }
    newTokens.append(token)
  }
}
