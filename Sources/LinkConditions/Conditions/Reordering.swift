/// Packets that overtake: each so chosen leaves at once, past the delay, the rate and the queue.
public struct Reordering: Hashable, Sendable {
  /// How probable it is that a packet whose turn it is overtakes.
  public var overtaking: CorrelatedProbability
  /// Every how many packets there is a turn; 1 means at each.
  public var gap: UInt32

  public init(_ overtaking: CorrelatedProbability, gap: UInt32 = 1) {
    self.overtaking = overtaking
    self.gap = max(1, gap)
  }
}
