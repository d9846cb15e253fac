import Wire

/// A SYN on the ends of a conversation that is still going on. A host that has the connection does not take it for a new one (RFC 5961
/// section 4); if the other end answers it, the old one was gone.
struct Challenger {
  var segment: TCPSegment
  var side: FlowSide
  var packet: PacketMark
  /// The number of times that it was sent so far, each time without being accepted.
  var count = 1

  /// Whether a segment shows that the connection was made: the other end's SYN, or what the side itself says after its own.
  func isConfirmed(by segment: TCPSegment, from side: FlowSide) -> Bool {
    let begun = self.segment.sequence &+ 1
    if segment.flags.contains(.syn) {
      return side != self.side && segment.flags.contains(.ack) && segment.acknowledgment == begun
    }
    return side == self.side && segment.flags.contains(.ack) && !segment.flags.contains(.rst)
      && segment.sequence == begun
  }
}

/// A RST within the receiver's window but not at the number that it expects. A host ignores it and asks the sender whether it
/// means it (RFC 5961 section 3). If the conversation goes on, it was ignored; if not, packets are missing in the capture.
struct DoubtfulReset {
  var side: FlowSide
  var packet: PacketMark
}

/// Segments that no receiver would take. Where one follows the other, or the other end acknowledges them, it is the capture that
/// lacks what was between.
struct StraySegments {
  /// How many segments in a row are not a coincidence.
  private static let convincing = 4

  var side: FlowSide
  private var range: Range<Int64>
  private var count = 1

  init(_ side: FlowSide, _ range: Range<Int64>) {
    self.side = side
    self.range = range
  }

  /// Takes the next one of the same side; says whether they are a stream.
  mutating func add(_ next: Range<Int64>) -> Bool {
    count = next.lowerBound == range.upperBound && !next.isEmpty ? count + 1 : 1
    range = next
    return count >= Self.convincing
  }

  /// Whether the other end, whose own segment is a stray too, has these.
  func areAcknowledged(at offset: Int64) -> Bool { !range.isEmpty && offset == range.upperBound }
}
