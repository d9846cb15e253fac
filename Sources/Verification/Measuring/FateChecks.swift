import LinkConditions
import Statistics
import VirtualLink

/// Checks how often something happened to the packets of a probe.
struct FateChecks {
  let asked: AskedConditions
  let direction: LinkDirection
  let isDNSQuery: Bool
  /// Whether to check only the conditions that are asked for.
  let isNarrow: Bool

  private static let confidence = 0.99

  func checks(_ record: ProbeRecord) -> [VerificationCheck] {
    let tally = FateTally(record, overtakesBelow: overtakesBelow)
    let conditions = asked.conditions
    let fates = asked.fates(isDNSQuery: isDNSQuery)
    var checks = [check(isDNSQuery ? .nameLoss : .loss, tally.missing, of: tally.sent, fates.missing)]
    guard !isDNSQuery else { return checks }
    if !isNarrow || conditions.duplicate != .never || tally.twice > 0 {
      checks.append(check(.duplicate, tally.twice, of: tally.sent, fates.twice))
    }
    if !isNarrow || conditions.corrupt != .never || tally.corrupted > 0 {
      checks.append(check(.corrupt, tally.corrupted, of: tally.arrived, conditions.corrupt.expectation))
    }
    if let reorder = conditions.reorder, overtakesBelow != nil {
      checks.append(check(.reorder, tally.overtaken, of: tally.distinct, reorder.expectation))
    }
    if conditions.marksInsteadOfLosing {
      checks.append(check(.marked, tally.marked, of: tally.arrived, conditions.loss.expectation))
    }
    if record.overruns > 0 {
      checks[0].note = "the receiver missed \(record.overruns) frames: this machine is too slow for this rate"
    }
    return checks
  }

  /// A packet that arrives sooner than this, in ms, has overtaken; nil if that cannot be recognized.
  private var overtakesBelow: Double? {
    let earliest = asked.conditions.delay.milliseconds - asked.spread.below.milliseconds
    return asked.conditions.reorder != nil && earliest >= 5 ? earliest / 2 : nil
  }

  private func check(
    _ quantity: VerificationCheck.Quantity, _ count: Int, of trials: Int, _ expected: DecisionExpectation
  ) -> VerificationCheck {
    let share = trials > 0 ? Double(count) / Double(trials) : .nan
    let interval = ProportionInterval.wilson(
      successes: count, trials: trials, confidence: Self.confidence, inflation: max(1, expected.inflation))
    return VerificationCheck(
      quantity: quantity, direction: direction.name, asked: percent(expected.probability), got: percent(share),
      error: percent(share - expected.probability), bound: "\(percent(interval.low)) to \(percent(interval.high))",
      askedValue: expected.probability, gotValue: share, errorValue: share - expected.probability,
      boundValue: (interval.high - interval.low) / 2, isWithin: interval.contains(expected.probability),
      packets: trials, note: note(quantity, expected))
  }

  /// Explains that netem's correlation changes the share that it is given.
  private func note(_ quantity: VerificationCheck.Quantity, _ expected: DecisionExpectation) -> String? {
    guard quantity == .loss, case .random(let chance) = asked.conditions.loss, chance.correlation != .never,
      !chance.isExact
    else { return nil }
    return "\(QuantityText.text(of: chance.probability)) with netem's correlation is \(percent(expected.probability))"
  }

  private func percent(_ share: Double) -> String { "\((share * 100).decimal(3)) %" }
}
