import RecordCiphers
import Wire

/// One direction of a connection: records are found, opened and taken apart. What it cannot read yet stays in its queue.
struct Direction {
  let side: TLSSide
  let limits: TLSLimits

  // Where it is in the stream.
  var queue = StreamQueue()
  /// The offset of the queue's first byte.
  var offset: Int64
  /// The bytes of a torn record that follow a gap and are skipped.
  var tornBytes: Int64 = 0
  /// Whether the next header must be searched for.
  var isScanning = false
  /// What it waits for.
  var waiting: KeyAnswer.Wait?
  /// The bytes of the queue that are given up if they have to wait.
  var excess = 0

  // How its records are protected.
  /// Nil while they are not.
  var epoch: Epoch?
  var keys: [KeySet] = []
  /// The lowest sequence number that the next record can have.
  var sequence: UInt64 = 0
  /// How many sequence numbers more it can have.
  var slack = 0
  /// Whether a record was opened in this epoch.
  var hasOpened = false
  /// Records in a row that did not open.
  var failures = 0
  /// Records that were authentic, but whose vector was missing, and those lost before them.
  var undeciphered = 0
  /// The number of the handshake whose hello came last; -1 before the first.
  var number = -1

  // What is in the records.
  /// Kept for its memory.
  var lastOpened = OpenedRecord()
  var message = MessageBuffer()
  var plaintextOffset: Int64 = 0
  var loss = PendingLoss()
  var ending: TLSEnding?
  var unreadable: UnreadableReason?
  var hasSaidNoSecret = false
  /// Whether it has waited in vain for the other side's hello, or its answer to early data.
  var hasGivenUpHello = false
  var hasGivenUpAnswer = false
  var isFinished = false

  init(_ side: TLSSide, _ limits: TLSLimits, offset: Int64) {
    self.side = side
    self.limits = limits
    self.offset = offset
  }

  var end: Int64 { queue.gaps.reduce(offset + Int64(queue.bytes.count)) { $0 + $1.count } }

  /// Whether more is not known than that something is missing: sequence number, keys, and where messages begin.
  var isUncertain: Bool { slack > 0 || message.isUnaligned }

  mutating func allowSlack(_ count: Int) {
    slack = min(limits.sequenceReach, slack + min(count, limits.sequenceReach))
  }
}

/// What became of a record.
enum Taken {
  case consumed
  /// It waits.
  case suspended
  /// A search has found it, but it is none.
  case rejected
}
