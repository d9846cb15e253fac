import Streams
import TLS
import Wire

/// One side's half of a stream.
struct StreamHalf {
  var pending = PendingSegments()
  /// Up to where bytes were told.
  var next: Int64 = 0
  /// Up to where bytes were sent.
  var sent: Int64 = 0
  var finalSize: Int64?
  var reset: UInt64?
  var hasEnded = false
  var limit = FlowLimit()
  /// Since when bytes wait for others.
  var waitsSince: Int64?
}

/// Both halves of a stream.
struct QUICStream {
  var client = StreamHalf()
  var server = StreamHalf()

  subscript(side: TLSSide) -> StreamHalf {
    _read {
      if side == .client { yield client } else { yield server }
    }
    _modify {
      if side == .client { yield &client } else { yield &server }
    }
  }

  /// Whether no more can come of it.
  func isOver(_ id: QUICStreamID) -> Bool {
    TLSSide.allCases.allSatisfy { !id.isSent(by: $0) || self[$0].hasEnded }
  }
}

/// The streams of a connection that are not over.
struct QUICStreams {
  /// What one costs besides the bytes that wait in it.
  private static let cost = 512

  private let limit: Int
  private(set) var open: [QUICStreamID: QUICStream] = [:]
  /// By kind: the streams that are over. All below the first gap are one range.
  private var over = [NumberRanges](repeating: NumberRanges(), count: 4)
  private var pendingBytes = 0

  init(limit: Int) {
    self.limit = limit
  }

  var heldBytes: Int { open.count * Self.cost + pendingBytes + over.reduce(0) { $0 + $1.heldBytes } }
  var waitingBytes: Int { pendingBytes }

  func isOver(_ id: QUICStreamID) -> Bool { over[Int(id.rawValue & 3)].contains(id.ordinal) }

  /// Gives a stream to an action; one that is over stays so.
  mutating func change<Result>(_ id: QUICStreamID, _ action: (inout QUICStream) -> Result) -> Result? {
    guard !isOver(id) else { return nil }
    var stream = QUICStream()
    let isNew = open[id] == nil
    if isNew {
      if open.count >= limit, let oldest = open.keys.min() { close(oldest) }
    } else {
      // Taken out and put back, so that nothing copies what waits.
      swap(&open[id, default: QUICStream()], &stream)
    }
    let before = stream.client.pending.cost + stream.server.pending.cost
    let result = action(&stream)
    pendingBytes += stream.client.pending.cost + stream.server.pending.cost - before
    if stream.isOver(id) {
      open[id] = nil
      _ = over[Int(id.rawValue & 3)].insert(id.ordinal)
    } else {
      swap(&open[id, default: QUICStream()], &stream)
    }
    return result
  }

  /// Follows a stream no more.
  mutating func close(_ id: QUICStreamID) {
    guard let stream = open.removeValue(forKey: id) else { return }
    pendingBytes -= stream.client.pending.cost + stream.server.pending.cost
    _ = over[Int(id.rawValue & 3)].insert(id.ordinal)
  }

  /// Forgets all.
  mutating func removeAll() {
    open = [:]
    pendingBytes = 0
    over = [NumberRanges](repeating: NumberRanges(), count: 4)
  }
}
