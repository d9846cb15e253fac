/// The random draws for one kind of decision, each correlated with the draw before it.
struct CorrelatedDraw: Sendable {
  private var last: UInt32

  init(last: UInt32) {
    self.last = last
  }

  /// Returns the next draw. Without a correlation, it is the generator's own draw, and nothing is remembered.
  mutating func next(correlation: Probability, isExact: Bool = false, from generator: inout LFSR113) -> UInt32 {
    let value = generator.next()
    guard correlation != .never else { return value }
    if isExact {
      // Always make both draws, so that one packet's fate does not shift the sequence for the next packet.
      if generator.next() > correlation.rawValue { last = value }
      return last
    }
    let weight = UInt64(correlation.rawValue) + 1
    // The weights of the two 32-bit values add up to 2^32, so the mean fits into 64 bits.
    last = UInt32(truncatingIfNeeded: (UInt64(value) * ((1 << 32) - weight) + UInt64(last) * weight) >> 32)
    return last
  }

  /// Decides whether something with this probability happens now. A probability of zero draws nothing.
  mutating func happens(_ chance: CorrelatedProbability, from generator: inout LFSR113) -> Bool {
    chance.probability != .never
      && chance.probability.rawValue >= next(correlation: chance.correlation, isExact: chance.isExact, from: &generator)
  }
}
