import CLinux
import Glibc
import LinkConditions
import Wire

/// Receives frames at several places of a link, and shows them in the order of their timestamps.
struct WireTapReader: ~Copyable {
  private struct Seen {
    var sighting: FrameSighting
    var frame: [UInt8]
  }

  private var pool = PacketPool(limitBytes: 16 << 20)
  private var arrivals = PacketBatch()
  private var rooms: [PacketPool.Handle] = []
  private var seen: [Seen] = []
  private var lastShown: Int64 = 0
  /// The arrival of the previous frame, by socket.
  private var lastArrivals: [Int32: LinkInstant] = [:]
  private var uplink = PassageMatcher()
  private var downlink = PassageMatcher()
  private var profile: String
  /// Changes of the profile after the last frame that was shown.
  private var switches: ArraySlice<WireTap.Switch> = []
  private var clock = StampClock(now: EngineClock.now, wall: EngineClock.wall)
  private var steps = ClockSteps()
  private let tap: any PacketTap

  /// Nil if memory cannot be allocated.
  /// - Parameter profile: the name of the profile in force.
  init?(tap: any PacketTap, profile: String) {
    self.tap = tap
    self.profile = profile
    for index in 0..<PacketBatch.capacity {
      guard let slot = pool.allocate(frameLength: pool.largestFrame) else { return nil }
      rooms.append(slot)
      arrivals.offer(index, slot: slot, in: pool)
    }
  }

  /// Whether there are received frames that have not been shown.
  var isWaiting: Bool { !seen.isEmpty }

  /// Receives all frames that wait on a socket.
  mutating func receive(from socket: PacketSocket, _ direction: LinkDirection, _ place: FrameSighting.Place) {
    while arrivals.receive(from: socket) == 0 {
      let (now, wall) = EngineClock.both
      steps.look(now: now, wall: wall)
      if let step = clock.step(now: now, wall: wall) { tap.note(LinkNote(step, at: clock.timestamp(now))) }
      for index in 0..<arrivals.count {
        if arrivals[index].vlan_tag != 0 { arrivals.restoreTag(index) }
        let length = Int(arrivals[index].length) - PacketPool.offloadLength
        guard length > 0 else { continue }
        pool.record(rooms[index]).pointee.length = Int32(length)
        // The relay sends a connection request again that has crossed the link before.
        if pool.frame(rooms[index]).span.isFromRelay { continue }
        pool.completeChecksum(rooms[index])
        let arrival = Arrival(
          stampedAt: arrivals[index].wall_clock, now: now, wall: wall,
          after: lastArrivals[socket.descriptor] ?? LinkInstant(nanoseconds: .min), since: steps.last)
        lastArrivals[socket.descriptor] = arrival.instant
        let sighting = FrameSighting(
          timestamp: clock.timestamp(arrival.instant), direction: direction, place: place, fate: .unknown)
        seen.append(Seen(sighting: sighting, frame: Array(pool.frame(rooms[index]))))
      }
      guard arrivals.count == PacketBatch.capacity else { return }
    }
  }

  /// Records changes of the profile, in order.
  mutating func adopt(_ changes: [WireTap.Switch]) {
    switches += changes
  }

  /// Shows the frames up to a moment, or all of them, beginning with the oldest.
  mutating func show(until moment: LinkInstant?) {
    seen.sort { $0.sighting.timestamp < $1.sighting.timestamp }
    let last = moment.map { clock.timestamp($0) }
    let count = last.flatMap { last in seen.firstIndex { $0.sighting.timestamp > last } } ?? seen.count
    for index in 0..<count {
      takeSwitches(until: seen[index].sighting.timestamp)
      let one = seen[index]
      seen[index].sighting = explained(one)
      lastShown = max(lastShown, seen[index].sighting.timestamp.nanoseconds)
      seen[index].sighting.timestamp = Timestamp(nanoseconds: lastShown)
      let frame = seen[index].frame
      tap.saw(frame.span, seen[index].sighting)
    }
    seen.removeFirst(count)
    if seen.isEmpty { takeSwitches(until: last ?? Timestamp(nanoseconds: .max)) }
  }

  private mutating func takeSwitches(until moment: Timestamp) {
    while let change = switches.first, clock.timestamp(change.instant) <= moment {
      profile = change.profile
      tap.note(LinkNote(profile: change.profile, cause: change.cause, at: clock.timestamp(change.instant)))
      switches.removeFirst()
    }
  }

  /// The sighting with the fate that can be inferred from the frames at both ends.
  private mutating func explained(_ seen: Seen) -> FrameSighting {
    var sighting = seen.sighting
    sighting.profile = profile
    let time = sighting.timestamp.nanoseconds
    let isUp = sighting.direction == .uplink
    if sighting.place == .entering {
      isUp ? uplink.enter(seen.frame, at: time) : downlink.enter(seen.frame, at: time)
    } else if let passage = isUp ? uplink.leave(seen.frame) : downlink.leave(seen.frame) {
      sighting.fate = .delivered(delay: max(0, time - passage.entered))
      sighting.isCopy = passage.isCopy
      sighting.corruptedBit = passage.corruptedBit
      sighting.isMarked = passage.isMarked
    }
    return sighting
  }
}
