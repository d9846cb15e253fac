import Wire

extension Direction {
  /// Takes the content of a record that is not encrypted, or was opened.
  mutating func add(
    _ content: Span<UInt8>, _ type: ContentType, _ range: Range<Int64>, isEncrypted: Bool, _ session: inout Session,
    _ receiver: inout some TLSReceiver
  ) {
    switch type {
    case .handshake:
      addHandshake(content, range, isEncrypted: isEncrypted, &session, &receiver)
      return
    case .applicationData: addApplicationData(content, range, session, &receiver)
    case .alert:
      say(loss: loss.take(), &receiver)
      addAlert(content, range, isEncrypted: isEncrypted, &receiver)
    case .changeCipherSpec:
      // A renegotiation's, which is encrypted with the keys before it.
      say(loss: loss.take(), &receiver)
      receiver.changeCipherSpec(side, range)
      enter(.session(number), &session)
    default: say(loss: loss.take(), &receiver)
    }
    // Other content does not come inside a message.
    message.isUnaligned = false
  }

  private mutating func addApplicationData(
    _ content: Span<UInt8>, _ range: Range<Int64>, _ session: Session, _ receiver: inout some TLSReceiver
  ) {
    say(loss: loss.take(), &receiver)
    guard !content.isEmpty else { return }
    let isEarly = epoch == .early
    if isEarly, session.handshake(0).earlyDataAnswer == .rejected {
      receiver.rejectedEarlyData(content, range)
      return
    }
    receiver.applicationData(
      content, PlaintextPlace(side: side, offset: plaintextOffset, range: range, isEarly: isEarly))
    plaintextOffset += Int64(content.count)
  }

  private mutating func addAlert(
    _ content: Span<UInt8>, _ range: Range<Int64>, isEncrypted: Bool, _ receiver: inout some TLSReceiver
  ) {
    guard content.count == 2 else { return }
    let alert = Alert(level: content[0], code: content[1])
    if alert.isCloseNotify {
      ending = .closeNotify
    } else if alert.isFatal {
      ending = .alert(alert)
    }
    receiver.alert(AlertFacts(side: side, alert: alert, isEncrypted: isEncrypted, range: range))
  }

  // MARK: Handshake messages

  /// Takes a record's part of the handshake, which may hold several messages, or a part of one.
  mutating func addHandshake(
    _ content: Span<UInt8>, _ range: Range<Int64>, isEncrypted: Bool, _ session: inout Session,
    _ receiver: inout some TLSReceiver
  ) {
    if message.isUnaligned {
      guard MessageWalk.isWhole(content) else {
        loss.add(side, range, records: 1, .missing)
        return
      }
      message.isUnaligned = false
    }
    say(loss: loss.take(), &receiver)
    let before = epoch
    var bytes = message.bytes
    message.bytes = []
    let skipped = min(message.skipped, content.count)
    message.skipped -= skipped
    if bytes.isEmpty { message.start = range.lowerBound }
    bytes.append(content.extracting(skipped..<content.count))
    var position = 0
    // Messages do not span a change of keys (RFC 8446 section 5.1).
    while epoch == before, unreadable == nil, bytes.count - position >= 4 {
      let type = HandshakeType(rawValue: bytes[position])
      let length = Int(bytes[position + 1]) << 16 | Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let facts = HandshakeMessage(
        side: side, type: type, length: length, isEncrypted: isEncrypted, range: message.start..<range.upperBound)
      let body = position + 4
      if length > limits.messageBytes {
        let here = min(length, bytes.count - body)
        message.skipped = length - here
        position = body + here
        receiver.handshake(facts, Span())
      } else {
        guard bytes.count - body >= length else { break }
        position = body + length
        addMessage(facts, bytes.span.extracting(body..<position), &session, &receiver)
      }
      message.start = range.lowerBound
    }
    guard epoch == before, unreadable == nil else { return }
    bytes.removeFirst(position)
    message.bytes = bytes
  }

  private mutating func addMessage(
    _ facts: HandshakeMessage, _ body: Span<UInt8>, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) {
    receiver.handshake(facts, body)
    switch (facts.type, side) {
    case (.clientHello, .client): addClientHello(facts, body, &session, &receiver)
    case (.serverHello, .server): addServerHello(facts, body, &session, &receiver)
    case (.clientHello, .server), (.serverHello, .client): giveUp(.malformedHandshake, &session, &receiver)
    case (.encryptedExtensions, .server): addEncryptedExtensions(body, &session, &receiver)
    case (.endOfEarlyData, .client) where epoch == .early: enter(.handshake, &session)
    case (.keyUpdate, _): updateKeys(&session)
    case (.finished, _): addFinished(facts, &session, &receiver)
    default: addToKeyExchange(facts.type, body, &session)
    }
  }

