/// A loss model as a Markov chain. Each step is one packet, which is lost or kept.
struct LossChain {
  /// The probabilities of going from each state to each state, with the packet lost and with the packet kept.
  private var losing: [[Double]]
  private var keeping: [[Double]]

  init(_ model: LossModel.GilbertElliott) {
    let (toBad, toGood) = (model.toBad.share, model.toGood.share)
    let change = [[1 - toBad, toBad], [toGood, 1 - toGood]]
    // The state before the change decides whether the packet is lost.
    let loss = [model.lossInGood.share, model.lossInBad.share]
    losing = zip(change, loss).map { row, loss in row.map { $0 * loss } }
    keeping = zip(change, loss).map { row, loss in row.map { $0 * (1 - loss) } }
  }

  /// The states are gap, burst, loss in a burst, and loss alone. One draw is compared with sums of the probabilities,
  /// so a later probability gets what the earlier ones leave.
  init(_ model: LossModel.FourState) {
    let p14 = model.p14.share
    let p13 = min(model.p13.share, 1 - p14)
    let p23 = model.p23.share
    let p32 = model.p32.share
    let p31 = min(model.p31.share, 1 - p32)
    let rows = [[1 - p13 - p14, 0, p13, p14], [0, 1 - p23, p23, 0], [p31, p32, 1 - p31 - p32, 0], [1, 0, 0, 0]]
    // The state after the step decides whether the packet is lost.
    losing = rows.map { [0, 0, $0[2], $0[3]] }
    keeping = rows.map { [$0[0], $0[1], 0, 0] }
  }

  var expectation: DecisionExpectation {
    let states = stationary()
    let lost = Self.step(states, by: losing)
    let probability = lost.reduce(0, +)
    // Starting from the states after a lost packet, compute how probable it is that a later packet is lost too.
    var after = lost
    var covariances: [Double] = []
    for _ in 0..<100_000 {
      let again = Self.step(after, by: losing)
      let common = again.reduce(0, +) - probability * probability
      covariances.append(common)
      after = zip(again, Self.step(after, by: keeping)).map { $0 + $1 }
      if abs(common) < 1e-12 { break }
    }
    return DecisionExpectation(probability: probability, covariances: covariances)
  }

  /// The long-run probability of each state, starting from the initial state of a link.
  private func stationary() -> [Double] {
    var states = losing.indices.map { $0 == 0 ? 1.0 : 0 }
    // Half of each step stays in place, so that a cyclic chain converges too.
    for _ in 0..<1_000_000 {
      let next = zip(Self.step(states, by: losing), Self.step(states, by: keeping)).map { $0 + $1 }
      let mixed = zip(states, next).map { ($0 + $1) / 2 }
      let change = zip(states, mixed).map { abs($0 - $1) }.max() ?? 0
      states = mixed
      if change < 1e-15 { break }
    }
    return states
  }

  private static func step(_ states: [Double], by rows: [[Double]]) -> [Double] {
    var result = [Double](repeating: 0, count: states.count)
    for (from, row) in rows.enumerated() {
      for (to, probability) in row.enumerated() { result[to] += states[from] * probability }
    }
    return result
  }
}

extension Probability {
  fileprivate var share: Double { percent / 100 }
}
