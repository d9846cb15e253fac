/// How far one direction of a TCP connection has been seen, so that what is sent again is not taken for new.
struct StreamPosition: Sendable {
  private var next: UInt32?

  /// Where in a payload its new bytes start, and how many before them were not seen; nil if all were seen.
  mutating func advance(over count: Int, at sequence: UInt32) -> (start: Int, missing: Int)? {
    guard count > 0 else { return nil }
    let end = sequence &+ UInt32(truncatingIfNeeded: count)
    guard let expected = next else {
      next = end
      return (0, 0)
    }
    // Sequence numbers wrap; what is less than half their range ahead is ahead (RFC 9293 section 3.4).
    let ahead = Int32(bitPattern: sequence &- expected)
    guard Int32(bitPattern: end &- expected) > 0 else { return nil }
    next = end
    return ahead >= 0 ? (0, Int(ahead)) : (min(count, -Int(ahead)), 0)
  }

  mutating func restart(at sequence: UInt32) {
    next = sequence
  }
}
