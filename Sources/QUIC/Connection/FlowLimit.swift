import Streams

/// How far a side may send: on a stream, or on all together (RFC 9000 section 4.1).
struct FlowLimit {
  /// The other side's limit in bytes, once it is known.
  private(set) var limit: UInt64?
  /// When it was reached, and whether the sender said so.
  private var reached: PacketMark?
  private var wasSaid = false
  /// The limit that was reached, and when it was raised.
  private var raised: (limit: UInt64, by: PacketMark)?

  /// The limit at the beginning.
  mutating func begin(_ limit: UInt64?) {
    if self.limit == nil { self.limit = limit }
  }

  /// The sender has come to an offset.
  ///
  /// - Returns: the stall that has ended, if it goes on after one.
  mutating func send(to offset: UInt64, _ stream: QUICStreamID?, _ now: PacketMark) -> QUICStall? {
    var stall: QUICStall?
    if let reached, let raised {
      stall = QUICStall(stream: stream, limit: raised.limit, began: reached, ended: raised.by, wasSaid: wasSaid)
      (self.reached, self.raised, wasSaid) = (nil, nil, false)
    }
    if let limit, offset >= limit, reached == nil { reached = now }
    return stall
  }

  /// The sender says that it is blocked.
  mutating func block(_ now: PacketMark) {
    reached = reached ?? now
    wasSaid = true
  }

  /// The other side allows more.
  mutating func raise(to new: UInt64, _ now: PacketMark) {
    guard new > limit ?? 0 else { return }
    if reached != nil, raised == nil, let limit { raised = (limit, now) }
    limit = new
  }
}

/// How far a side may send on all streams together.
struct ConnectionFlow {
  /// The sum of the greatest offsets of its streams.
  var sent: UInt64 = 0
  var limit = FlowLimit()
}
