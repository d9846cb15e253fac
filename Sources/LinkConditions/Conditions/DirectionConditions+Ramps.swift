extension DirectionConditions {
  /// Whether anything changes while these conditions are in force.
  public var isRamping: Bool {
    bandwidthRamp != nil || delayRamp != nil || lossRamp != nil
  }

  /// When the last ramp ends, counted from when the conditions came into force; zero without a ramp.
  public var rampDuration: LinkDuration {
    max(bandwidthRamp?.duration ?? .zero, delayRamp?.duration ?? .zero, lossRamp?.duration ?? .zero)
  }

  /// The conditions this long after they came into force, without ramps.
  public func settled(after elapsed: LinkDuration) -> DirectionConditions {
    var settled = self
    settled.bandwidth = bandwidth(after: elapsed)
    settled.delay = delay(after: elapsed)
    settled.loss = loss(after: elapsed)
    (settled.bandwidthRamp, settled.delayRamp, settled.lossRamp) = (nil, nil, nil)
    return settled
  }

  func bandwidth(after elapsed: LinkDuration) -> Bandwidth? {
    guard let ramp = bandwidthRamp, let bandwidth else { return bandwidth }
    let share = ramp.share(after: elapsed)
    guard share < 1 else { return ramp.end }
    let (from, to) = (Double(bandwidth.bitsPerSecond), Double(ramp.end.bitsPerSecond))
    return Bandwidth(bitsPerSecond: UInt64(exactly: (from + (to - from) * share).rounded()) ?? .max)
  }

  func delay(after elapsed: LinkDuration) -> LinkDuration {
    guard let ramp = delayRamp else { return delay }
    let share = ramp.share(after: elapsed)
    guard share < 1 else { return ramp.end }
    let (from, to) = (Double(delay.nanoseconds), Double(ramp.end.nanoseconds))
    return LinkDuration(nanoseconds: Int64(exactly: (from + (to - from) * share).rounded()) ?? .max)
  }

  func loss(after elapsed: LinkDuration) -> LossModel {
    guard let ramp = lossRamp else { return loss }
    var chance = CorrelatedProbability.never
    if case .random(let first) = loss { chance = first }
    let share = ramp.share(after: elapsed)
    let (from, to) = (Double(chance.probability.rawValue), Double(ramp.end.rawValue))
    let value = share < 1 ? UInt32(exactly: (from + (to - from) * share).rounded()) ?? .max : ramp.end.rawValue
    chance.probability = Probability(rawValue: value)
    return .random(chance)
  }
}
