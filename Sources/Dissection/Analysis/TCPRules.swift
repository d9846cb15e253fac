/// Wireshark's rules, applied to one segment: `own` is what its sender has sent before, `other` what the other end has.
struct TCPRules {
  var segment: TCPSegmentFields
  var frame: Int
  var time: Int64
  var initialRoundTrip: Int64?

  private var sequence: UInt32 { segment.sequence }
  private var acknowledgment: UInt32 { segment.acknowledgment }
  private var length: UInt32 { UInt32(truncatingIfNeeded: segment.length) }
  private var isPlain: Bool { !segment.isSYN && !segment.isFIN && !segment.isRST }
  private var end: UInt32 { sequence &+ length }

  mutating func apply(_ own: inout TCPDirection, _ other: inout TCPDirection, _ result: inout TCPAnalysis) {
    if segment.isACK { other.knowsFlight = true }
    lookForward(&own, other, &result)
    if acknowledgment != own.lastAcknowledgment {
      own.lastFreshAck = frame
      own.duplicates = 0
    }
    checkUnseen(&other, &result)
    if length > 0 || segment.isSYN || segment.isFIN, !result.findings.contains(.keepAlive) {
      checkRepeat(own, other, &result)
    }
    remember(&own, result)
    acknowledge(&other, &result)
    measureFlight(&own, other, &result)
    result.hasFindings = result.hasFindings || !result.findings.isEmpty
    own.lastFindings = result.findings
    own.selective = Array(segment.options.selective.prefix(4))
    if segment.isSYN { own.isWindowUnscaled = true } else if segment.isACK { own.isWindowUnscaled = false }
  }

  /// The rules that look at the sender's own past, up to the first that settles it.
  private func lookForward(_ own: inout TCPDirection, _ other: TCPDirection, _ result: inout TCPAnalysis) {
    if length == 1, sequence == own.next, other.window == 0, !other.isWindowUnseen {
      result.findings.insert(.zeroWindowProbe)
      return
    }
    if segment.window == 0, isPlain { result.findings.insert(.zeroWindow) }
    if own.next != 0, SequenceNumber.isAfter(sequence, own.next), !segment.isRST {
      result.findings.insert(.lostSegment)
      own.knowsFlight = false
    }
    if length <= 1, sequence == own.next &- 1, isPlain { result.findings.insert(.keepAlive) }
    let repeatsAck = length == 0 && sequence == own.next && acknowledgment == own.lastAcknowledgment && isPlain
    if repeatsAck, segment.window != 0, segment.window != own.window { result.findings.insert(.windowUpdate) }
    if length > 0, other.windowShift != -1, isPlain, end == other.lastAcknowledgment &+ scaledWindow(other) {
      result.findings.insert(.windowFull)
    }
    guard repeatsAck, segment.window == own.window else { return }
    if segment.window != 0, other.lastFindings.contains(.keepAlive) {
      result.findings.insert(.keepAliveAck)
    } else if segment.window == 0, other.lastFindings.contains(.zeroWindowProbe) {
      result.findings.insert(.zeroWindowProbeAck)
    } else if segment.window != 0 {
      own.duplicates = own.duplicates == -1 ? 1 : own.duplicates + 1
      result.findings.insert(.duplicateAck)
      result.duplicateNumber = own.duplicates
      result.duplicateOf = own.lastFreshAck
    }
  }

  private func scaledWindow(_ direction: TCPDirection) -> UInt32 {
    let shift = direction.isWindowUnscaled ? 0 : max(0, direction.windowShift)
    return UInt32(direction.window) << UInt32(shift)
  }

  /// An acknowledgment of what was not captured.
  private func checkUnseen(_ other: inout TCPDirection, _ result: inout TCPAnalysis) {
    guard other.highestContiguous != 0, segment.isACK, SequenceNumber.isAfter(acknowledgment, other.highestContiguous)
    else { return }
    if SequenceNumber.isBefore(other.highestContiguous, other.next) {
      other.highestContiguous = other.next
      result.findings.insert(.ackLostSegment)
    } else {
      if other.duplicates == 0 { result.findings.insert(.ackLostSegment) }
      other.duplicates = -1
    }
    result.hasFindings = true
  }

