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

  /// How many packets there are of a kind.
  func count(where isMeant: (QueuedPacket) -> Bool) -> Int {
    overtaking.count(where: isMeant) + inOrder.count(where: isMeant) + outOfOrder.unordered.count(where: isMeant)
  }

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

  /// Removes the packets that the closure chooses, and returns them in the order of their admission. Packets that
  /// overtake stay.
  mutating func remove(where isChosen: (QueuedPacket) -> Bool) -> [QueuedPacket] {
    let all = Array(inOrder) + outOfOrder.unordered
    let chosen = all.filter(isChosen)
    guard !chosen.isEmpty else { return [] }
    inOrder.removeAll(where: isChosen)
    outOfOrder = Heap(outOfOrder.unordered.filter { !isChosen($0) })
    return chosen.sorted { $0.sequence < $1.sequence }
  }

  /// The latest departure of the packets that do not overtake, without a DNS query's own delay. Nil if there is none.
  var latestDue: LinkInstant? {
    (Array(inOrder) + outOfOrder.unordered)
      .map { $0.due + LinkDuration(nanoseconds: -$0.apart.nanoseconds) }.max()
  }
}
