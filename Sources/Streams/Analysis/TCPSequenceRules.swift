package import Wire

/// Wireshark's rules for one segment (`packet-tcp.c`, `tcp_analyze_sequence_number`): whether it was sent before, comes late,
/// repeats an acknowledgment, or fills a window.
///
/// The field tree and the list of exchanges both use them, so `tcp.analysis.retransmission` and a finding of an exchange mean
/// the same.
package struct TCPSequenceRules {
  var sequence: UInt32
  var acknowledgment: UInt32
  var flags: TCPFlags
  var window: UInt16
  /// The payload's length on the wire.
  var length: UInt32
  /// The packet's number, and its time in nanoseconds.
  var packet: Int
  var time: Int64
  /// The initial round-trip time in nanoseconds, if it is known: sooner than that, nothing was sent again.
  var initialRoundTrip: Int64?

  package init(
    sequence: UInt32, acknowledgment: UInt32, flags: TCPFlags, window: UInt16, length: UInt32, packet: Int, time: Int64,
    initialRoundTrip: Int64?
  ) {
    self.sequence = sequence
    self.acknowledgment = acknowledgment
    self.flags = flags
    self.window = window
    self.length = length
    self.packet = packet
    self.time = time
    self.initialRoundTrip = initialRoundTrip
  }

  /// What the rules say of a segment.
  package struct Outcome {
    package var findings: TCPFindings = []
    /// Whether the acknowledgment concerns what was not captured, which is reported only once.
    package var acknowledgesUnseen = false
    /// For a repeated acknowledgment: how often it was repeated, and the packet that had it first.
    package var duplicateNumber = 0
    package var duplicateOf = 0
    /// For a retransmission: the packet that had come farthest, and the nanoseconds since.
    package var retransmissionOf: Int?
    package var retransmissionDelay: Int64 = 0
  }

  private var isPlain: Bool { flags.isDisjoint(with: [.syn, .fin, .rst]) }
  /// Whether SYN or FIN take a sequence number.
  private var isVirtual: Bool { !flags.isDisjoint(with: [.syn, .fin]) }
  private var end: UInt32 { sequence &+ length }
  /// The sequence number after the segment.
  package var segmentEnd: UInt32 { isVirtual ? end &+ 1 : end }

  /// Applies the rules.
  /// - Parameters:
  ///   - own: what the segment's sender has sent before.
  ///   - other: what the other end has.
  package func apply(_ own: inout TCPSequenceState, _ other: inout TCPSequenceState) -> Outcome {
    var outcome = Outcome()
    lookForward(&own, other, &outcome)
    if acknowledgment != own.lastAcknowledgment {
      own.lastFreshAcknowledgment = packet
      own.duplicates = 0
    }
    checkUnseen(&other, &outcome)
    if length > 0 || isVirtual, !outcome.findings.contains(.keepAlive) { checkRepeat(own, other, &outcome) }
    own.remember(self, isProbe: outcome.findings.contains(.zeroWindowProbe))
    own.lastFindings = outcome.findings
    return outcome
  }

  /// The rules that look at the sender's own past, up to the first that settles it.
  private func lookForward(_ own: inout TCPSequenceState, _ other: TCPSequenceState, _ outcome: inout Outcome) {
    if length == 1, sequence == own.next, other.window == 0, !other.isWindowUnseen {
      outcome.findings.insert(.zeroWindowProbe)
      return
    }
    if window == 0, isPlain { outcome.findings.insert(.zeroWindow) }
    if own.next != 0, SequenceNumber.isAfter(sequence, own.next), !flags.contains(.rst) {
      outcome.findings.insert(.lostSegment)
    }
    if length <= 1, sequence == own.next &- 1, isPlain { outcome.findings.insert(.keepAlive) }
    let repeatsAck = length == 0 && sequence == own.next && acknowledgment == own.lastAcknowledgment && isPlain
    if repeatsAck, window != 0, window != own.window { outcome.findings.insert(.windowUpdate) }
    if length > 0, other.windowShift != -1, isPlain, end == other.lastAcknowledgment &+ other.scaledWindow {
      outcome.findings.insert(.windowFull)
    }
    guard repeatsAck, window == own.window else { return }
    if window != 0, other.lastFindings.contains(.keepAlive) {
      outcome.findings.insert(.keepAliveAck)
    } else if window == 0, other.lastFindings.contains(.zeroWindowProbe) {
      outcome.findings.insert(.zeroWindowProbeAck)
    } else if window != 0 {
      own.duplicates = own.duplicates == -1 ? 1 : own.duplicates &+ 1
      outcome.findings.insert(.duplicateAck)
      outcome.duplicateNumber = Int(own.duplicates)
      outcome.duplicateOf = own.lastFreshAcknowledgment
    }
  }

  /// An acknowledgment of what was not captured.
  private func checkUnseen(_ other: inout TCPSequenceState, _ outcome: inout Outcome) {
    guard other.highestContiguous != 0, flags.contains(.ack),
      SequenceNumber.isAfter(acknowledgment, other.highestContiguous)
    else { return }
    if SequenceNumber.isBefore(other.highestContiguous, other.next) {
      other.highestContiguous = other.next
      outcome.findings.insert(.ackLostSegment)
    } else {
      if other.duplicates == 0 { outcome.findings.insert(.ackLostSegment) }
      other.duplicates = -1
    }
    outcome.acknowledgesUnseen = true
  }

  /// A segment that does not advance the sequence number was sent before or comes late.
  private func checkRepeat(_ own: TCPSequenceState, _ other: TCPSequenceState, _ outcome: inout Outcome) {
    var isBehind = own.next != 0 && SequenceNumber.isBefore(sequence, own.next)
    if length > 1, own.next &- 1 == sequence { isBehind = false }
    if length > 0, other.lastAcknowledgment != 0, !SequenceNumber.isAfter(end, other.lastAcknowledgment) {
      outcome.findings.insert(.spuriousRetransmission)
      return
    }
    guard isBehind else { return }
    let sinceAck = UInt64(bitPattern: time &- other.lastAcknowledgmentTime)
    // An acknowledgment of what was not captured counts as many.
    if other.duplicates >= 2 || other.duplicates == -1, other.lastAcknowledgment == sequence, sinceAck < 20_000_000 {
      outcome.findings.insert(.fastRetransmission)
      return
    }
    let sinceNext = UInt64(bitPattern: time &- own.nextTime)
    let threshold = UInt64(clamping: initialRoundTrip.map { $0 == 0 ? 3_000_000 : $0 } ?? 3_000_000)
    if sinceNext < threshold, own.next != segmentEnd {
      outcome.findings.insert(.outOfOrder)
      return
    }
    outcome.findings.insert(.retransmission)
    outcome.retransmissionDelay = time &- own.nextTime
    outcome.retransmissionOf = own.nextPacket
  }
}
