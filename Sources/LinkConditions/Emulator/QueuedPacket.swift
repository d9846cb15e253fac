/// A packet, or a copy of one, on its way through the link.
struct QueuedPacket: Comparable, Sendable {
  var due: LinkInstant
  /// The order of admission, which orders packets that are due at the same time.
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

  /// What the engine gets when the packet leaves.
  var departure: Departure {
    Departure(
      handle: handle, admitted: admitted, due: due, corruptedBit: corruptedBit < 0 ? nil : Int(corruptedBit),
      isMarked: isMarked, overtakes: overtakes)
  }
}
