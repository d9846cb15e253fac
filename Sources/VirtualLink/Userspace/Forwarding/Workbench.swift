import CLinux
import Glibc
import LinkConditions
import Wire

/// What both directions of a forwarder use in turn: the packets' memory, the batches, the profile, the tap.
struct Workbench: ~Copyable {
  /// All packets of a link together may take this much memory.
  static let memoryLimit = 256 << 20

  var pool = PacketPool(limitBytes: Workbench.memoryLimit)
  var arrivals = PacketBatch()
  var departures = PacketBatch()
  /// The slots that `arrivals` receives into: large ones, since nobody knows what comes.
  private(set) var rooms: [PacketPool.Handle] = []

  var profile: ProfileInForce
  private let tap: (any PacketTap)?
  private var lastSighting: Int64 = 0

  init(_ timeline: Timeline, tap: (any PacketTap)?) throws(LinkError) {
    profile = ProfileInForce(timeline)
    self.tap = tap
    for index in 0..<PacketBatch.capacity {
      guard let slot = pool.allocate(frameLength: pool.largestFrame) else {
        throw LinkError("get memory for packets", errno: ENOMEM)
      }
      rooms.append(slot)
      arrivals.offer(index, slot: slot, in: pool)
    }
  }

  var isTapped: Bool { tap != nil }

  /// Whether each packet is looked at, so that large sends must be cut.
  var looksAtPackets: Bool { isTapped || profile.watchesPackets }

  /// Lets the timeline see a packet that leaves the link.
  mutating func observe(_ handle: PacketPool.Handle, _ direction: LinkDirection, at instant: LinkInstant) {
    profile.observe(pool.frame(handle).span, direction, at: instant)
  }

  /// Shows a packet to the tap.
  mutating func show(_ handle: PacketPool.Handle, _ sighting: FrameSighting) {
    guard let tap else { return }
    var sighting = sighting
    lastSighting = max(lastSighting, sighting.timestamp.nanoseconds)
    sighting.timestamp = Timestamp(nanoseconds: lastSighting)
    tap.saw(pool.frame(handle).span, sighting)
  }

  /// The packet that was received into a room, moved to a slot of its own; nil if there is no memory for it.
  mutating func keep(room index: Int, length: Int) -> PacketPool.Handle? {
    let room = rooms[index]
    guard let slot = pool.allocate(frameLength: length > pool.smallFrame ? pool.largestFrame : length)
    else { return nil }
    pool.record(room).pointee.length = Int32(length)
    guard length > pool.smallFrame else {
      pool.copyMessage(from: room, to: slot)
      return slot
    }
    // A large send stays where it is, and its room is replaced.
    rooms[index] = slot
    arrivals.offer(index, slot: slot, in: pool)
    return room
  }
}
