import LinkConditions

/// One direction of a link within the forwarder: its fates, its queue, what is on its way out.
struct DirectionState: ~Copyable {
  let direction: LinkDirection
  let ingress: PacketSocket
  let egress: PacketSocket
  var emulator: DirectionEmulator
  private var classifier: PacketClassifier
  private(set) var carriage: Carriage
  /// The edition of the profile that is in force here.
  private var edition: Int
  var statistics = DirectionStatistics()
  /// When the packet before arrived.
  var lastArrival = LinkInstant(nanoseconds: .min)
  /// What has left the emulator and the kernel has not taken yet; never more than a batch.
  var outgoing: [OutgoingPackets] = []
  /// Whether the kernel had no room for the last packet. Until it has, nothing more is received or departs.
  var isBlocked = false
  /// Whether one of our interfaces was down when last used; it may come up again, or be on its way out.
  var isInterfaceDown = false

  init(
    direction: LinkDirection, ingress: PacketSocket, egress: PacketSocket, seed: UInt64,
    bench: borrowing Workbench
  ) {
    self.direction = direction
    self.ingress = ingress
    self.egress = egress
    let profile = bench.profile.profile
    emulator = DirectionEmulator(profile, direction, seed: seed, startingAt: bench.profile.began)
    classifier = PacketClassifier(profile.selections)
    carriage = Carriage(profile, direction, isLookedAt: bench.looksAtPackets)
    edition = bench.profile.edition
    outgoing.reserveCapacity(PacketBatch.capacity)
  }

  /// When the next packet is due, or nil if none is queued or the kernel takes none.
  var nextDeparture: LinkInstant? {
    isBlocked ? nil : emulator.nextDeparture
  }

  /// Whether a frame that comes now may go straight on: nothing is decided about it and none is before it.
  var isStraight: Bool {
    carriage == .straight && outgoing.isEmpty && emulator.queuedPackets == 0
  }

  /// Throws if one of our interfaces is gone.
  func checkInterfaces() throws(LinkError) {
    for end in [ingress, egress] where !end.interfaceExists {
      throw LinkError("the link is broken: the interface \(end.interface) is gone")
    }
  }

  /// Puts the profile that is in force by now in force for the packets to come.
  mutating func adoptProfile(of bench: borrowing Workbench) {
    guard edition != bench.profile.edition else { return }
    emulator.change(to: bench.profile.profile, at: bench.profile.began)
    classify(by: bench)
  }

  /// Starts over with the profile that is in force: what is queued is lost, and the random numbers are those of the start.
  mutating func startOver(with bench: inout Workbench) {
    let dropped =
      outgoing + emulator.startOver(bench.profile.profile, at: bench.profile.began).map { OutgoingPackets($0) }
    outgoing.removeAll(keepingCapacity: true)
    for packets in dropped {
      bench.pool.release(packets.handle, holds: packets.holds)
      statistics.droppedByReset += packets.count
    }
    classify(by: bench)
  }

  private mutating func classify(by bench: borrowing Workbench) {
    edition = bench.profile.edition
    let profile = bench.profile.profile
    classifier = PacketClassifier(profile.selections)
    carriage = Carriage(profile, direction, isLookedAt: bench.looksAtPackets)
  }

  /// Looks at each packet from now on, because something has begun to rewrite them.
  mutating func lookAtPackets() {
    carriage = .perPacket
  }

  /// Which part of the traffic a frame is in.
  mutating func part(of frame: Span<UInt8>, in bench: borrowing Workbench) -> Int {
    bench.profile.profile.selections.isEmpty
      ? 0 : classifier.classify(PacketFacts(frame, direction), names: bench.names)
  }

  /// What has happened so far, with what the kernel had to drop before we could receive it.
  mutating func takeStatistics() -> DirectionStatistics {
    statistics.overruns += ingress.takeOverruns()
    statistics.queued = emulator.queuedPackets + outgoing.reduce(0) { $0 + $1.count }
    return statistics
  }
}
