/// One direction of a link: what happens to a packet, and when.
///
/// Pure: instants come in as parameters, randomness from the seed. The order of decisions is that of netem's enqueue
/// (Linux `net/sched/sch_netem.c`), so that a seed gives the same fates as the kernel.
public struct LinkEmulator: Sendable {
  /// Starts with an empty queue.
  /// - Parameter seed: repeats all random decisions.
  public init(conditions: DirectionConditions, seed: UInt64) {
    self.conditions = conditions
  }

  /// The conditions in force.
  public private(set) var conditions: DirectionConditions

  /// Decides about a packet and queues it.
  public mutating func admit(_ packet: LinkPacket, at now: LinkInstant) -> Admission {
    Admission(queuedCopies: 1)
  }

  /// When the next packet is due, or nil if none is queued.
  public var nextDeparture: LinkInstant? { nil }

  /// Removes and returns the next packet that is due at `now`, or nil if none is.
  public mutating func depart(at now: LinkInstant) -> Departure? { nil }

  /// Puts other conditions in force; queued packets keep the departure they were given.
  public mutating func change(to conditions: DirectionConditions) {
    self.conditions = conditions
  }

  /// How many packets (copies counted) are queued.
  public var queuedPackets: Int { 0 }
}
