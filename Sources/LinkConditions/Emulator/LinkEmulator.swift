/// One direction of a link: what happens to a packet, and when.
///
/// The emulator is pure: it gets instants as parameters and randomness from the seed. It makes its decisions and draws
/// in the order of netem's enqueue (Linux 6.12 `net/sched/sch_netem.c`), so that a seed gives the same fates as in the
/// kernel. Some things are random in netem even with a seed: the first value of a correlation, which bit is flipped,
/// when slots open. Here a second generator decides them, so that a seed repeats everything.
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
  private var traceClock: TraceClock
  private var slotClock = SlotClock()
  /// When the conditions came into force.
  private var began: LinkInstant
  /// How many packets have arrived since then.
  private var number: UInt64 = 0
  private var sequence: UInt64 = 0
  /// The latest departure of a queued packet, without a DNS query's own delay.
  private var latestDue = LinkInstant(nanoseconds: .min)
  /// How many packets have not overtaken since the last one that did.
  private var sinceOvertaking: UInt32 = 0

  /// Starts with an empty queue.
  /// - Parameters:
  ///   - seed: the seed of all random decisions, as the kernel would get it in `TCA_NETEM_PRNG_SEED`.
  ///   - began: when the conditions come into force. Ramps and traces start at this instant.
  public init(
    conditions: DirectionConditions, seed: UInt64, startingAt began: LinkInstant = LinkInstant(nanoseconds: 0)
  ) {
    self.conditions = conditions
    self.began = began
    traceClock = TraceClock(startingAt: began)
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
    outlook = nil
    if number < .max { number += 1 }
    if conditions.dropped.contains(number) { return Admission(queuedCopies: 0, drop: .list) }
    if let mtu = conditions.mtu, packet.ipLength > mtu.bytes { return Admission(queuedCopies: 0, drop: .mtu) }
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

  /// Puts other conditions in force. Queued packets keep their departure time, as with a change of netem. Later packets
  /// stay behind them only if there is a bandwidth.
  /// - Parameter began: when the conditions come into force. Ramps and traces start at this instant.
  public mutating func change(to conditions: DirectionConditions, at began: LinkInstant) {
    self.began = began
    number = 0
    if conditions.trace != self.conditions.trace { traceClock = TraceClock(startingAt: began) }
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

  /// How many packets, copies included, are queued.
  public var queuedPackets: Int { queue.count }

  /// The departure of the packet that was admitted last, if it was queued. If there are two copies, it is that of the
  /// original.
  public private(set) var outlook: Departure?

  // MARK: netem's enqueue

  private mutating func enqueue(
    _ packet: LinkPacket, at now: LinkInstant, isCopy: Bool, isMarked: Bool = false
  ) -> Admission {
    let isDuplicated = !isCopy && duplication.happens(conditions.duplicate, from: &generator)
    var copies = isDuplicated ? 2 : 1
    var isMarked = isMarked
    if loss.isLost(by: conditions.loss(after: now - began), from: &generator) {
      if conditions.marksInsteadOfLosing && packet.isECNCapable {
        isMarked = true
      } else {
        copies -= 1
      }
    }
    // A packet that is both duplicated and lost is one packet, as if neither had happened.
    guard copies > 0 else { return Admission(queuedCopies: 0, drop: .loss) }

    let corruptedBit = corruption.happens(conditions.corrupt, from: &generator) ? bitToFlip(in: packet) : -1
    guard !isFull(for: packet, at: now) else {
      return Admission(queuedCopies: 0, copies: copies, drop: .queueLimit)
    }
    var admission = Admission(queuedCopies: 0, copies: copies)
    if copies == 2 {
      // The copy is a separate packet, and is queued before the original.
      let copy = enqueue(packet, at: now, isCopy: true, isMarked: isMarked)
      admission.queuedCopies = copy.queuedCopies
      admission.drop = copy.drop
    }
    var entry = QueuedPacket(
      due: now, sequence: sequence, admitted: now, handle: packet.handle, frameLength: packet.frameLength,
      corruptedBit: corruptedBit, isMarked: isMarked)
    sequence &+= 1
    if overtakes() {
      sinceOvertaking = 0
      entry.overtakes = true
      queue.insertFirst(entry)
      outlook = entry.departure
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
    // Unlike the other decisions, this one draws even if the probability is zero.
    let draw = overtaking.next(
      correlation: reorder.overtaking.correlation, isExact: reorder.overtaking.isExact, from: &generator)
    return reorder.overtaking.probability.rawValue >= draw
  }

  /// Sets a packet's departure and queues it. Returns false if it is a DNS query that is lost as such.
  private mutating func queueInOrder(_ entry: QueuedPacket, packet: LinkPacket, at now: LinkInstant) -> Bool {
    if sinceOvertaking < .max { sinceOvertaking += 1 }
    var entry = entry
    let delay = LinkDuration(nanoseconds: drawDelay(at: now))
    entry.due = now + delay
    if let trace = conditions.trace {
      entry.due = traceClock.send(conditions.accounting.billed(packet), at: now, by: trace) + delay
      if latestDue > now { entry.due = max(entry.due, latestDue) }
    } else if let bandwidth = bandwidth(at: now) {
      // Propagation overlaps with queueing: a packet is sent after the one before it, while that one travels.
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
    outlook = entry.departure
    return true
  }

  /// The bandwidth when the next packet's turn comes.
  private func bandwidth(at now: LinkInstant) -> Bandwidth? {
    guard conditions.bandwidthRamp != nil else { return conditions.bandwidth }
    return conditions.bandwidth(after: now + transmitter.wait(at: now) - began)
  }

  private mutating func drawDelay(at now: LinkInstant) -> Int64 {
    let delay = conditions.delay(after: now - began)
    guard conditions.jitter > .zero else { return delay.nanoseconds }
    let spread = DelaySpread(
      middle: delay, deviation: conditions.jitter, distribution: conditions.distribution,
      correlation: conditions.delayCorrelation, isExact: conditions.delayCorrelationIsExact)
    return spread.draw(&delays, from: &generator)
  }

  private mutating func isFull(for packet: LinkPacket, at now: LinkInstant) -> Bool {
    let isMoving = conditions.bandwidthRamp != nil && conditions.queue == nil
    switch isMoving ? QueueLimit.usual(for: conditions.settled(after: now - began)) : queueLimit {
    case nil: return false
    case .packets(let limit): return queue.count >= limit
    case .time(let limit) where conditions.trace != nil: return traceClock.busyUntil - now > limit
    case .time(let limit): return conditions.bandwidth != nil && transmitter.wait(at: now) > limit
    case .bytes(let limit) where conditions.trace != nil:
      let backlog = traceClock.backlog(at: now)
      return backlog > 0 && backlog + Int(packet.ipLength) > limit
    case .bytes(let limit):
      guard let bandwidth = bandwidth(at: now) else { return false }
      let wait = transmitter.wait(at: now)
      let own = bandwidth.duration(ofBytes: Int(clamping: conditions.accounting.billed(packet)))
      return wait > .zero && wait + own > bandwidth.duration(ofBytes: limit)
    }
  }

  private mutating func bitToFlip(in packet: LinkPacket) -> Int32 {
    let bits = UInt64(max(1, packet.frameLength)) * 8
    // The high half of the product is uniformly distributed below the count. No frame is too long for this.
    return Int32(clamping: (UInt64(incidental.next()) << 32).multipliedFullWidth(by: bits).high)
  }

  private mutating func prepareSlot() {
    guard let slots = conditions.slots, let first = queue.first else { return }
    slotClock.prepare(for: first.due, slots: slots, draw: &slotDraws, from: &incidental)
  }
}
