/// One direction of a link: what happens to a packet, and when.
///
/// Pure: instants come in as parameters, randomness from the seed. The order of decisions, and of the draws behind them, is
/// that of netem's enqueue (Linux 6.12 `net/sched/sch_netem.c`), so that a seed gives the same fates as the kernel. What
/// netem leaves to chance even with a seed (the first value of a correlation, which bit is flipped, when slots open) comes
/// from a second generator, so that here a seed repeats everything.
public struct LinkEmulator: Sendable {
  /// The conditions in force.
  public private(set) var conditions: DirectionConditions

  private var generator: LFSR113
  private var incidental: LFSR113
  private var loss: LossState
  private var duplication: CorrelatedDraw
  private var corruption: CorrelatedDraw
  private var overtaking: CorrelatedDraw
  private var delays: CorrelatedDraw
  private var slotDraws: CorrelatedDraw

  private var queue = DepartureQueue()
  private var queueLimit: QueueLimit?
  private var transmitter = Transmitter()
  private var slotClock = SlotClock()
  private var sequence: UInt64 = 0
  /// The latest instant for which a packet was queued, a DNS query's own delay not counted.
  private var latestDue = LinkInstant(nanoseconds: .min)
  /// How many packets have gone the ordinary way since one overtook.
  private var sinceOvertaking: UInt32 = 0

  /// Starts with an empty queue.
  /// - Parameter seed: repeats all random decisions; what the kernel would be given as `TCA_NETEM_PRNG_SEED`.
  public init(conditions: DirectionConditions, seed: UInt64) {
    self.conditions = conditions
    queueLimit = conditions.queue ?? .usual(for: conditions)
    generator = LFSR113(seed: seed)
    incidental = LFSR113(seed: RunSeed.mixed(seed))
    loss = LossState(draw: CorrelatedDraw(last: incidental.next()))
    duplication = CorrelatedDraw(last: incidental.next())
    corruption = CorrelatedDraw(last: incidental.next())
    overtaking = CorrelatedDraw(last: incidental.next())
    delays = CorrelatedDraw(last: incidental.next())
    slotDraws = CorrelatedDraw(last: incidental.next())
  }

  /// Decides about a packet and queues it.
  public mutating func admit(_ packet: LinkPacket, at now: LinkInstant) -> Admission {
    let admission = enqueue(packet, at: now, isCopy: false)
    prepareSlot()
    return admission
  }

  /// When the next packet is due, or nil if none is queued.
  public var nextDeparture: LinkInstant? {
    if let packet = queue.firstOvertaking { return packet.due }
    guard let packet = queue.first else { return nil }
    return conditions.slots == nil ? packet.due : slotClock.departure(of: packet.due)
  }

  /// Removes and returns the next packet that is due at `now`, or nil if none is.
  public mutating func depart(at now: LinkInstant) -> Departure? {
    guard let departs = nextDeparture, departs <= now else { return nil }
    if let packet = queue.removeFirstOvertaking() { return packet.departure }
    guard let packet = queue.removeFirst() else { return nil }
    guard let slots = conditions.slots else { return packet.departure }
    slotClock.count(packet.frameLength, at: departs, slots: slots, draw: &slotDraws, from: &incidental)
    prepareSlot()
    var departure = packet.departure
    departure.due = departs
    return departure
  }

  /// Puts other conditions in force. Queued packets keep the departure they were given, as with netem's change; packets
  /// that come after them keep behind them only if there is a bandwidth.
  public mutating func change(to conditions: DirectionConditions) {
    if conditions.loss != self.conditions.loss {
      loss = LossState(draw: CorrelatedDraw(last: incidental.next()))
    }
    if conditions.bandwidth != self.conditions.bandwidth { transmitter.forgetRemainder() }
    if conditions.reorder != self.conditions.reorder { sinceOvertaking = 0 }
    if conditions.slots != self.conditions.slots { slotClock = SlotClock() }
    self.conditions = conditions
    queueLimit = conditions.queue ?? .usual(for: conditions)
    prepareSlot()
  }

  /// How many packets (copies counted) are queued.
  public var queuedPackets: Int { queue.count }

  // MARK: netem's enqueue

