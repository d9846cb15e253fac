import LinkConditions
import Testing

/// Compares the expectation of random decisions with what the emulator does to a million packets of virtual time.
@Suite struct DecisionExpectationTests {
  private static func percent(_ value: Double) -> Probability { Probability(percent: value) ?? .always }

  static let models: [LossModel] = [
    .random(CorrelatedProbability(percent(10))),
    .random(CorrelatedProbability(percent(10), correlation: percent(25))),
    .random(CorrelatedProbability(percent(30), correlation: percent(75))),
    .random(CorrelatedProbability(percent(10), correlation: percent(50), isExact: true)),
    .gilbertElliott(.init(toBad: percent(1), toGood: percent(20))),
    .gilbertElliott(.init(toBad: percent(3), toGood: percent(25), lossInBad: percent(60), lossInGood: percent(1))),
    .fourState(.init(p13: percent(2), p31: percent(25), p32: percent(15), p23: percent(40), p14: percent(1))),
  ]

  @Test(arguments: models) func expectsWhatTheEmulatorDoes(_ model: LossModel) {
    let expected = model.expectation
    let (runs, length) = (200, 2_000)
    var counts: [Double] = []
    var emulator = LinkEmulator(conditions: DirectionConditions(loss: model), seed: 5)
    for _ in 0..<runs {
      var lost = 0
      for _ in 0..<length {
        let packet = LinkPacket(handle: 1, frameLength: 60, ipLength: 46)
        if emulator.admit(packet, at: LinkInstant(nanoseconds: 0)).queuedCopies == 0 { lost += 1 }
        _ = emulator.depart(at: LinkInstant(nanoseconds: 0))
      }
      counts.append(Double(lost))
    }
    let mean = counts.reduce(0, +) / Double(runs)
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(runs - 1)
    let asked = expected.probability
    let predicted = Double(length) * asked * (1 - asked) * expected.inflation
    // Five standard errors of the mean; the variance of 200 runs is known to a tenth.
    #expect(abs(mean - asked * Double(length)) < 5 * (predicted / Double(runs)).squareRoot(), "\(mean) \(expected)")
    #expect(abs(variance / predicted - 1) < 0.5, "\(variance) \(predicted)")
  }

  /// Measured on kernels 6.1 and 6.12.
  @Test func netemsCorrelationGivesLessThanWasAskedFor() {
    let chance = CorrelatedProbability(Self.percent(10), correlation: Self.percent(25))
    #expect(abs(chance.expectation.probability - 0.017) < 0.001)
  }

  @Test func gilbertElliottIsTheTextbooksOne() {
    let model = LossModel.gilbertElliott(.init(toBad: Self.percent(1), toGood: Self.percent(19)))
    #expect(abs(model.expectation.probability - 0.05) < 1e-6)
    // The states' correlation from packet to packet is 1 - p - r = 0.8.
    #expect(abs(model.expectation.inflation - 9) < 0.01)
  }

  @Test func countsHowManyOvertake() {
    #expect(Reordering(CorrelatedProbability(.always), gap: 5).expectation.probability == 0.2)
    let half = Reordering(CorrelatedProbability(Self.percent(50)), gap: 5).expectation.probability
    #expect(abs(half - 1 / 6.0) < 1e-6)
  }
}
