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
  var isECNCapable: Bool
  var isDNSQuery: Bool
  var overtakes = false
  /// A hash of the flow that the packet belongs to.
  var flow: UInt32

  /// The bytes that the bandwidth counts, as far as they were not sent before the bandwidth changed.
  var billed: UInt64
  /// How long it travels after it has been sent, in nanoseconds.
  var travel: Int64 = 0
  /// When its last bit is sent. Before that, it waits, or is being sent.
  var sent = LinkInstant(nanoseconds: .min)
  /// How long it takes to send.
  var sending = LinkDuration.zero
  /// A DNS query's own delay, which is part of `due`.
  var apart = LinkDuration.zero
  /// Whether the conditions of DNS queries have been applied.
  var hasPassedDNS = false

  init(
    _ packet: LinkPacket, sequence: UInt64, at now: LinkInstant, corruptedBit: Int32, isMarked: Bool,
    accounting: ByteAccounting
  ) {
    due = now
    self.sequence = sequence
    admitted = now
    handle = packet.handle
    frameLength = packet.frameLength
    self.corruptedBit = corruptedBit
    self.isMarked = isMarked
    isECNCapable = packet.isECNCapable
    isDNSQuery = packet.isDNSQuery
    flow = packet.flow
    billed = accounting.billed(packet)
  }

  static func < (lhs: QueuedPacket, rhs: QueuedPacket) -> Bool {
    (lhs.due, lhs.sequence) < (rhs.due, rhs.sequence)
  }

  /// What a queue counts as its length, as the kernel does: the frame with its Ethernet header.
  var length: Int { Int(max(0, frameLength)) }

  /// Whether it has not been sent completely.
  func isUnsent(at now: LinkInstant) -> Bool { sent > now && !overtakes }

  /// Whether its first bit has not been sent.
  func waits(at now: LinkInstant) -> Bool { isUnsent(at: now) && (sent - now) > sending }

  /// What the engine gets when the packet leaves.
  var departure: Departure {
    Departure(
      handle: handle, admitted: admitted, due: due, corruptedBit: corruptedBit < 0 ? nil : Int(corruptedBit),
      isMarked: isMarked, overtakes: overtakes)
  }

  func discarded(at instant: LinkInstant, _ reason: Admission.Drop) -> Discarded {
    Discarded(handle: handle, admitted: admitted, instant: instant, reason: reason)
  }
}
