/// The packets that wait for the bandwidth under a queue discipline.
///
/// A queue is pure: it gets instants, and reports what it drops. `LinkEmulator` asks it for a packet whenever the
/// transmitter is free, as a shaper of the kernel does (tbf, htb).
protocol WaitingQueue: Sendable {
  /// How many packets wait.
  var count: Int { get }

  /// Decides about a packet that arrives. Returns why it does not enter, or nil if it waits now.
  mutating func enqueue(_ packet: QueuedPacket, at now: LinkInstant) -> Admission.Drop?

  /// Puts a packet at the end without deciding about it.
  mutating func append(_ packet: QueuedPacket)

  /// Takes the packet whose turn it is. Returns nil if none is left.
  mutating func dequeue(at now: LinkInstant) -> QueuedPacket?

  /// Takes all packets, in the order of their admission.
  mutating func removeAll() -> [QueuedPacket]

  /// Returns and forgets the packets that were dropped while they waited.
  mutating func takeDiscarded() -> [Discarded]
}

extension QueueDiscipline {
  /// An empty queue with this discipline; nil for `fifo`, which decides when a packet arrives.
  func makeQueue(seed: UInt64, at now: LinkInstant) -> (any WaitingQueue)? {
    switch self {
    case .fifo: nil
    case .codel(let parameters): CoDelQueue(parameters)
    case .fqCodel(let parameters): FairQueue(parameters, perturbation: UInt32(truncatingIfNeeded: seed >> 32))
    case .pie(let parameters): PIEQueue(parameters, seed: seed, at: now)
    }
  }
}

/// The largest Ethernet frame, with its header: the kernel's `psched_mtu` on an ordinary interface.
let largestOrdinaryFrame = 1514
