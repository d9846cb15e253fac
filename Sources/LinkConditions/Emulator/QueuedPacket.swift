/// A packet, or a copy of one, on its way through the link.
struct QueuedPacket: Comparable, Sendable {
  var due: LinkInstant
  /// The order of admission, which decides between packets that are due together.
  var sequence: UInt64
  var admitted: LinkInstant
  var handle: Int32
  var frameLength: Int32
  /// The bit to flip, or -1.
  var corruptedBit: Int32
  var isMarked: Bool
  var overtakes = false

  static func < (lhs: QueuedPacket, rhs: QueuedPacket) -> Bool {
    (lhs.due, lhs.sequence) < (rhs.due, rhs.sequence)
  }

  /// What the engine is told when it leaves.
  var departure: Departure {
    Departure(
      handle: handle, admitted: admitted, due: due, corruptedBit: corruptedBit < 0 ? nil : Int(corruptedBit),
      isMarked: isMarked, overtakes: overtakes)
  }
}
