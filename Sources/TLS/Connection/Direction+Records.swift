import RecordCiphers
import Wire

extension Direction {
  /// Reads one whole record, which begins at `offset`.
  mutating func take(
    _ record: Span<UInt8>, _ type: ContentType, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) -> Taken {
    let range = offset..<offset + Int64(record.count)
    let taken: Taken
    if unreadable != nil {
      loss.add(side, range, records: 1, .unreadable)
      taken = .consumed
    } else if epoch == nil {
      taken = takeClear(record, type, range, &session, &receiver)
    } else {
      taken = takeProtected(record, type, range, &session, &receiver)
    }
    if case .consumed = taken { receiver.record(RecordFacts(side: side, type: type, range: range)) }
    return taken
  }

  // MARK: Before encryption

  private mutating func takeClear(
    _ record: Span<UInt8>, _ type: ContentType, _ range: Range<Int64>, _ session: inout Session,
    _ receiver: inout some TLSReceiver
  ) -> Taken {
    let content = record.extracting(RecordHeader.length..<record.count)
    switch type {
    case .handshake:
      if slack > 0, number >= 0, !MessageWalk.isWhole(content) {
        return beginEncryption(record, type, range, &session, &receiver)
      }
      found()
      addHandshake(content, range, isEncrypted: false, &session, &receiver)
    case .alert where content.count == 2:
      found()
      add(content, .alert, range, isEncrypted: false, &session, &receiver)
    case .changeCipherSpec, .alert, .applicationData:
      return beginEncryption(record, type, range, &session, &receiver)
    default: found()
    }
    return .consumed
  }

  /// Reads a record that shows that encryption begins, or has begun.
  private mutating func beginEncryption(
    _ record: Span<UInt8>, _ type: ContentType, _ range: Range<Int64>, _ session: inout Session,
    _ receiver: inout some TLSReceiver
  ) -> Taken {
    // A side whose own hello is missing may know of the other's.
    let current = max(0, number)
    if number < 0, session.handshake(0).clientRandom == nil || side == .client {
      return side == .client || session.handshake(0).isClientHelloLost
        ? abandon(record, range, .beginningMissing, &session, &receiver)
        : hold(.peersHello, record, range, &session, &receiver)
    }
    let isAfterRetry = type == .changeCipherSpec && session.handshake(0).hasRetryRequest
    if number < 0, !isAfterRetry, !session.handshake(0).isServerHelloLost {
      session.change(0) { $0.isServerHelloLost = true }
    }
    switch session.version(current) {
    case .wait: return hold(.peersHello, record, range, &session, &receiver)
    case .never(let reason): return abandon(record, range, reason, &session, &receiver)
    case .version(let version):
      if type == .changeCipherSpec {
        found()
        if version < .tls13 { enter(.session(current), &session) }
        sayChangeCipherSpec(range, &receiver)
        noteResumption(version, &session, &receiver)
        return .consumed
      }
      let uncertainty = slack
      if version < .tls13 {
        enter(.session(current), &session)
        slack = max(1, uncertainty)
      } else {
        let state = session.handshake(0)
        enter(side == .client && state.offersEarlyData && !state.hasRetryRequest ? .early : .handshake, &session)
        slack = uncertainty
      }
      return takeProtected(record, type, range, &session, &receiver)
    }
  }

  /// A server that changes its cipher before it is done with its hello takes up a session again (RFC 5246 section 7.3).
  private mutating func noteResumption(
    _ version: ProtocolVersion, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) {
    guard version < .tls13, side == .server, number == 0, !message.isUnaligned,
      !session.handshake(0).hasServerHelloDone
    else { return }
    session.facts.resumption = .session
    receiver.learned(session.facts)
  }

  // MARK: Under encryption

  private mutating func takeProtected(
    _ record: Span<UInt8>, _ type: ContentType, _ range: Range<Int64>, _ session: inout Session,
    _ receiver: inout some TLSReceiver
  ) -> Taken {
    if epoch?.isTLS13 == true, type != .applicationData {
      return takeOutsideEncryption(record, type, range, &session, &receiver)
    }
    if epoch == .early, session.handshake(0).earlyDataAnswer == .none, !hasGivenUpAnswer {
      return hold(.earlyDataAnswer, record, range, &session, &receiver)
    }
    var opened = OpenedRecord()
    swap(&opened, &lastOpened)
    defer { swap(&opened, &lastOpened) }
    switch open(record, &session, &opened) {
    case .opened(let skipped):
      say(loss: loss.take(records: skipped.map { $0 + undeciphered }), &receiver)
      undeciphered = 0
      found()
      addOpened(opened.bytes, type, range, &session, &receiver)
      return .consumed
    case .undecipherable(let skipped):
      found()
      // Said together with what is missing before it.
      loss.add(side, range, records: 1, .missing)
      message.loseTrack()
      undeciphered += (skipped ?? 0) + 1
      return .consumed
    case .skipped:
      loss.add(side, range, records: 1, .noSecret)
      message.loseTrack()
      if side == .server { session.change(0) { $0.answerEarlyData(.unknown) } }
      return .consumed
    case .failed: return fail(record, range, &session, &receiver)
    case .wait(let wait): return hold(wait, record, range, &session, &receiver)
    case .never(let reason): return abandon(record, range, reason, &session, &receiver)
    }
  }

