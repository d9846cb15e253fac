/// One queue with PIE (Linux 6.1 `net/sched/sch_pie.c`).
struct PIEQueue: WaitingQueue {
  /// The kernel computes the probability for the first time this long after it has made the queue.
  private static let firstUpdate = LinkDuration.milliseconds(500)
  /// After this many updates without a packet, further ones are skipped: the probability is at one of its ends.
  private static let mostUpdates: Int64 = 20_000

  private let parameters: PIEParameters
  private var line = PacketLine()
  private var control = PIEControl()
  private var generator: LFSR113
  private var nextUpdate: LinkInstant

  init(_ parameters: PIEParameters, seed: UInt64, at now: LinkInstant) {
    self.parameters = parameters
    generator = LFSR113(seed: seed)
    nextUpdate = now + Self.firstUpdate
  }

  var count: Int { line.count }

  mutating func enqueue(_ packet: QueuedPacket, at now: LinkInstant) -> Admission.Drop? {
    update(until: now)
    var packet = packet
    guard line.count < parameters.limit else {
      control.dropped()
      return .queueLimit
    }
    if control.dropsEarly(packet.length, backlog: line.bytes, parameters, from: &generator) {
      guard parameters.marks, control.isLow, packet.isECNCapable else {
        control.dropped()
        return .discipline
      }
      packet.isMarked = true
    }
    line.append(packet)
    return nil
  }

  mutating func append(_ packet: QueuedPacket) { line.append(packet) }

  mutating func dequeue(at now: LinkInstant) -> QueuedPacket? {
    update(until: now)
    guard let packet = line.takeFirst() else { return nil }
    control.dequeued(packet, backlog: line.bytes, at: now)
    return packet
  }

  mutating func removeAll() -> [QueuedPacket] { line.removeAll() }

  mutating func takeDiscarded() -> [Discarded] { line.takeDiscarded() }

  /// Computes the probability as often as the kernel's timer would have.
  private mutating func update(until now: LinkInstant) {
    guard nextUpdate <= now else { return }
    let period = max(LinkDuration.microseconds(1), parameters.update)
    var updates: Int64 = 0
    while nextUpdate <= now {
      if updates >= Self.mostUpdates || line.count == 0 && control.isAtRest {
        let skipped = (now - nextUpdate).nanoseconds / period.nanoseconds
        nextUpdate = nextUpdate + LinkDuration(nanoseconds: period.nanoseconds.multipliedSaturated(by: skipped + 1))
        return
      }
      control.update(backlog: line.bytes, parameters)
      let following = nextUpdate + period
      // At the end of the clock, there is no later instant.
      if following <= nextUpdate { return }
      nextUpdate = following
      updates += 1
    }
  }
}
