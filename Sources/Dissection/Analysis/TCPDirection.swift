import Streams

/// What one end of a conversation has sent, as far as the analysis of later segments needs it.
struct TCPDirection {
  /// A segment that the other end has not acknowledged yet.
  struct Unacknowledged {
    var frame: Int
    var sequence: UInt32
    var next: UInt32
    var time: Int64
  }

  /// How many of them are remembered.
  static let mostUnacknowledged = 10_000

  /// The sequence number that counts as 0.
  var base: UInt32?
  /// What the rules need.
  var state = TCPSequenceState()
  /// Whether what is in flight can be told.
  var knowsFlight = true
  /// Whether it closed before the other end did.
  var isCloser = false
  var pushBytes: UInt64 = 0
  var wasPushed = false
  var unacknowledged: [Unacknowledged] = []
  var selective: [(left: UInt32, right: UInt32)] = []

  /// What its lists take.
  var waitingBytes: Int {
    (unacknowledged.capacity == 0 ? 0 : 48 + unacknowledged.capacity * MemoryLayout<Unacknowledged>.stride)
      + (selective.isEmpty ? 0 : 80)
  }
}
