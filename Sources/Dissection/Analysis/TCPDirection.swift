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
  /// The next number expected; 0 before anything was seen.
  var next: UInt32 = 0
  var nextFrame = 0
  var nextTime: Int64 = 0
  /// Up to where everything was seen, for acknowledgments of what was not.
  var highestContiguous: UInt32 = 0
  var lastAcknowledgment: UInt32 = 0
  var lastAcknowledgmentTime: Int64 = 0
  /// The frame whose acknowledgment is repeated.
  var lastFreshAck = 0
  /// How often; -1 once an acknowledgment of an unseen segment was told.
  var duplicates = 0
  /// As on the wire; 0 as long as none was seen.
  var window: UInt16 = 0
  /// The window's shift; -1 unknown, -2 none.
  var windowShift = -1
  var isWindowUnseen = true
  /// Whether the last window was that of a SYN, which is never scaled.
  var isWindowUnscaled = false
  var lastFindings: TCPFindings = []
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
