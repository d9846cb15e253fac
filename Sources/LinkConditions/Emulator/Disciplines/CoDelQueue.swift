/// One queue with CoDel (Linux 6.1 `net/sched/sch_codel.c`).
struct CoDelQueue: WaitingQueue {
  private let parameters: CoDelParameters
  private var line = PacketLine()
  private var control = CoDelControl()

  init(_ parameters: CoDelParameters) {
    self.parameters = parameters
  }

  var count: Int { line.count }

  mutating func enqueue(_ packet: QueuedPacket, at now: LinkInstant) -> Admission.Drop? {
    guard line.count < parameters.limit else { return .queueLimit }
    line.append(packet)
    return nil
  }

  mutating func append(_ packet: QueuedPacket) { line.append(packet) }

  mutating func dequeue(at now: LinkInstant) -> QueuedPacket? { control.dequeue(from: &line, at: now, parameters) }

  mutating func removeAll() -> [QueuedPacket] { line.removeAll() }

  mutating func takeDiscarded() -> [Discarded] { line.takeDiscarded() }
}
