import Streams

/// What a segment's conversation says about it.
struct TCPAnalysis {
  /// The number of the conversation in the capture, from 0.
  var stream: Int
  /// Which parts of a conversation were seen so far: SYN 1, SYN-ACK 2, ACK 4, data 8, FIN 16, RST 32.
  var completeness: UInt8 = 0
  var relativeSequence: UInt32 = 0
  var relativeAcknowledgment: UInt32 = 0
  var relativeNext: UInt32 = 0
  /// The window in bytes, scaled where the scale is known.
  var window: UInt32 = 0
  /// The factor, -1 where it is unknown, -2 where there is none; nil for a SYN.
  var scaleFactor: Int32?
  /// Nanoseconds.
  var sinceFirst: Int64 = 0
  var sincePrevious: Int64 = 0
  var findings: TCPFindings = []
  /// Whether there is anything to say at all.
  var hasFindings = false
  var duplicateNumber = 0
  var duplicateOf = 0
  /// The frame with the segment that this one acknowledges, and the nanoseconds since.
  var acknowledgedFrame: Int?
  var roundTrip: Int64 = 0
  var initialRoundTrip: Int64?
  var retransmissionOf: Int?
  var retransmissionDelay: Int64 = 0
  /// Whether the sender of a segment with FIN is the end that closes the connection.
  var closesFirst: Bool?
  var bytesInFlight: UInt32 = 0
  var pushBytes: UInt64 = 0

  /// Takes what the rules say.
  mutating func add(_ outcome: TCPSequenceRules.Outcome) {
    findings.formUnion(outcome.findings)
    hasFindings = hasFindings || outcome.acknowledgesUnseen || !findings.isEmpty
    duplicateNumber = outcome.duplicateNumber
    duplicateOf = outcome.duplicateOf
    retransmissionOf = outcome.retransmissionOf
    retransmissionDelay = outcome.retransmissionDelay
  }
}
