import RecordCiphers

extension Direction {
  enum Opening {
    /// With the number of records that were lost before it; nil if that is not known.
    case opened(skipped: Int?)
    /// It is authentic, but cannot be decrypted; with the number of records that were lost before it.
    case undecipherable(skipped: Int?)
    /// There is no secret for it, but there is one for what follows.
    case skipped
    case failed
    case wait(KeyAnswer.Wait)
    case never(UnreadableReason)
  }

  /// Opens a record with the keys and the sequence number that are expected; after a loss, with those that are possible.
  mutating func open(_ record: Span<UInt8>, _ session: inout Session, _ opened: inout OpenedRecord) -> Opening {
    if keys.isEmpty, let epoch {
      switch session.keys(epoch, side) {
      case .keys(let found): keys = found
      case .never(let reason): return .never(reason)
      case .wait(let wait):
        // Later keys can be there without these.
        let hasLaterKeys = hasLaterKeys(&session)
        guard isUncertain || hasLaterKeys else { return .wait(wait) }
        if let found = searchLater(record, &session, &opened) { return found }
        // A key log has secrets in the order of their use: those that are missing now will not come.
        if hasLaterKeys { return .skipped }
        return .wait(wait)
      }
    }
    for index in keys.indices {
      let opening = keys[index].cipher.open(record, sequence: sequence, into: &opened)
      if opening != .failed { return succeed(record, index, sequence, opening) }
    }
    if slack > 0, let found = search(record, &session, &opened) { return found }
    if isUncertain || epoch == .early, let found = searchLater(record, &session, &opened) { return found }
    return .failed
  }

  /// Tries the sequence numbers that the next record can have.
  private mutating func search(
    _ record: Span<UInt8>, _ session: inout Session, _ opened: inout OpenedRecord
  ) -> Opening? {
    for step in 1...max(1, UInt64(slack)) {
      for index in keys.indices {
        guard session.affords(record.count) else { return nil }
        let opening = keys[index].cipher.open(record, sequence: sequence &+ step, into: &opened)
        if opening != .failed { return succeed(record, index, sequence &+ step, opening) }
      }
    }
    return nil
  }

  /// Tries the keys that may have come into force meanwhile.
  private mutating func searchLater(
    _ record: Span<UInt8>, _ session: inout Session, _ opened: inout OpenedRecord
  ) -> Opening? {
    for next in laterEpochs(session) {
      let candidates: [KeySet]
      if case .application(let count) = next, count > 0 {
        candidates = keys.compactMap(\.next)
      } else if case .keys(let found) = session.keys(next, side) {
        candidates = found
      } else {
        continue
      }
      for step in 0...UInt64(max(1, slack)) {
        for candidate in candidates {
          guard session.affords(record.count) else { return nil }
          let opening = candidate.cipher.open(record, sequence: step, into: &opened)
          guard opening != .failed else { continue }
          // How many records of the keys before were lost is not known, unless none was.
          let isNext = slack == 0 && step == 0
          enter(next, &session)
          keys = [candidate]
          _ = succeed(record, 0, step, opening)
          return opening == .opened ? .opened(skipped: isNext ? 0 : nil) : .undecipherable(skipped: nil)
        }
      }
    }
    return nil
  }

  /// Whether there are secrets for what follows the handshake, or early data, though there are none for these.
  private func hasLaterKeys(_ session: inout Session) -> Bool {
    guard epoch == .early || epoch == .handshake else { return false }
    for next in laterEpochs(session) {
      if case .keys = session.keys(next, side) { return true }
    }
    return false
  }

  private func laterEpochs(_ session: Session) -> [Epoch] {
    switch epoch {
    case .early: [.handshake, .application(0)]
    case .handshake: [.application(0)]
    case .application(let count): [.application(count + 1)]
    case .session(let number):
      session.handshake(number + 1).serverRandom == nil ? [] : [.session(number + 1)]
    case nil: []
    }
  }

  private mutating func succeed(
    _ record: Span<UInt8>, _ index: Int, _ found: UInt64, _ opening: RecordOpening
  ) -> Opening {
    if keys.count > 1 { keys = [keys[index]] }
    keys[0].cipher.pass(record, isAuthentic: true)
    let skipped = found &- sequence
    sequence = found &+ 1
    slack = 0
    failures = 0
    hasOpened = true
    let count = Int(truncatingIfNeeded: skipped)
    return opening == .opened ? .opened(skipped: count) : .undecipherable(skipped: count)
  }
}