  private mutating func enqueue(
    _ packet: LinkPacket, at now: LinkInstant, isCopy: Bool, isMarked: Bool = false
  ) -> Admission {
    let isDuplicated = !isCopy && duplication.happens(conditions.duplicate, from: &generator)
    var copies = isDuplicated ? 2 : 1
    var isMarked = isMarked
    if loss.isLost(by: conditions.loss, from: &generator) {
      if conditions.marksInsteadOfLosing && packet.isECNCapable {
        isMarked = true
      } else {
        copies -= 1
      }
    }
    // A packet that is both duplicated and lost is one packet, as if nothing had happened.
    guard copies > 0 else { return Admission(queuedCopies: 0, drop: .loss) }

    let corruptedBit = corruption.happens(conditions.corrupt, from: &generator) ? bitToFlip(in: packet) : -1
    guard !isFull(for: packet, at: now) else {
      return Admission(queuedCopies: 0, copies: copies, drop: .queueLimit)
    }
    var admission = Admission(queuedCopies: 0, copies: copies)
    if copies == 2 {
      // The copy is a packet of its own, and is queued before the original.
      let copy = enqueue(packet, at: now, isCopy: true, isMarked: isMarked)
      admission.queuedCopies = copy.queuedCopies
      admission.drop = copy.drop
    }
    let entry = QueuedPacket(
      due: now, sequence: sequence, admitted: now, handle: packet.handle, frameLength: packet.frameLength,
      corruptedBit: corruptedBit, isMarked: isMarked)
    sequence &+= 1
    if overtakes() {
      sinceOvertaking = 0
      queue.insertFirst(entry)
      admission.queuedCopies += 1
    } else if queueInOrder(entry, packet: packet, at: now) {
      admission.queuedCopies += 1
    } else {
      admission.drop = .loss
    }
    return admission
  }

  private mutating func overtakes() -> Bool {
    guard let reorder = conditions.reorder, sinceOvertaking >= reorder.gap - 1 else { return false }
    // Unlike the other decisions this one draws even where the probability is none.
    let draw = overtaking.next(correlation: reorder.overtaking.correlation, from: &generator)
    return reorder.overtaking.probability.rawValue >= draw
  }

  /// Gives a packet its departure; false if it is a DNS query and lost as such.
  private mutating func queueInOrder(_ entry: QueuedPacket, packet: LinkPacket, at now: LinkInstant) -> Bool {
    if sinceOvertaking < .max { sinceOvertaking += 1 }
    var entry = entry
    entry.due = now + LinkDuration(nanoseconds: drawDelay())
    if let bandwidth = conditions.bandwidth {
      // Propagation overlaps with waiting: the packet is sent after the one before it, and travels meanwhile.
      if latestDue > now { entry.due = max(entry.due, latestDue) }
      entry.due = entry.due + transmitter.send(conditions.accounting.billed(packet), at: now, bandwidth: bandwidth)
    }
    latestDue = max(latestDue, entry.due)
    let isApart = packet.isDNSQuery && conditions.dnsDelay > .zero
    if packet.isDNSQuery, conditions.dnsLoss != .never, conditions.dnsLoss.rawValue >= incidental.next() {
      return false
    }
    if isApart { entry.due = entry.due + conditions.dnsDelay }
    queue.insert(entry, isApart: isApart)
    return true
  }

  private mutating func drawDelay() -> Int64 {
    guard conditions.jitter > .zero else { return conditions.delay.nanoseconds }
    let spread = DelaySpread(
      middle: conditions.delay, deviation: conditions.jitter, distribution: conditions.distribution,
      correlation: conditions.delayCorrelation)
    return spread.draw(&delays, from: &generator)
  }

  private func isFull(for packet: LinkPacket, at now: LinkInstant) -> Bool {
    switch queueLimit {
    case nil: return false
    case .packets(let limit): return queue.count >= limit
    case .time(let limit): return conditions.bandwidth != nil && transmitter.wait(at: now) > limit
    case .bytes(let limit):
      guard let bandwidth = conditions.bandwidth else { return false }
      let wait = transmitter.wait(at: now)
      let own = bandwidth.duration(ofBytes: Int(clamping: conditions.accounting.billed(packet)))
      return wait > .zero && wait + own > bandwidth.duration(ofBytes: limit)
    }
  }

  private mutating func bitToFlip(in packet: LinkPacket) -> Int32 {
    let bits = UInt64(max(1, packet.frameLength)) * 8
    // The high half of a 64-bit draw times the count is evenly below it; no frame is too long for that.
    return Int32(clamping: (UInt64(incidental.next()) << 32).multipliedFullWidth(by: bits).high)
  }

  private mutating func prepareSlot() {
    guard let slots = conditions.slots, let first = queue.first else { return }
    slotClock.prepare(for: first.due, slots: slots, draw: &slotDraws, from: &incidental)
  }
}