  private mutating func addClientHello(
    _ facts: HandshakeMessage, _ body: Span<UInt8>, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) {
    guard let hello = try? ClientHello(body) else {
      giveUp(.malformedHandshake, &session, &receiver)
      return
    }
    // The hello after a HelloRetryRequest belongs to the same handshake and has the same random.
    let isRepeated = number >= 0 && session.handshake(number).clientRandom?.bytes == body.copy(hello.random)
    if !isRepeated { number += 1 }
    let keepsTranscript = !session.keyLog.keys.isEmpty
    session.change(number) { state in
      state.read(hello, body)
      if keepsTranscript { state.transcript.add(facts.type, body, side) }
    }
    session.facts.read(hello, body, isRepeated: isRepeated, number: number, facts.range)
    receiver.learned(session.facts)
  }

  private mutating func addServerHello(
    _ facts: HandshakeMessage, _ body: Span<UInt8>, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) {
    guard let hello = try? ServerHello(body) else {
      giveUp(.malformedHandshake, &session, &receiver)
      return
    }
    if hello.isHelloRetryRequest {
      session.change(max(0, number)) { state in
        state.hasRetryRequest = true
        state.version = hello.version(body)
        state.answerEarlyData(.rejected)
      }
      session.facts.hasHelloRetryRequest = true
    } else {
      number += 1
      let keepsTranscript = !session.keyLog.keys.isEmpty
      session.change(number) { state in
        state.read(hello, body)
        if keepsTranscript { state.transcript.add(facts.type, body, side) }
      }
      session.facts.read(hello, body, facts.range)
      if let obstacle = session.handshake(number).obstacle { giveUp(obstacle, &session, &receiver) }
      if number == 0, hello.version(body) >= .tls13 { enter(.handshake, &session) }
    }
    session.facts.setEarlyData(session.handshake(0).earlyDataAnswer)
    receiver.learned(session.facts)
  }

  private mutating func addEncryptedExtensions(
    _ body: Span<UInt8>, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) {
    guard epoch == .handshake, let message = try? EncryptedExtensions(body) else { return }
    session.facts.selectedProtocol = message.extensions.applicationProtocols(body).first
    session.change(0) { $0.answerEarlyData(message.extensions.contains(.earlyData) ? .accepted : .rejected) }
    session.facts.setEarlyData(session.handshake(0).earlyDataAnswer)
    receiver.learned(session.facts)
  }

  private mutating func addFinished(
    _ facts: HandshakeMessage, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) {
    guard facts.isEncrypted else { return }
    if epoch == .handshake { enter(.application(0), &session) }
    if side == .client {
      session.facts.clientFinished = facts.range
    } else {
      session.facts.serverFinished = facts.range
    }
    receiver.learned(session.facts)
  }

  /// The sender's keys change after a KeyUpdate (RFC 8446 section 4.6.3).
  private mutating func updateKeys(_ session: inout Session) {
    guard case .application(let count) = epoch, let next = keys.first?.next else { return }
    enter(.application(count + 1), &session)
    keys = [next]
  }

  /// Notes what a master secret depends on.
  private mutating func addToKeyExchange(_ type: HandshakeType, _ body: Span<UInt8>, _ session: inout Session) {
    guard number >= 0, epoch?.isTLS13 != true else { return }
    let hasKeys = !session.keyLog.keys.isEmpty
    let isDone = session.handshake(number).hasServerHelloDone
    session.change(number) { state in
      // A client's messages after ClientKeyExchange do not count.
      if hasKeys, side == .server ? !isDone : state.encryptedPremasterSecret == nil {
        state.transcript.add(type, body, side)
      }
      switch (type, side) {
      case (.serverHelloDone, .server): state.hasServerHelloDone = true
      case (.newSessionTicket, .server):
        guard let message = try? NewSessionTicket(body, version: .tls12) else { return }
        state.issuedTicket = SessionName(ticket: body.copy(message.ticket))
      case (.clientKeyExchange, .client):
        state.hasKeyExchange = true
        guard let exchange = try? RSAClientKeyExchange(body) else { return }
        state.encryptedPremasterSecret = body.copy(exchange.encryptedPremasterSecret)
      default: break
      }
    }
    if type == .newSessionTicket { session.rememberSession(number) }
  }
}
