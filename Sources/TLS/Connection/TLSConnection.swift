import Wire

/// Reads both directions of a TLS connection from captured bytes, and decrypts what there are secrets for: TLS 1.3
/// (RFC 8446), 1.2 (RFC 5246), 1.1 and 1.0.
///
/// Bytes of each direction come in order, in any pieces; what is missing is said as missing. Only authentic plaintext is passed
/// on, whatever the bytes are. Records that need a secret wait within ``TLSLimits/heldBytes`` for it.
public struct TLSConnection {
  /// No offset in a stream is larger. So sums of offsets and lengths fit.
  private static let lastOffset: Int64 = 1 << 62

  private var session: Session
  private var client: Direction
  private var server: Direction
  /// The revisions of the key log and of what both sides know when a waiting direction last looked.
  private var keyLogRevision = -1
  private var sessionRevision = -1

  /// - Parameters:
  ///   - keyLog: may gain secrets at any time.
  ///   - offset: the offset of the first byte in each stream.
  public init(_ keyLog: KeyLog, limits: TLSLimits = TLSLimits(), offset: Int64 = 0) {
    session = Session(keyLog, limits)
    client = Direction(.client, limits, offset: offset)
    server = Direction(.server, limits, offset: offset)
  }

  /// What the handshake has said so far.
  public var facts: TLSFacts { session.facts }

  /// The bytes that are kept of both directions.
  public var heldBytes: Int {
    client.queue.cost + server.queue.cost + client.message.bytes.count + server.message.bytes.count
  }

  /// The client random whose secrets a side waits for.
  public func awaitedSecret(_ side: TLSSide) -> ClientRandom? {
    if case .secret(let clientRandom) = self[side].waiting { clientRandom } else { nil }
  }

  /// Why nothing of a side is passed on.
  public func unreadable(_ side: TLSSide) -> UnreadableReason? { self[side].unreadable }

  /// Takes the next bytes of a side.
  ///
  /// - Parameter offset: their offset in the side's stream. Between the last byte and this one bytes are missing; what was there
  ///   already is ignored.
  public mutating func receive(
    _ bytes: Span<UInt8>, at offset: Int64, from side: TLSSide, to receiver: inout some TLSReceiver
  ) {
    let expected = self[side].end
    if offset > expected { miss(offset - expected, from: side, to: &receiver) }
    let known = Int(clamping: max(0, expected - offset))
    guard known < bytes.count else { return }
    receive(bytes.extracting(known..<bytes.count), from: side, to: &receiver)
  }

  /// Takes the next bytes of a side, which adjoin what came before.
  public mutating func receive(_ bytes: Span<UInt8>, from side: TLSSide, to receiver: inout some TLSReceiver) {
    guard !bytes.isEmpty, !self[side].isFinished, self[side].offset < Self.lastOffset else { return }
    session.received(bytes.count)
    if self[side].queue.isEmpty, self[side].waiting == nil {
      // Nothing is kept of whole records.
      self[side].excess = 0
      let count = read(bytes, side, &receiver)
      self[side].queue.append(bytes.extracting(count..<bytes.count))
    } else {
      self[side].queue.append(bytes)
      advance(side, &receiver)
    }
    catchUp(side, &receiver)
  }

  /// Says that the next bytes of a side are missing.
  ///
  /// - Parameter count: how many; a count that is not known can be guessed too high, not too low.
  public mutating func miss(_ count: Int64, from side: TLSSide, to receiver: inout some TLSReceiver) {
    let end = self[side].end
    guard count > 0, !self[side].isFinished, end < Self.lastOffset else { return }
    let gap = min(count, Self.lastOffset - end)
    self[side].queue.appendGap(gap)
    advance(side, &receiver)
    catchUp(side, &receiver)
  }

  /// Says that the stream of a side has ended. What waits is given up.
  public mutating func finish(_ side: TLSSide, to receiver: inout some TLSReceiver) {
    guard !self[side].isFinished else { return }
    self[side].excess = .max
    drain(side, &receiver)
    if side == .client { client.finish(&session, &receiver) } else { server.finish(&session, &receiver) }
    catchUp(side, &receiver)
  }

  /// Reads what waited for secrets that the key log has gained. It is enough to call this when no more bytes come: other
  /// calls look for themselves.
  public mutating func secretsChanged(to receiver: inout some TLSReceiver) {
    advance(.client, &receiver)
    catchUp(.client, &receiver)
    advance(.server, &receiver)
    catchUp(.server, &receiver)
  }

  // MARK: The two directions

  private subscript(side: TLSSide) -> Direction {
    // Lent, not copied: this is asked several times for each piece of a stream.
    _read {
      if side == .client { yield client } else { yield server }
    }
    _modify {
      if side == .client { yield &client } else { yield &server }
    }
  }

  private mutating func read(_ bytes: Span<UInt8>, _ side: TLSSide, _ receiver: inout some TLSReceiver) -> Int {
    side == .client ? client.read(bytes, &session, &receiver) : server.read(bytes, &session, &receiver)
  }

  private mutating func drain(_ side: TLSSide, _ receiver: inout some TLSReceiver) {
    if side == .client { client.drain(&session, &receiver) } else { server.drain(&session, &receiver) }
  }

  /// Reads a side's queue if something there is to do.
  private mutating func advance(_ side: TLSSide, _ receiver: inout some TLSReceiver) {
    let cost = self[side].queue.cost
    let isWaiting = self[side].waiting != nil
    let isOver = isWaiting && cost > session.limits.heldBytes
    guard isOver || !isWaiting || session.keyLog.revision != keyLogRevision else { return }
    // A quarter is given up at once, so that not each new byte moves all that is kept.
    self[side].excess = isOver ? cost - session.limits.heldBytes / 4 * 3 : 0
    drain(side, &receiver)
    self[side].excess = 0
  }

  /// Lets each side go on with what the other has said.
  private mutating func catchUp(_ side: TLSSide, _ receiver: inout some TLSReceiver) {
    var side = side
    while true {
      let keys = session.keyLog.revision
      guard keys != keyLogRevision || session.revision != sessionRevision else { return }
      (keyLogRevision, sessionRevision) = (keys, session.revision)
      side = side.peer
      if self[side].waiting != nil { drain(side, &receiver) }
    }
  }
}
