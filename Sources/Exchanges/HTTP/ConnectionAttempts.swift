import Streams

/// The connections of which only SYNs and their answers have been seen, to say which of them fail.
///
/// There are no more than there are conversations in the table of flows.
struct ConnectionAttempts {
  private struct Attempt {
    var side: FlowSide
    var opened: PacketMark
    /// The last SYN.
    var last: PacketMark
    var count: Int32 = 1
    var isAnswered = false
  }

  private var attempts: [Int: Attempt] = [:]

  /// A place in a dictionary that is half full.
  private static let cost = 2 * (MemoryLayout<Attempt>.stride + MemoryLayout<Int>.stride)

  var heldBytes: Int { attempts.count * Self.cost }

  /// - Parameter isFirst: whether the conversation may begin with it.
  mutating func knock(_ flow: Int, _ side: FlowSide, isAnswer: Bool, isFirst: Bool, _ now: PacketMark) {
    guard let attempt = attempts[flow] else {
      if !isAnswer, isFirst { attempts[flow] = Attempt(side: side, opened: now, last: now) }
      return
    }
    if isAnswer {
      attempts[flow]?.isAnswered = true
    } else if attempt.side == side {
      attempts[flow]?.count &+= 1
      attempts[flow]?.last = now
    }
  }

  /// The handshake is complete.
  mutating func connect(_ flow: Int) { attempts[flow]?.isAnswered = true }

  /// The connection is used, or over.
  mutating func forget(_ flow: Int) {
    if !attempts.isEmpty { attempts[flow] = nil }
  }

  /// A side has said RST before there was data.
  mutating func reset(
    _ flow: Int, _ identity: FlowIdentity, connected: PacketMark?, by side: FlowSide, _ now: PacketMark
  ) -> FailedConnection? {
    guard let attempt = attempts.removeValue(forKey: flow), side != attempt.side else { return nil }
    return failure(attempt, identity, attempt.isAnswered ? .reset : .refused, connected: connected, now)
  }

  /// Nothing more will come of a connection without data.
  mutating func close(_ flow: Int, _ identity: FlowIdentity, _ closure: FlowClosure) -> FailedConnection? {
    guard let attempt = attempts.removeValue(forKey: flow), !attempt.isAnswered,
      closure == .endOfCapture || closure == .replaced
    else { return nil }
    return failure(attempt, identity, .unanswered(attempts: Int(attempt.count)), connected: nil, attempt.last)
  }

  private func failure(
    _ attempt: Attempt, _ identity: FlowIdentity, _ failure: ConnectionFailure, connected: PacketMark?,
    _ now: PacketMark
  ) -> FailedConnection {
    FailedConnection(
      stream: identity.stream, client: identity[attempt.side], server: identity[attempt.side.other],
      clientSide: attempt.side, opened: attempt.opened, connected: connected, ended: now, failure: failure)
  }
}
