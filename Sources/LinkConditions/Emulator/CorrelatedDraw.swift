/// One kind of decision's draws, each mixed with the one before.
struct CorrelatedDraw: Sendable {
  private var last: UInt32

  init(last: UInt32) {
    self.last = last
  }

  /// The next draw. Without a correlation it is the generator's own, and nothing is remembered.
  mutating func next(correlation: Probability, isExact: Bool = false, from generator: inout LFSR113) -> UInt32 {
    let value = generator.next()
    guard correlation != .never else { return value }
    if isExact {
      // Both draws are made always, so that one packet's fate does not move the next one's place in the sequence.
      if generator.next() > correlation.rawValue { last = value }
      return last
    }
    let weight = UInt64(correlation.rawValue) + 1
    // A mean of two 32-bit values with weights that add up to 2^32: it fits 64 bits.
    last = UInt32(truncatingIfNeeded: (UInt64(value) * ((1 << 32) - weight) + UInt64(last) * weight) >> 32)
    return last
  }

  /// Whether something of this probability happens now. What never happens draws nothing.
  mutating func happens(_ chance: CorrelatedProbability, from generator: inout LFSR113) -> Bool {
    chance.probability != .never
      && chance.probability.rawValue >= next(correlation: chance.correlation, isExact: chance.isExact, from: &generator)
  }
}
