internal import DequeModule

/// A queue for each flow, with CoDel in each, served in turn (Linux 6.1 `net/sched/sch_fq_codel.c`, RFC 8290).
///
/// The turns are a deficit round robin. Flows that have just begun to send are served before those that have sent a
/// quantum. When all queues together hold more than the limit, the longest one loses packets from its head: up to half
/// of its bytes, and at most 64 packets at once.
struct FairQueue: WaitingQueue {
  /// The most packets that are dropped at once (`drop_batch`).
  private static let dropBatch = 64
  /// No frame is longer, even where the kernel hands over many segments as one. A length that lies would take millions of turns.
  private static let longestFrame = 1 << 17

  private let parameters: FairQueueParameters
  /// What the hash of a flow is mixed with, so that a seed decides which flows share a queue.
  private let perturbation: UInt32
  private var lines: FlowLines
  private var controls: [CoDelControl]
  private var deficits: [Int]
  private var isListed: [Bool]
  private var newFlows = Deque<Int>()
  private var oldFlows = Deque<Int>()

  init(_ parameters: FairQueueParameters, perturbation: UInt32) {
    self.parameters = parameters
    self.perturbation = perturbation
    let flows = max(1, parameters.flows)
    lines = FlowLines(count: flows)
    controls = Array(repeating: CoDelControl(), count: flows)
    deficits = Array(repeating: 0, count: flows)
    isListed = Array(repeating: false, count: flows)
  }

  var count: Int { lines.count }

  mutating func enqueue(_ packet: QueuedPacket, at now: LinkInstant) -> Admission.Drop? {
    append(packet)
    if lines.count > parameters.codel.limit { dropFromLongest(at: now) }
    return nil
  }

  mutating func append(_ packet: QueuedPacket) {
    let flow = queue(of: packet)
    lines.append(packet, to: flow)
    guard !isListed[flow] else { return }
    isListed[flow] = true
    newFlows.append(flow)
    deficits[flow] = parameters.quantum
  }

  mutating func dequeue(at now: LinkInstant) -> QueuedPacket? {
    while let flow = newFlows.first ?? oldFlows.first {
      let isNew = !newFlows.isEmpty
      if deficits[flow] <= 0 {
        deficits[flow] += parameters.quantum
        unlist(isNew)
        oldFlows.append(flow)
        continue
      }
      lines.current = flow
      if let packet = controls[flow].dequeue(from: &lines, at: now, parameters.codel) {
        deficits[flow] -= min(packet.length, Self.longestFrame)
        return packet
      }
      unlist(isNew)
      // A flow that was new waits for one turn of the old ones, so that it cannot starve them by beginning anew.
      if isNew, !oldFlows.isEmpty {
        oldFlows.append(flow)
      } else {
        isListed[flow] = false
      }
    }
    return nil
  }

  mutating func removeAll() -> [QueuedPacket] {
    let packets = lines.removeAll()
    isListed = Array(repeating: false, count: isListed.count)
    (newFlows, oldFlows) = ([], [])
    return packets
  }

  mutating func takeDiscarded() -> [Discarded] { lines.takeDiscarded() }

  /// The queue that a packet's flow falls on.
  private func queue(of packet: QueuedPacket) -> Int {
    let hash = UInt32(truncatingIfNeeded: RunSeed.mixed(UInt64(perturbation) << 32 | UInt64(packet.flow)))
    return Int((UInt64(hash) * UInt64(lines.flows)) >> 32)
  }

  private mutating func unlist(_ isNew: Bool) {
    _ = isNew ? newFlows.popFirst() : oldFlows.popFirst()
  }

  private mutating func dropFromLongest(at now: LinkInstant) {
    lines.current = lines.longest
    let enough = lines.currentBytes / 2
    var (dropped, bytes) = (0, 0)
    repeat {
      guard let packet = lines.takeFirst() else { break }
      bytes += packet.length
      dropped += 1
      lines.discard(packet, at: now, .queueLimit)
    } while dropped < Self.dropBatch && bytes < enough
    controls[lines.current].count(furtherDrops: dropped)
  }
}

/// The queues of all flows, and the one whose turn it is.
private struct FlowLines: CoDelSource, Sendable {
  private var lines: [PacketLine]
  private(set) var bytes = 0
  private(set) var count = 0
  private var discarded: [Discarded] = []
  var current = 0

  init(count: Int) {
    lines = Array(repeating: PacketLine(), count: count)
  }

  var flows: Int { lines.count }

  var currentBytes: Int { lines[current].bytes }

  /// The first of the queues with the most bytes.
  var longest: Int {
    var longest = 0
    for index in lines.indices where lines[index].bytes > lines[longest].bytes { longest = index }
    return longest
  }

  mutating func append(_ packet: QueuedPacket, to flow: Int) {
    lines[flow].append(packet)
    bytes += packet.length
    count += 1
  }

  mutating func takeFirst() -> QueuedPacket? {
    guard let packet = lines[current].takeFirst() else { return nil }
    bytes -= packet.length
    count -= 1
    return packet
  }

  mutating func discard(_ packet: QueuedPacket, at now: LinkInstant, _ reason: Admission.Drop) {
    discarded.append(packet.discarded(at: now, reason))
  }

  mutating func removeAll() -> [QueuedPacket] {
    var packets: [QueuedPacket] = []
    for index in lines.indices where lines[index].count > 0 { packets += lines[index].removeAll() }
    (bytes, count) = (0, 0)
    return packets.sorted { $0.sequence < $1.sequence }
  }

  mutating func takeDiscarded() -> [Discarded] {
    guard !discarded.isEmpty else { return [] }
    defer { discarded = [] }
    return discarded
  }
}
