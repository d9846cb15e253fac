import CLinux
import Glibc
import LinkConditions
import Wire

/// What both directions of a forwarder share: the packets' memory, the batches, the profile, and the tap.
struct Workbench: ~Copyable {
  /// The most memory that all packets of a link together may use.
  static let memoryLimit = 256 << 20

  var pool = PacketPool(limitBytes: Workbench.memoryLimit)
  var arrivals = PacketBatch()
  var departures = PacketBatch()
  /// The slots that `arrivals` receives into. They are large, because the length of the next frame is unknown.
  private(set) var rooms: [PacketPool.Handle] = []

  var profile: ProfileInForce
  /// The names of the far side's addresses.
  var names = HostNames()
  /// How the connections on the link began.
  var greetings = GreetingWatch()
  var rebinding = Rebinding()
  var replies = ReplyAllowance()
  /// Packets that the link itself has made, with their direction.
  var made: [(direction: LinkDirection, handle: PacketPool.Handle)] = []
  private var tap: (any PacketTap)?
  private(set) var clock = StampClock(now: EngineClock.now, wall: EngineClock.wall)
  var steps = ClockSteps()
  private var lastSighting: Int64 = 0
  /// The edition of the profile that was last reported to the tap.
  private var notedEdition = 0

  init(
    _ timeline: Timeline, tap: (any PacketTap)?, board: ProfileBoard, history: PhaseHistory,
    insight: (any ConversationInsight)?
  ) throws(LinkError) {
    profile = ProfileInForce(timeline, board: board, history: history, insight: insight)
    self.tap = tap
    for index in 0..<PacketBatch.capacity {
      guard let slot = pool.allocate(frameLength: pool.largestFrame) else {
        throw LinkError("allocate memory for packets", errno: ENOMEM)
      }
      rooms.append(slot)
      arrivals.offer(index, slot: slot, in: pool)
    }
  }

  var isTapped: Bool { tap != nil }

  /// Whether each packet is inspected, so that large sends must be split.
  var looksAtPackets: Bool { isTapped || profile.watchesPackets || rebinding.isActive }

  /// Adds a tap.
  mutating func add(_ tap: any PacketTap) {
    self.tap = self.tap.map { TapFan([$0, tap]) } ?? tap
  }

  /// Stores a frame that the link has made in a slot of its own. Returns nil if there is no memory for it.
  mutating func keep(_ frame: [UInt8]) -> PacketPool.Handle? {
    guard let handle = pool.allocate(frameLength: frame.count) else { return nil }
    pool.offload(handle).pointee = virtio_net_hdr()
    let place = pool.frame(handle)
    for index in frame.indices { place[index] = frame[index] }
    return handle
  }

  /// Lets the timeline observe a packet that leaves the link.
  mutating func observe(_ handle: PacketPool.Handle, _ direction: LinkDirection, at instant: LinkInstant) {
    let frame = pool.frame(handle).span
    let greeting = greetings.greeting(of: PacketHeaders(frame, linkType: .ethernet), frame, direction)
    profile.observe(frame, direction, at: instant, greeting)
  }

  /// Tells the tap about an event that happened to the link itself.
  func note(_ text: String) {
    tap?.note(LinkNote(text, at: clock.timestamp(EngineClock.now)))
  }

  /// Tells the tap about the profile in force, if it is another one than it was told of last.
  mutating func noteProfile() {
    guard let tap, notedEdition != profile.edition else { return }
    notedEdition = profile.edition
    tap.note(LinkNote(profile: profile.profile.name, cause: profile.cause, at: clock.timestamp(profile.began)))
  }

  /// Notices whether the wall clock was set, and tells the tap if it was.
  mutating func noteClock(now: LinkInstant, wall: Int64) {
    steps.look(now: now, wall: wall)
    guard isTapped, let step = clock.step(now: now, wall: wall) else { return }
    note(step)
  }

  /// Whether the batch that has just arrived contains a housekeeping frame.
  mutating func arrivalsHoldHousekeeping() -> Bool {
    for index in 0..<arrivals.count {
      let length = Int(arrivals[index].length) - PacketPool.offloadLength
      guard length > 0 else { continue }
      pool.record(rooms[index]).pointee.length = Int32(length)
      if Housekeeping(pool.frame(rooms[index]).span) != nil { return true }
    }
    return false
  }

  /// Learns from a frame that has just arrived: names, if it is a DNS answer from the far side, and how connections begin.
  mutating func watch(room index: Int, length: Int, _ direction: LinkDirection) {
    pool.record(rooms[index]).pointee.length = Int32(length)
    let frame = pool.frame(rooms[index]).span
    if direction == .downlink, NameWatch.isCandidate(frame) { NameWatch.learn(from: frame, into: &names) }
    guard greetings.isCandidate(frame, direction) else { return }
    let largeSend = pool.largeSend(rooms[index])
    greetings.learn(from: frame, direction, segment: largeSend?.transport == .udp ? largeSend?.segmentPayload : nil)
  }

  /// Shows a packet to the tap.
  mutating func show(_ handle: PacketPool.Handle, _ sighting: FrameSighting) {
    guard let tap else { return }
    noteProfile()
    var sighting = sighting
    sighting.profile = profile.profile.name
    lastSighting = max(lastSighting, sighting.timestamp.nanoseconds)
    sighting.timestamp = Timestamp(nanoseconds: lastSighting)
    tap.saw(pool.frame(handle).span, sighting)
  }

  /// Moves a packet from the slot that it was received into to a slot of its own. Returns nil if there is no memory
  /// for it.
  mutating func keep(room index: Int, length: Int) -> PacketPool.Handle? {
    let room = rooms[index]
    let isCopied = length <= pool.longestCopied
    guard let slot = pool.allocate(frameLength: isCopied ? length : pool.largestFrame) else { return nil }
    pool.record(room).pointee.length = Int32(length)
    guard !isCopied else {
      pool.copyMessage(from: room, to: slot)
      return slot
    }
    // A very large send stays in its slot, and a new slot takes its place.
    rooms[index] = slot
    arrivals.offer(index, slot: slot, in: pool)
    return room
  }
}