  /// A segment that does not advance the sequence number was sent before or comes late.
  private func checkRepeat(_ own: TCPDirection, _ other: TCPDirection, _ result: inout TCPAnalysis) {
    var isBehind = own.next != 0 && SequenceNumber.isBefore(sequence, own.next)
    if length > 1, own.next &- 1 == sequence { isBehind = false }
    if length > 0, other.lastAcknowledgment != 0, !SequenceNumber.isAfter(end, other.lastAcknowledgment) {
      result.findings.insert(.spuriousRetransmission)
      return
    }
    guard isBehind else { return }
    let sinceAck = UInt64(bitPattern: time &- other.lastAcknowledgmentTime)
    // An acknowledgment of what was not captured counts as many.
    if other.duplicates >= 2 || other.duplicates == -1, other.lastAcknowledgment == sequence, sinceAck < 20_000_000 {
      result.findings.insert(.fastRetransmission)
      return
    }
    let sinceNext = UInt64(bitPattern: time &- own.nextTime)
    let threshold = UInt64(clamping: initialRoundTrip.map { $0 == 0 ? 3_000_000 : $0 } ?? 3_000_000)
    let isLast = own.next == end &+ (segment.isSYN || segment.isFIN ? 1 : 0)
    if sinceNext < threshold, !isLast {
      result.findings.insert(.outOfOrder)
      return
    }
    result.findings.insert(.retransmission)
    result.retransmissionDelay = time &- own.nextTime
    result.retransmissionOf = own.nextFrame
    // The oldest segment that is not acknowledged is taken for the one that is repeated.
    if let original = own.unacknowledged.first {
      result.retransmissionDelay = time &- original.time
      result.retransmissionOf = original.frame
    }
  }

  private func remember(_ own: inout TCPDirection, _ result: TCPAnalysis) {
    var next = end
    let isVirtual = segment.isSYN || segment.isFIN
    if length > 0 || isVirtual, own.unacknowledged.count < TCPDirection.mostUnacknowledged {
      if isVirtual { next &+= 1 }
      own.unacknowledged.append(.init(frame: frame, sequence: sequence, next: next, time: time))
    }
    let isProbe = result.findings.contains(.zeroWindowProbe)
    if own.next == 0 || SequenceNumber.isAfter(next, own.next), !isProbe {
      own.next = next
      own.nextFrame = frame
      own.nextTime = time
    }
    if sequence == own.highestContiguous || own.highestContiguous == 0, !isProbe {
      own.highestContiguous = own.next
    }
    own.window = segment.window
    own.isWindowUnseen = false
    own.lastAcknowledgment = acknowledgment
    own.lastAcknowledgmentTime = time
  }

  /// Takes out what this segment acknowledges.
  private func acknowledge(_ other: inout TCPDirection, _ result: inout TCPAnalysis) {
    // Newest first, so that of two that end alike the oldest is the one named.
    for index in other.unacknowledged.indices.reversed() {
      let waiting = other.unacknowledged[index]
      if acknowledgment == waiting.next {
        result.acknowledgedFrame = waiting.frame
        result.roundTrip = time &- waiting.time
        result.hasFindings = true
      } else if SequenceNumber.isAfter(acknowledgment, waiting.sequence),
        !SequenceNumber.isAfter(acknowledgment, waiting.next)
      {
        other.unacknowledged[index].sequence = acknowledgment
      }
    }
    other.unacknowledged.removeAll { !SequenceNumber.isAfter($0.next, acknowledgment) }
  }

  private func measureFlight(_ own: inout TCPDirection, _ other: TCPDirection, _ result: inout TCPAnalysis) {
    guard length > 0, own.knowsFlight, let newest = own.unacknowledged.last else { return }
    let base = own.base ?? 0
    var first = newest.sequence &- base
    var last = newest.next &- base
    for waiting in own.unacknowledged {
      first = min(first, waiting.sequence &- base)
      last = max(last, waiting.next &- base)
    }
    var flight = last &- first
    for block in other.selective { flight = flight &- (block.right &- block.left) }
    result.hasFindings = true
    if flight > 0, flight < 2_000_000_000 {
      result.bytesInFlight = flight &- (segment.isSYN || segment.isFIN ? 1 : 0)
    }
    let isPush = segment.flags & 8 != 0
    own.pushBytes = own.wasPushed ? UInt64(length) : own.pushBytes &+ UInt64(length)
    own.wasPushed = isPush
    result.pushBytes = own.pushBytes
  }
}
