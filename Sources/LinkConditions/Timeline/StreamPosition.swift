/// How far one direction of a TCP connection has been seen, so that retransmitted bytes do not count as new.
struct StreamPosition: Sendable {
  private var next: UInt32?

  /// Returns where the new bytes of a payload start, and how many bytes before them were not seen; nil if there are no
  /// new bytes.
  mutating func advance(over count: Int, at sequence: UInt32) -> (start: Int, missing: Int)? {
    guard count > 0 else { return nil }
    let end = sequence &+ UInt32(truncatingIfNeeded: count)
    guard let expected = next else {
      next = end
      return (0, 0)
    }
    // Sequence numbers wrap. A number that is ahead by less than half their range is ahead (RFC 9293 section 3.4).
    let ahead = Int32(bitPattern: sequence &- expected)
    guard Int32(bitPattern: end &- expected) > 0 else { return nil }
    next = end
    return ahead >= 0 ? (0, Int(ahead)) : (min(count, -Int(ahead)), 0)
  }

  mutating func restart(at sequence: UInt32) {
    next = sequence
  }
}
