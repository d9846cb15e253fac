/// One direction of a link: what happens to a packet, and when.
///
/// The emulator is pure: it gets instants as parameters and randomness from the seed. It makes its decisions and draws
/// in the order of netem's enqueue (Linux 6.12 `net/sched/sch_netem.c`), so that a seed gives the same fates as in the
/// kernel. Some things are random in netem even with a seed: the first value of a correlation, which bit is flipped,
/// when slots open. Here a second generator decides them, so that a seed repeats everything.
public struct LinkEmulator: Sendable {
  /// The conditions in force.
  public private(set) var conditions: DirectionConditions

  private let seed: UInt64
  private var generator: LFSR113
  private var incidental: LFSR113
  private var loss: LossState
  private var duplication: CorrelatedDraw
  private var corruption: CorrelatedDraw
  private var overtaking: CorrelatedDraw
  private var delays: CorrelatedDraw
  private var slotDraws: CorrelatedDraw

  /// The packets whose departure is known: those that travel, and with the discipline `fifo` those that wait too.
  private var queue = DepartureQueue()
  private var queueLimit: QueueLimit?
  /// The packets that wait under another discipline than `fifo`; nil with `fifo`.
  private var waiting: (any WaitingQueue)?
  /// Since when the transmitter has had something to do.
  private var waitingSince = LinkInstant(nanoseconds: .min)
  /// Whether packets wait at a bandwidth that is not in force any more, because a switch kept them.
  private var keepsOldQueue = false
  /// The packets that were dropped after they had been queued.
  private var discarded: [Discarded] = []
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
    self.seed = seed
    waiting = conditions.discipline.makeQueue(seed: Self.disciplineSeed(seed), at: began)
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
    transmit(until: now)
    if number < .max { number += 1 }
    if conditions.dropped.contains(number) { return Admission(queuedCopies: 0, drop: .list) }
    if let mtu = conditions.mtu, packet.ipLength > mtu.bytes { return Admission(queuedCopies: 0, drop: .mtu) }
    let admission = enqueue(packet, at: now, isCopy: false)
    transmit(until: now)
    prepareSlot()
    return admission
  }

  /// When something happens next, or nil if no packet is queued: a packet is due, or it is the turn of one that waits
  /// under a discipline. At the turn of a packet, `depart` can return nil.
  public var nextDeparture: LinkInstant? {
    guard let turn = nextTurn else { return nextDue }
    return nextDue.map { min($0, turn) } ?? turn
  }

  /// When the next packet is due of which that is known.
  private var nextDue: LinkInstant? {
    if let packet = queue.firstOvertaking { return packet.due }
    guard let packet = queue.first else { return nil }
    return conditions.slots == nil ? packet.due : slotClock.departure(of: packet.due)
  }

  /// Removes and returns the next packet that is due at `now`, or nil if none is. Packets that wait under a discipline
  /// take their turns up to then.
  public mutating func depart(at now: LinkInstant) -> Departure? {
    if transmit(until: now) { prepareSlot() }
    guard let departs = nextDue, departs <= now else { return nil }
    if let packet = queue.removeFirstOvertaking() { return packet.departure }
    guard let packet = queue.removeFirst() else { return nil }
    guard let slots = conditions.slots else { return packet.departure }
    slotClock.count(packet.frameLength, at: departs, slots: slots, draw: &slotDraws, from: &incidental)
    prepareSlot()
    var departure = packet.departure
    departure.due = departs
    return departure
  }

  /// Puts other conditions in force.
  ///
  /// Packets that have been sent keep their departure times, and later packets stay behind them only if there is a
  /// bandwidth.
  /// - Parameters:
  ///   - queued: what happens to the packets that wait for their turn. `takeDiscarded` returns those that are dropped.
  ///   - began: when the conditions come into force. Ramps and traces start at this instant.
  /// - Returns: how many packets waited, or were being sent, and have a new departure or none.
  @discardableResult
  public mutating func change(
    to conditions: DirectionConditions, queued: QueuedTreatment = .keep, at began: LinkInstant
  ) -> Int {
    transmit(until: began)
    let treatment = queued == .rerate && conditions.losesEverything ? .keep : queued
    let before = self.conditions
    if treatment == .keep, before.discipline != conditions.discipline || !before.hasSameRate(as: conditions) {
      scheduleWaiting(at: began)
    }
    self.began = began
    number = 0
    if conditions.trace != before.trace { traceClock = TraceClock(startingAt: began) }
    if conditions.loss != before.loss {
      loss = LossState(draw: CorrelatedDraw(last: incidental.next()))
    }
    if conditions.bandwidth != before.bandwidth { transmitter.forgetRemainder() }
    if conditions.reorder != before.reorder { sinceOvertaking = 0 }
    if conditions.slots != before.slots { slotClock = SlotClock() }
    self.conditions = conditions
    queueLimit = conditions.queue ?? .usual(for: conditions)
    let changed = adopt(conditions.discipline, after: before, treatment, at: began)
    prepareSlot()
    return changed
  }

  /// Returns and forgets the packets that were dropped after they had been queued: by the discipline of the queue, or by
  /// a switch.
  public mutating func takeDiscarded() -> [Discarded] {
    guard !discarded.isEmpty else { return [] }
    defer { discarded = [] }
    return discarded
  }

  /// How many packets, copies included, are queued.
  public var queuedPackets: Int { queue.count + (waiting?.count ?? 0) }

  /// How many packets, copies included, have not been sent: they wait, or are being sent.
  public func unsentPackets(at now: LinkInstant) -> Int { queue.count { $0.isUnsent(at: now) } + (waiting?.count ?? 0) }

  /// The departure of the packet that was admitted last, if it was queued. If there are two copies, it is that of the
  /// original. Under a discipline other than `fifo`, its time is not known yet.
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
      packet, sequence: sequence, at: now, corruptedBit: corruptedBit, isMarked: isMarked,
      accounting: conditions.accounting)
    sequence &+= 1
    if overtakes() {
      sinceOvertaking = 0
      entry.overtakes = true
      queue.insertFirst(entry)
      outlook = entry.departure
      admission.queuedCopies += 1
    } else if let drop = queueInOrder(entry, at: now) {
      admission.drop = drop
    } else {
      admission.queuedCopies += 1
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

  /// Queues a packet. Returns why it was dropped instead, or nil.
  private mutating func queueInOrder(_ entry: QueuedPacket, at now: LinkInstant) -> Admission.Drop? {
    if sinceOvertaking < .max { sinceOvertaking += 1 }
    var entry = entry
    entry.travel = drawDelay(at: now)
    guard waiting != nil else {
      guard let scheduled = schedule(entry, at: now, travelOverlaps: true) else { return .loss }
      outlook = scheduled.departure
      return nil
    }
    if waiting?.count == 0 { waitingSince = now }
    if let drop = waiting?.enqueue(entry, at: now) { return drop }
    collectDiscarded()
    outlook = entry.departure
    return nil
  }

  /// Sets a packet's departure and inserts it into the queue. Returns nil if it is a DNS query that is lost as such.
  /// - Parameters:
  ///   - turn: when it may be sent at the earliest. It is sent after those that were scheduled before it.
  ///   - travelOverlaps: whether its travel counts from now and not from when it is sent: netem's rule, which differs
  ///     only if the delays vary.
  private mutating func schedule(
    _ packet: QueuedPacket, at turn: LinkInstant, travelOverlaps: Bool
  ) -> QueuedPacket? {
    var entry = packet
    let travel = LinkDuration(nanoseconds: entry.travel)
    entry.due = turn + travel
    (entry.sent, entry.sending) = (turn, .zero)
    if let trace = conditions.trace {
      entry.sent = traceClock.send(entry.billed, at: turn, by: trace)
      entry.due = entry.sent + travel
      if latestDue > turn { entry.due = max(entry.due, latestDue) }
    } else if let bandwidth = bandwidth(at: turn) {
      entry.sending = transmitter.send(entry.billed, at: turn, bandwidth: bandwidth)
      entry.sent = transmitter.busyUntil
      // Propagation overlaps with queueing: a packet is sent after the one before it, while that one travels.
      if latestDue > turn { entry.due = max(entry.due, latestDue) }
      entry.due = entry.due + entry.sending
      if !travelOverlaps { entry.due = max(entry.due, entry.sent + travel) }
    } else if !travelOverlaps {
      // What waited for a bandwidth stays in order without one.
      entry.due = max(entry.due, latestDue)
    }
    latestDue = max(latestDue, entry.due)
    if entry.isDNSQuery, !entry.hasPassedDNS {
      if conditions.dnsLoss != .never, conditions.dnsLoss.rawValue >= incidental.next() { return nil }
      entry.hasPassedDNS = true
      entry.apart = max(.zero, conditions.dnsDelay)
    }
    entry.due = entry.due + entry.apart
    queue.insert(entry, isApart: entry.apart > .zero)
    return entry
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
    // A discipline has a limit of its own.
    guard waiting == nil else { return false }
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

// MARK: Packets that wait

extension LinkEmulator {
  /// The seed of what a discipline decides at random, apart from netem's decisions.
  private static func disciplineSeed(_ seed: UInt64) -> UInt64 { RunSeed.mixed(~seed) }

  /// When the transmitter takes the next packet of a discipline's queue; nil if none waits.
  private var nextTurn: LinkInstant? {
    guard let waiting, waiting.count > 0 else { return nil }
    let free = conditions.trace == nil ? transmitter.busyUntil : traceClock.busyUntil
    return max(free, waitingSince)
  }

  /// Lets the packets that wait under a discipline take their turns. Returns whether one did.
  @discardableResult
  private mutating func transmit(until now: LinkInstant) -> Bool {
    guard waiting != nil else { return false }
    var hasSent = false
    while let turn = nextTurn, turn <= now {
      guard let packet = waiting?.dequeue(at: turn) else { break }
      hasSent = true
      send(packet, at: turn)
      // A packet that takes no time must not bring the transmitter back to before its own turn.
      waitingSince = turn
    }
    collectDiscarded()
    return hasSent
  }

  private mutating func send(_ packet: QueuedPacket, at turn: LinkInstant) {
    guard schedule(packet, at: turn, travelOverlaps: false) == nil else { return }
    discarded.append(packet.discarded(at: turn, .loss))
  }

  private mutating func collectDiscarded() {
    if let dropped = waiting?.takeDiscarded(), !dropped.isEmpty { discarded += dropped }
  }

  /// Gives the packets that wait under a discipline the departures that they have at the bandwidth in force, in the
  /// order of their admission.
  private mutating func scheduleWaiting(at now: LinkInstant) {
    for packet in waiting?.removeAll() ?? [] { send(packet, at: now) }
  }

  /// Does to the packets that have not been sent what a switch is to do to them, and begins the new discipline.
  private mutating func adopt(
    _ discipline: QueueDiscipline, after before: DirectionConditions, _ treatment: QueuedTreatment, at now: LinkInstant
  ) -> Int {
    let keepsQueue = before.discipline == discipline
    let hasSameRate = before.hasSameRate(as: conditions)
    guard treatment == .drop || treatment == .rerate && !(keepsQueue && hasSameRate && !keepsOldQueue) else {
      if !keepsQueue { beginDiscipline(discipline, at: now) }
      if treatment == .keep, !hasSameRate { keepsOldQueue = true }
      return 0
    }
    keepsOldQueue = false
    let unsent = queue.remove { $0.isUnsent(at: now) }
    let waited = treatment == .drop || !keepsQueue ? waiting?.removeAll() ?? [] : []
    let staying = waiting?.count ?? 0
    latestDue = queue.latestDue ?? LinkInstant(nanoseconds: .min)
    transmitter.stop(at: now)
    traceClock.stop(at: now)
    if !keepsQueue { beginDiscipline(discipline, at: now) }
    for packet in unsent where !packet.waits(at: now) { send(packet.rest(at: now), at: now) }
    let all = unsent.filter { $0.waits(at: now) } + waited
    for packet in all {
      if treatment == .drop {
        discarded.append(packet.discarded(at: now, .switched))
      } else if waiting == nil {
        send(packet, at: now)
      } else {
        waiting?.append(packet)
      }
    }
    if waiting?.count ?? 0 > 0 { waitingSince = now }
    transmit(until: now)
    return treatment == .drop ? all.count : unsent.count + waited.count + staying
  }

  private mutating func beginDiscipline(_ discipline: QueueDiscipline, at now: LinkInstant) {
    waiting = discipline.makeQueue(seed: Self.disciplineSeed(seed), at: now)
  }
}

extension DirectionConditions {
  /// Whether packets are sent as fast as with other conditions. A ramp begins again with each switch.
  fileprivate func hasSameRate(as other: DirectionConditions) -> Bool {
    bandwidth == other.bandwidth && bandwidthRamp == nil && other.bandwidthRamp == nil && trace == other.trace
      && accounting == other.accounting
  }
}

extension QueuedPacket {
  /// What is left to send of a packet that is being sent, at the bandwidth so far.
  fileprivate func rest(at now: LinkInstant) -> QueuedPacket {
    var rest = self
    let (left, whole) = ((sent - now).nanoseconds.magnitude, sending.nanoseconds.magnitude)
    if whole > 0, left < whole {
      let product = billed.multipliedFullWidth(by: left)
      if product.high < whole {
        let division = whole.dividingFullWidth(product)
        rest.billed = division.quotient + (division.remainder > 0 ? 1 : 0)
      }
    }
    return rest
  }
}