  /// Reads what TLS 1.3 leaves unencrypted after the hellos: ChangeCipherSpec for the sake of middleboxes (RFC 8446 appendix
  /// D.4), alerts of a side that has no keys yet, and the ClientHello after a HelloRetryRequest.
  private mutating func takeOutsideEncryption(
    _ record: Span<UInt8>, _ type: ContentType, _ range: Range<Int64>, _ session: inout Session,
    _ receiver: inout some TLSReceiver
  ) -> Taken {
    let content = record.extracting(RecordHeader.length..<record.count)
    switch type {
    case .changeCipherSpec where content.count == 1:
      isScanning = false
      sayChangeCipherSpec(range, &receiver)
      return .consumed
    case .alert where content.count == 2 && !hasOpened:
      add(content, .alert, range, isEncrypted: false, &session, &receiver)
      return .consumed
    case .handshake where side == .client && epoch == .early && session.handshake(0).hasRetryRequest:
      epoch = nil
      return takeClear(record, type, range, &session, &receiver)
    default: return fail(record, range, &session, &receiver)
    }
  }

  /// Takes apart the content of a record that was opened.
  private mutating func addOpened(
    _ content: Span<UInt8>, _ type: ContentType, _ range: Range<Int64>, _ session: inout Session,
    _ receiver: inout some TLSReceiver
  ) {
    let record = RecordFacts(side: side, type: type, range: range)
    guard epoch?.isTLS13 == true else {
      receiver.opened(content, type, record)
      add(content, type, range, isEncrypted: true, &session, &receiver)
      return
    }
    // TLSInnerPlaintext: content, type, zeros (RFC 8446 section 5.4).
    var end = content.count
    while end > 0, content[end - 1] == 0 { end -= 1 }
    guard end > 0 else { return }
    let inner = ContentType(rawValue: content[end - 1])
    receiver.opened(content.extracting(0..<end - 1), inner, record)
    add(content.extracting(0..<end - 1), inner, range, isEncrypted: true, &session, &receiver)
  }

  // MARK: What cannot be read

  /// Keeps a record until it can be read; gives it up if too much is kept.
  private mutating func hold(
    _ wait: KeyAnswer.Wait, _ record: Span<UInt8>, _ range: Range<Int64>, _ session: inout Session,
    _ receiver: inout some TLSReceiver
  ) -> Taken {
    guard excess > 0 else {
      waiting = wait
      return .suspended
    }
    switch wait {
    case .earlyDataAnswer:
      hasGivenUpAnswer = true
      session.change(0) { $0.answerEarlyData(.unknown) }
      return takeProtected(record, ContentType(rawValue: record[0]), range, &session, &receiver)
    case .peersHello:
      // Once: sides that are out of step could wait for each other for ever.
      if hasGivenUpHello { return abandon(record, range, .beginningMissing, &session, &receiver) }
      hasGivenUpHello = true
      let number = max(0, number)
      session.change(number) { state in
        if side == .client { state.isServerHelloLost = true } else { state.isClientHelloLost = true }
      }
      let type = ContentType(rawValue: record[0])
      return epoch == nil
        ? takeClear(record, type, range, &session, &receiver)
        : takeProtected(record, type, range, &session, &receiver)
    case .secret(let clientRandom):
      if !hasSaidNoSecret {
        hasSaidNoSecret = true
        receiver.unreadable(.noSecret(clientRandom), side)
      }
      lose(record, range, .noSecret)
      return .consumed
    }
  }

  /// Takes note of a record that cannot be opened although there is a secret.
  private mutating func fail(
    _ record: Span<UInt8>, _ range: Range<Int64>, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) -> Taken {
    // The search goes on inside of it: no record need begin here.
    if isScanning, keys.first?.cipher.isChained != true { return .rejected }
    failures += 1
    lose(record, range, .notAuthentic)
    if failures >= Self.failureLimit, !hasOpened, let clientRandom = session.handshake(max(0, number)).clientRandom {
      giveUp(.wrongSecret(clientRandom), &session, &receiver)
    }
    return .consumed
  }

  /// If this many records in a row cannot be opened, the secret is wrong.
  private static var failureLimit: Int { 16 }

  private mutating func lose(_ record: Span<UInt8>, _ range: Range<Int64>, _ cause: TLSLoss.Cause) {
    loss.add(side, range, records: 1, cause)
    message.loseTrack()
    allowSlack(1)
    for index in keys.indices { keys[index].cipher.pass(record, isAuthentic: false) }
  }

  private mutating func abandon(
    _ record: Span<UInt8>, _ range: Range<Int64>, _ reason: UnreadableReason, _ session: inout Session,
    _ receiver: inout some TLSReceiver
  ) -> Taken {
    giveUp(reason, &session, &receiver)
    loss.add(side, range, records: 1, .unreadable)
    return .consumed
  }

  /// Nothing more of this direction can be read.
  mutating func giveUp(
    _ reason: UnreadableReason, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) {
    guard unreadable == nil else { return }
    say(loss: loss.take(), &receiver)
    unreadable = reason
    keys = []
    message = MessageBuffer()
    receiver.unreadable(reason, side)
    session.change(max(0, number)) { state in
      if side == .server {
        if number < 0 { state.isServerHelloLost = true }
        state.answerEarlyData(.unknown)
      } else if number < 0 {
        state.isClientHelloLost = true
      }
    }
  }

  // MARK: Telling

  /// The position in the stream is certain again.
  private mutating func found() {
    isScanning = false
    if epoch == nil { slack = 0 }
  }

  func say(loss: TLSLoss?, _ receiver: inout some TLSReceiver) {
    if let loss { receiver.lost(loss) }
  }

  private mutating func sayChangeCipherSpec(_ range: Range<Int64>, _ receiver: inout some TLSReceiver) {
    say(loss: loss.take(), &receiver)
    receiver.changeCipherSpec(side, range)
  }

  /// Begins to use other keys.
  mutating func enter(_ next: Epoch, _ session: inout Session) {
    epoch = next
    keys = []
    sequence = 0
    slack = 0
    hasOpened = false
    failures = 0
  }
}
