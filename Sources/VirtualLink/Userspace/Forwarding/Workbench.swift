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
  /// Which names the addresses of the far side have.
  var names = HostNames()
  var rebinding = Rebinding()
  var replies = ReplyAllowance()
  /// Packets that the link itself has made, and the direction in which they go.
  var made: [(direction: LinkDirection, handle: PacketPool.Handle)] = []
  private var tap: (any PacketTap)?
  private(set) var clock = StampClock(now: EngineClock.now, wall: EngineClock.wall)
  private var lastSighting: Int64 = 0
  /// The edition of the profile that the tap has heard of.
  private var notedEdition = 0

  init(_ timeline: Timeline, tap: (any PacketTap)?, board: ProfileBoard) throws(LinkError) {
    profile = ProfileInForce(timeline, board: board)
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
  var looksAtPackets: Bool { isTapped || profile.watchesPackets || rebinding.isActive }

  /// Shows packets to one more tap from now on.
  mutating func add(_ tap: any PacketTap) {
    self.tap = self.tap.map { TapFan([$0, tap]) } ?? tap
  }

  /// A frame that the link has made, in a slot of its own; nil if there is no memory for it.
  mutating func keep(_ frame: [UInt8]) -> PacketPool.Handle? {
    guard let handle = pool.allocate(frameLength: frame.count) else { return nil }
    pool.offload(handle).pointee = virtio_net_hdr()
    let place = pool.frame(handle)
    for index in frame.indices { place[index] = frame[index] }
    return handle
  }

  /// Lets the timeline see a packet that leaves the link.
  mutating func observe(_ handle: PacketPool.Handle, _ direction: LinkDirection, at instant: LinkInstant) {
    profile.observe(pool.frame(handle).span, direction, at: instant)
  }

  /// Lets the tap know of something that has happened to the link itself.
  func note(_ text: String) {
    tap?.note(text)
  }

  /// Tells the tap if somebody has set the wall clock.
  mutating func noteClock(now: LinkInstant, wall: Int64) {
    guard isTapped, let step = clock.step(now: now, wall: wall) else { return }
    note(step)
  }

  /// Whether something that has just arrived is on the link's behalf.
  mutating func arrivalsHoldHousekeeping() -> Bool {
    for index in 0..<arrivals.count {
      let length = Int(arrivals[index].length) - PacketPool.offloadLength
      guard length > 0 else { continue }
      pool.record(rooms[index]).pointee.length = Int32(length)
      if Housekeeping(pool.frame(rooms[index]).span) != nil { return true }
    }
    return false
  }

  /// Learns names from a frame that has just arrived from the far side, if it is a DNS answer.
  mutating func watchNames(room index: Int, length: Int) {
    pool.record(rooms[index]).pointee.length = Int32(length)
    let frame = pool.frame(rooms[index]).span
    guard NameWatch.isCandidate(frame) else { return }
    NameWatch.learn(from: frame, into: &names)
  }

  /// Shows a packet to the tap.
  mutating func show(_ handle: PacketPool.Handle, _ sighting: FrameSighting) {
    guard let tap else { return }
    if notedEdition != profile.edition {
      notedEdition = profile.edition
      tap.note("profile: \(profile.profile.name), \(profile.cause)")
    }
    var sighting = sighting
    sighting.profile = profile.profile.name
    lastSighting = max(lastSighting, sighting.timestamp.nanoseconds)
    sighting.timestamp = Timestamp(nanoseconds: lastSighting)
    tap.saw(pool.frame(handle).span, sighting)
  }

  /// The packet that was received into a room, moved to a slot of its own; nil if there is no memory for it.
  mutating func keep(room index: Int, length: Int) -> PacketPool.Handle? {
    let room = rooms[index]
    let isCopied = length <= pool.longestCopied
    guard let slot = pool.allocate(frameLength: isCopied ? length : pool.largestFrame) else { return nil }
    pool.record(room).pointee.length = Int32(length)
    guard !isCopied else {
      pool.copyMessage(from: room, to: slot)
      return slot
    }
    // A very large send stays where it is, and its room is replaced.
    rooms[index] = slot
    arrivals.offer(index, slot: slot, in: pool)
    return room
  }
}
