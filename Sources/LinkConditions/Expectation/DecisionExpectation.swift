/// How often a random decision is "yes" in the long run, and how much that varies from run to run.
public struct DecisionExpectation: Hashable, Sendable {
  /// The share of packets, 0 to 1.
  public var probability: Double
  /// How many times larger the variance of a long run's count is than with independent decisions. It is above 1 if
  /// losses come in bursts.
  public var inflation: Double

  /// - Parameter inflation: how much more than independent decisions they vary.
  public init(probability: Double, inflation: Double = 1) {
    self.probability = probability
    self.inflation = inflation
  }

  /// Computes the inflation from `covariances`, those of decisions that are 1, 2, 3 ... packets apart, until they
  /// vanish.
  init(probability: Double, covariances: some Sequence<Double>) {
    self.probability = probability
    let variance = probability * (1 - probability)
    let common = covariances.reduce(0, +)
    inflation = variance > 0 ? max(1e-3, 1 + 2 * common / variance) : 1
  }
}

extension LossModel {
  /// The share of packets that the model loses in the long run.
  public var expectation: DecisionExpectation {
    switch self {
    case .none: DecisionExpectation(probability: 0)
    case .random(let chance): chance.expectation
    case .gilbertElliott(let model): LossChain(model).expectation
    case .fourState(let model): LossChain(model).expectation
    }
  }
}

extension CorrelatedProbability {
  /// How often it happens in the long run. This differs from the probability if netem's correlation narrows the draws.
  public var expectation: DecisionExpectation {
    let share = probability.percent / 100
    guard probability != .never, probability != .always, correlation != .never else {
      return DecisionExpectation(probability: share)
    }
    let weight = min(correlation.percent / 100, 0.999_999)
    guard isExact else { return MixedDraws(weight: weight).expectation(ofDrawsUpTo: share) }
    // Neighbours are equal with the probability of the correlation, packets two apart with its square, and so on.
    return DecisionExpectation(probability: share, inflation: (1 + weight) / (1 - weight))
  }
}

extension Reordering {
  /// The share of packets that overtake. After `gap - 1` ordinary packets, each packet has its chance.
  public var expectation: DecisionExpectation {
    let chance = overtaking.expectation
    guard chance.probability > 0 else { return DecisionExpectation(probability: 0) }
    let cycle = Double(gap - 1) + 1 / chance.probability
    return DecisionExpectation(probability: 1 / cycle, inflation: max(1, chance.inflation))
  }
}
