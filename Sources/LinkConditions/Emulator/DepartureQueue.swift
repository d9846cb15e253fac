internal import DequeModule
internal import HeapModule

/// Packets in the order in which they are due, first in first out where they are due together.
///
/// Nearly all packets are due after those before them; they go to the end of a ring, in constant time. A heap takes the
/// others: after jitter, and DNS queries that wait apart.
struct DepartureQueue: Sendable {
  private var overtaking = Deque<QueuedPacket>()
  private var inOrder = Deque<QueuedPacket>()
  private var outOfOrder = Heap<QueuedPacket>()

  var count: Int { overtaking.count + inOrder.count + outOfOrder.count }

  /// Puts a packet in its place. One that waits apart (`isApart`) leaves the ring to those that do not.
  mutating func insert(_ packet: QueuedPacket, isApart: Bool) {
    if isApart {
      outOfOrder.insert(packet)
    } else if let last = inOrder.last, packet.due < last.due {
      outOfOrder.insert(packet)
    } else {
      inOrder.append(packet)
    }
  }

  /// Puts a packet before all others, the last so put first, whatever they are due.
  mutating func insertFirst(_ packet: QueuedPacket) {
    overtaking.prepend(packet)
  }

  /// The packet that overtakes all, if there is one.
  var firstOvertaking: QueuedPacket? { overtaking.first }

  /// The packet that is due first among those that do not overtake.
  var first: QueuedPacket? {
    guard let other = outOfOrder.min else { return inOrder.first }
    guard let next = inOrder.first else { return other }
    return min(next, other)
  }

  mutating func removeFirstOvertaking() -> QueuedPacket? {
    overtaking.popFirst()
  }

  mutating func removeFirst() -> QueuedPacket? {
    guard let other = outOfOrder.min else { return inOrder.popFirst() }
    guard let next = inOrder.first, next < other else { return outOfOrder.popMin() }
    return inOrder.popFirst()
  }
}
