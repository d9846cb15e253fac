/// Packets that overtake: a chosen packet leaves at once, without delay, rate and queue.
public struct Reordering: Hashable, Sendable {
  /// The probability that a packet overtakes when it has a turn.
  public var overtaking: CorrelatedProbability
  /// The number of packets from one turn to the next; 1 gives every packet a turn.
  public var gap: UInt32

  /// - Parameter gap: every so many packets, as netem's `gap`.
  public init(_ overtaking: CorrelatedProbability, gap: UInt32 = 1) {
    self.overtaking = overtaking
    self.gap = max(1, gap)
  }
}
