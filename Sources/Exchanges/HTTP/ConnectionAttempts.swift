import DequeModule
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
    /// The last ICMP error that answered a SYN.
    var rejection: (ICMPRejection, PacketMark)?
  }

  private var attempts: [Int: Attempt] = [:]
  /// The same in the order in which they began; some are over.
  private var order: Deque<(flow: Int, opened: PacketMark)> = []

  /// A place in a dictionary that is half full.
  private static let cost = 2 * (MemoryLayout<Attempt>.stride + MemoryLayout<Int>.stride)

  var heldBytes: Int { attempts.count * Self.cost + order.count * MemoryLayout<(Int, PacketMark)>.stride }

  /// - Parameter isFirst: whether the conversation may begin with it.
  mutating func knock(_ flow: Int, _ side: FlowSide, isAnswer: Bool, isFirst: Bool, _ now: PacketMark) {
    guard let attempt = attempts[flow] else {
      if !isAnswer, isFirst { begin(flow, side, now) }
      return
    }
    if isAnswer {
      attempts[flow]?.isAnswered = true
    } else if attempt.side == side {
      attempts[flow]?.count &+= 1
      attempts[flow]?.last = now
    }
  }

  private mutating func begin(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {
    attempts[flow] = Attempt(side: side, opened: now, last: now)
    if order.count > 2 * attempts.count + 64 {
      order = Deque(order.lazy.filter { [attempts] in attempts[$0.flow]?.opened == $0.opened })
    }
    order.append((flow, now))
  }

  /// The first SYN of the oldest connection that may still fail; nil if there is none.
  mutating func earliest() -> PacketMark? {
    while let first = order.first, attempts[first.flow]?.opened != first.opened { order.removeFirst() }
    return order.first?.opened
  }

  /// An ICMP error has answered what a side has sent. It counts unless the connection is made all the same.
  mutating func reject(_ flow: Int, _ side: FlowSide, _ rejection: ICMPRejection, _ now: PacketMark) {
    if attempts[flow]?.side == side { attempts[flow]?.rejection = (rejection, now) }
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
    if let (rejection, packet) = attempt.rejection {
      return failure(attempt, identity, .rejected(rejection), connected: nil, packet)
    }
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
