import DequeModule
package import Wire

/// Puts fragments of IPv4 and IPv6 together within a bound; packets that stay incomplete go when others need the room,
/// those first that got nothing for longest.
///
/// Where fragments overlap, the one that begins earlier counts, then the one that came first, as in Wireshark; the
/// result says so.
package struct FragmentAssembler {
  /// The longest IP packet.
  private static let longest = 65_535

  package private(set) var counts = FragmentCounts()
  /// What waits, in bytes with overhead.
  package private(set) var heldBytes = 0
  private let budget: Int
  private var partials: [FragmentKey: PartialPacket] = [:]
  /// The packets in the order of use; an entry with another age than its packet is out of date.
  private var uses: Deque<(key: FragmentKey, age: Int)> = []
  private var clock = 0

  /// - Parameter budget: the most bytes that wait at a time.
  package init(budget: Int = 4 << 20) {
    self.budget = budget
  }

  /// Takes a fragment; gives the packet if it is whole now.
  package mutating func add(_ payload: Span<UInt8>, _ place: FragmentPlace, _ key: FragmentKey, frame: Int)
    -> ReassembledPacket?
  {
    guard payload.count > 0, place.offset >= 0, place.offset <= Self.longest - payload.count else { return nil }
    clock += 1
    var partial = partials.removeValue(forKey: key) ?? PartialPacket()
    if partial.cost > PartialPacket.overhead { heldBytes -= partial.cost }
    if partial.isFull {
      giveUp(partial)
      partial = PartialPacket()
    }
    partial.age = clock
    partial.add(payload, place, frame: frame)
    if let whole = partial.joined() {
      if whole.flaws.contains(.conflict) { counts.conflicts += 1 }
      return whole
    }
    heldBytes += partial.cost
    partials[key] = partial
    remember(key)
    return nil
  }

  /// Takes the fragment in a frame; gives its packet if it is whole now, as a frame of its own that has the number and
  /// time of this one.
  package mutating func join(_ headers: PacketHeaders, _ frame: Frame, _ bytes: Span<UInt8>) -> (
    frame: Frame, bytes: [UInt8]
  )? {
    guard let fragment = IPFragment(headers, bytes),
      let whole = add(bytes.extracting(fragment.payload), fragment.place, fragment.key, frame: frame.number)
    else { return nil }
    let packet = IPFragment.packet(fragment.key, whole.bytes)
    let rebuilt = Frame(
      number: frame.number, timestamp: frame.timestamp, linkType: .raw, originalLength: packet.count)
    return (rebuilt, packet)
  }

  private mutating func remember(_ key: FragmentKey) {
    uses.append((key, clock))
    while heldBytes > budget, let oldest = uses.popFirst() {
      guard isCurrent(oldest), let partial = partials.removeValue(forKey: oldest.key) else { continue }
      heldBytes -= partial.cost
      giveUp(partial)
    }
    if uses.count > 2 * partials.count + 64 {
      uses = Deque(uses.filter { isCurrent($0) })
    }
  }

  private func isCurrent(_ use: (key: FragmentKey, age: Int)) -> Bool { partials[use.key]?.age == use.age }

  private mutating func giveUp(_ partial: PartialPacket) {
    counts.evictedPackets += 1
    counts.evictedBytes += partial.cost
  }
}
