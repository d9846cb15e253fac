import Streams

/// Which segments wait to be acknowledged, and what follows from it: round-trip times, what is in flight, and the original of a
/// retransmission. `own` is what a segment's sender has sent before, `other` what the other end has.
struct TCPFlight {
  var segment: TCPSegmentFields
  var frame: Int
  var time: Int64
  /// The sequence number after the segment.
  var end: UInt32

  /// Adds to what the rules have said of the segment.
  func apply(_ own: inout TCPDirection, _ other: inout TCPDirection, _ result: inout TCPAnalysis) {
    // After a missing segment, the bytes in flight are unknown until the other end acknowledges something.
    if segment.isACK { other.knowsFlight = true }
    if result.findings.contains(.lostSegment) { own.knowsFlight = false }
    // The oldest segment that is not acknowledged is taken for the one that is repeated.
    if result.findings.contains(.retransmission), let original = own.unacknowledged.first {
      result.retransmissionDelay = time &- original.time
      result.retransmissionOf = original.frame
    }
    if segment.length > 0 || segment.isSYN || segment.isFIN, own.unacknowledged.count < TCPDirection.mostUnacknowledged
    {
      own.unacknowledged.append(.init(frame: frame, sequence: segment.sequence, next: end, time: time))
    }
    acknowledge(&other, &result)
    measure(&own, other, &result)
    own.selective = Array(segment.options.selective.prefix(4))
  }

  /// Takes out what this segment acknowledges.
  private func acknowledge(_ other: inout TCPDirection, _ result: inout TCPAnalysis) {
    let acknowledgment = segment.acknowledgment
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

  private func measure(_ own: inout TCPDirection, _ other: TCPDirection, _ result: inout TCPAnalysis) {
    guard segment.length > 0, own.knowsFlight, let newest = own.unacknowledged.last else { return }
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
    let length = UInt64(segment.length)
    own.pushBytes = own.wasPushed ? length : own.pushBytes &+ length
    own.wasPushed = segment.flags & 8 != 0
    result.pushBytes = own.pushBytes
  }
}
