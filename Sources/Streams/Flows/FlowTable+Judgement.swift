import Wire

// Which segments are part of the conversation (RFC 9293 section 3.10.7, RFC 5961).
extension FlowTable {
  /// Whether the receiver of a segment may have taken it. Of a RST that it does not take at once is remembered that it came.
  mutating func isAcceptable(
    _ segment: TCPSegment, _ slot: Int, _ side: FlowSide, _ consumer: inout some StreamConsumer
  ) -> Bool {
    let own = slot &* 2 &+ Int(side.rawValue)
    let start = streams[own].offset(of: segment.sequence)
    if segment.flags.contains(.syn) {
      // One that is not the conversation's own; a new conversation has been begun by now if it is to be.
      return streams[own].origin == nil || streams[own].isUnseen || start == -1
    }
    if segment.flags.contains(.rst) { return isAcceptableReset(segment, slot, side, at: start, &consumer) }
    let range = start..<start + Int64(segment.length)
    // Only the sender knows exactly where its stream continues.
    guard
      range.lowerBound == streams[own].said || streams[own].window.takes(range, acknowledged: streams[own].acknowledged)
    else {
      return areNoStrays(range, segment, slot, side)
    }
    // Whoever goes on did not take the RST.
    if !doubts.isEmpty, segment.flags.contains(.fin) || range.upperBound > streams[own].said { doubts[slot] = nil }
    return true
  }

  /// A RST counts where its sender has come to, or where its receiver has.
  private mutating func isAcceptableReset(
    _ segment: TCPSegment, _ slot: Int, _ side: FlowSide, at start: Int64, _ consumer: inout some StreamConsumer
  ) -> Bool {
    let (own, other) = (streams[slot &* 2 &+ Int(side.rawValue)], slot &* 2 &+ Int(side.other.rawValue))
    guard own.origin != nil else {
      // The answer to a SYN acknowledges it (RFC 9293 section 3.10.7.3).
      guard streams[other].hasSYN else { return true }
      return segment.flags.contains(.ack)
        && 0...streams[other].said + 1 ~= streams[other].offset(of: segment.acknowledgment)
    }
    if [own.acknowledged, own.next, own.said, own.said + 1].contains(start) || own.isUnseen {
      settleDoubt(slot, &consumer)
      return true
    }
    if start >= own.acknowledged, own.window.takes(start..<start, acknowledged: own.acknowledged), doubts[slot] == nil {
      doubts[slot] = DoubtfulReset(side: side, packet: last)
    }
    return false
  }

  /// Whether segments that look strange are a part of the conversation before which much is missing.
  private mutating func areNoStrays(_ range: Range<Int64>, _ segment: TCPSegment, _ slot: Int, _ side: FlowSide) -> Bool
  {
    let isStream: Bool
    if var known = strays[slot] {
      if known.side == side {
        isStream = known.add(range)
        strays[slot] = known
      } else {
        let acknowledged = streams[slot &* 2 &+ Int(side.other.rawValue)].offset(of: segment.acknowledgment)
        isStream = segment.flags.contains(.ack) && known.areAcknowledged(at: acknowledged)
        strays[slot] = StraySegments(side, range)
      }
    } else {
      strays[slot] = StraySegments(side, range)
      isStream = false
    }
    guard isStream else { return false }
    strays[slot] = nil
    streams[slot &* 2].window.forget()
    streams[slot &* 2 &+ 1].window.forget()
    return true
  }

  /// Ends a conversation by the RST that was doubted, since nothing came after it.
  mutating func settleDoubt(_ slot: Int, _ consumer: inout some StreamConsumer) {
    guard !doubts.isEmpty, let doubt = doubts.removeValue(forKey: slot) else { return }
    reset(slot, doubt.side, doubt.packet, &consumer)
  }

  /// Whether both ends of a conversation have spoken, and none has said that it ends.
  func isAlive(_ slot: Int) -> Bool {
    !flows[slot].isEnding && doubts[slot] == nil && !streams[slot &* 2].isUnseen && !streams[slot &* 2 &+ 1].isUnseen
  }

  mutating func challenge(_ slot: Int32, _ side: FlowSide, _ segment: TCPSegment) {
    if let known = challengers[slot], known.segment.sequence == segment.sequence {
      challengers[slot]?.count += 1
      return
    }
    challengers[slot] = Challenger(segment: segment, side: side, packet: last)
  }

  /// Begins the conversation that a SYN asked for.
  /// - Returns: the side of whoever showed that it was made.
  mutating func admit(
    _ challenger: Challenger, _ slot: Int32, _ key: FlowKey, isFromSameSide: Bool, _ consumer: inout some StreamConsumer
  ) -> FlowSide {
    let now = last
    let segment = challenger.segment
    summary.strays -= Int64(challenger.count)
    let isLower = FlowKey.make(source: segment.source, destination: segment.destination).isSourceLower
    replace(slot, key, segment, isLower, &consumer)
    last = challenger.packet
    let nothing: [UInt8] = []
    advance(Int(slot), .first, segment, nothing.span, &consumer)
    last = now
    return isFromSameSide ? .first : .second
  }
}
