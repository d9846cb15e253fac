import LinkConditions
import Wire

/// One direction of a link in the forwarder: its emulator, its queue, and its outgoing packets.
struct DirectionState: ~Copyable {
  let direction: LinkDirection
  let ingress: PacketSocket
  let egress: PacketSocket
  var emulator: DirectionEmulator
  private var classifier: PacketClassifier
  private(set) var carriage: Carriage
  /// The edition of the profile that this direction uses.
  private var edition: Int
  /// Whether the emulator needs to know the flow of each packet.
  private(set) var hashesFlows: Bool
  /// Whether a selection asks how the connection of a packet began.
  private var needsGreetings: Bool
  var statistics = DirectionStatistics()
  /// When the previous packet arrived.
  var lastArrival = LinkInstant(nanoseconds: .min)
  /// Packets that have left the emulator and that the kernel has not accepted yet; never more than a batch.
  var outgoing: [OutgoingPackets] = []
  /// Whether the kernel had no room for the last packet. Until it has room, nothing is received and nothing departs.
  var isBlocked = false
  /// Whether one of the interfaces was down when last used. It may come up again, or may be about to be removed.
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
    hashesFlows = profile.hasFlows(direction)
    needsGreetings = profile.selections.contains(where: \.selector.needsGreeting)
    outgoing.reserveCapacity(PacketBatch.capacity)
  }

  /// When the next packet is due, or nil if none is queued or the kernel accepts none.
  var nextDeparture: LinkInstant? {
    isBlocked ? nil : emulator.nextDeparture
  }

  /// Whether a frame that arrives now can be forwarded directly: nothing is decided about it, and no frame is queued
  /// before it.
  var isStraight: Bool {
    carriage == .straight && outgoing.isEmpty && emulator.queuedPackets == 0
  }

  /// Throws if one of the interfaces is gone.
  func checkInterfaces() throws(LinkError) {
    for end in [ingress, egress] where !end.interfaceExists {
      throw LinkError("the link is broken: the interface \(end.interface) is gone")
    }
  }

  /// Applies the profile that is now in force to the packets that follow, and to those that wait, as the switch says.
  mutating func adoptProfile(of bench: inout Workbench) {
    guard edition != bench.profile.edition else { return }
    let treatment = bench.profile.takeTreatment(for: direction)
    let before = emulator.conditions(ofPart: 0).discipline
    let changed = emulator.change(to: bench.profile.profile, queued: treatment, at: bench.profile.began)
    if changed > 0, treatment == .rerate {
      let packets =
        changed == 1
        ? "1 packet that waits on the \(direction) is" : "\(changed) packets that wait on the \(direction) are"
      bench.note("\(packets) sent at the bandwidth of \(bench.profile.profile.name)")
    }
    releaseDiscarded(by: before, with: &bench)
    classify(by: bench)
  }

  /// Releases the packets that were dropped after they had been queued, counts them, and tells the tap.
  mutating func releaseDiscarded(with bench: inout Workbench) {
    releaseDiscarded(by: emulator.conditions(ofPart: 0).discipline, with: &bench)
  }

  private mutating func releaseDiscarded(by discipline: QueueDiscipline, with bench: inout Workbench) {
    let discarded = emulator.takeDiscarded()
    guard !discarded.isEmpty else { return }
    for packet in discarded {
      bench.pool.release(packet.handle)
      statistics.count(1, droppedBy: packet.reason)
    }
    guard bench.isTapped else { return }
    for words in DiscardWords.lines(discarded, direction, discipline) { bench.note(words) }
  }

  /// Starts over with the profile in force: queued packets are lost, and the random numbers begin again.
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
    hashesFlows = profile.hasFlows(direction)
    needsGreetings = profile.selections.contains(where: \.selector.needsGreeting)
  }

  /// Handles each packet separately from now on, because packets are inspected or rewritten.
  mutating func lookAtPackets() {
    carriage = .perPacket
  }

  /// The part of the traffic that a frame belongs to.
  mutating func part(of handle: PacketPool.Handle, in bench: inout Workbench) -> Int {
    guard !bench.profile.profile.selections.isEmpty else { return 0 }
    let frame = bench.pool.frame(handle).span
    let headers = PacketHeaders(frame, linkType: .ethernet)
    var facts = PacketFacts(headers, frame, direction)
    if needsGreetings { facts.greeting = bench.greetings.greeting(of: headers, frame, direction) }
    return classifier.classify(facts, names: bench.names)
  }

  /// The counters so far, including packets that the kernel dropped before they could be received.
  mutating func takeStatistics() -> DirectionStatistics {
    statistics.overruns += ingress.takeOverruns()
    statistics.queued = emulator.queuedPackets + outgoing.reduce(0) { $0 + $1.count }
    return statistics
  }
}

extension Profile {
  /// Whether a queue of this direction has parts for single flows.
  fileprivate func hasFlows(_ direction: LinkDirection) -> Bool {
    ([self[direction]] + selections.map { $0[direction] }).contains {
      if case .fqCodel = $0.discipline { true } else { false }
    }
  }
}
