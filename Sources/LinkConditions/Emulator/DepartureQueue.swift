internal import DequeModule
internal import HeapModule

/// Packets in order of departure; first in, first out among packets that are due at the same time.
///
/// Nearly every packet is due after the packets before it. Such packets go to the end of a ring, in constant time. A
/// heap holds the others: packets with jitter, and DNS queries with their own delay.
struct DepartureQueue: Sendable {
  private var overtaking = Deque<QueuedPacket>()
  private var inOrder = Deque<QueuedPacket>()
  private var outOfOrder = Heap<QueuedPacket>()

  var count: Int { overtaking.count + inOrder.count + outOfOrder.count }

  /// Inserts a packet at its place. A packet with its own delay (`isApart`) goes to the heap and not to the ring.
  mutating func insert(_ packet: QueuedPacket, isApart: Bool) {
    if isApart {
      outOfOrder.insert(packet)
    } else if let last = inOrder.last, packet.due < last.due {
      outOfOrder.insert(packet)
    } else {
      inOrder.append(packet)
    }
  }

  /// Inserts a packet before all others, whatever its departure time. The last packet inserted this way is the first.
  mutating func insertFirst(_ packet: QueuedPacket) {
    overtaking.prepend(packet)
  }

  /// The packet that overtakes all others, if there is one.
  var firstOvertaking: QueuedPacket? { overtaking.first }

  /// The packet that is due first, among those that do not overtake.
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
