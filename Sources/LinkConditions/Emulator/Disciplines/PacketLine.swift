internal import DequeModule

/// Packets in order of arrival, with the sum of their lengths, and what was dropped of them.
struct PacketLine: Sendable {
  private var packets = Deque<QueuedPacket>()
  /// The lengths of all packets together.
  private(set) var bytes = 0
  private(set) var discarded: [Discarded] = []

  var count: Int { packets.count }

  mutating func append(_ packet: QueuedPacket) {
    packets.append(packet)
    bytes += packet.length
  }

  mutating func takeFirst() -> QueuedPacket? {
    guard let packet = packets.popFirst() else { return nil }
    bytes -= packet.length
    return packet
  }

  mutating func discard(_ packet: QueuedPacket, at now: LinkInstant, _ reason: Admission.Drop) {
    discarded.append(packet.discarded(at: now, reason))
  }

  mutating func removeAll() -> [QueuedPacket] {
    defer {
      packets = []
      bytes = 0
    }
    return Array(packets)
  }

  mutating func takeDiscarded() -> [Discarded] {
    guard !discarded.isEmpty else { return [] }
    defer { discarded = [] }
    return discarded
  }
}
