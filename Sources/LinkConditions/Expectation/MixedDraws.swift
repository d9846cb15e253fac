/// netem's correlated draws. Each is a weighted mean of a new uniform draw and the previous draw.
///
/// Their distribution is narrower than a uniform one and has no closed form. It is iterated on a grid until it
/// converges.
struct MixedDraws {
  /// The weight of the previous draw, 0 to 1.
  let weight: Double
  private static let cells = 2048

  /// The expectation of the decision "the draw is not above `limit`".
  func expectation(ofDrawsUpTo limit: Double) -> DecisionExpectation {
    let stationary = settled()
    let probability = Self.share(of: stationary, upTo: limit)
    var after = Self.part(of: stationary, upTo: limit)
    var covariances: [Double] = []
    for _ in 0..<10_000 {
      after = next(after)
      let common = Self.share(of: after, upTo: limit) - probability * probability
      covariances.append(common)
      if abs(common) < 1e-10 { break }
    }
    return DecisionExpectation(probability: probability, covariances: covariances)
  }

  /// The distribution in the long run, as the share of draws in each cell.
  private func settled() -> [Double] {
    var draws = [Double](repeating: 1 / Double(Self.cells), count: Self.cells)
    // After n draws, the start still has a weight of `weight` to the power of n.
    for _ in 0..<100_000 {
      let following = next(draws)
      let change = zip(draws, following).map { abs($0 - $1) }.max() ?? 0
      draws = following
      if change < 1e-14 { break }
    }
    return draws
  }

  /// The distribution one draw later. After x, a draw is uniform between `weight x` and `weight x + 1 - weight`.
  private func next(_ draws: [Double]) -> [Double] {
    let count = Double(Self.cells)
    var cumulative = [0.0]
    cumulative.reserveCapacity(Self.cells + 1)
    for share in draws { cumulative.append(cumulative[cumulative.count - 1] + share) }
    func below(_ value: Double) -> Double {
      let place = min(max(value, 0), 1) * count
      let cell = min(Self.cells - 1, Int(place))
      return cumulative[cell] + (place - Double(cell)) * (cumulative[cell + 1] - cumulative[cell])
    }
    var total = 0.0
    var result = (0..<Self.cells).map { cell in
      let value = (Double(cell) + 0.5) / count
      let density = below(value / weight) - below((value - (1 - weight)) / weight)
      total += density
      return density
    }
    let sum = cumulative[Self.cells]
    if total > 0 { for cell in result.indices { result[cell] *= sum / total } }
    return result
  }

  private static func share(of draws: [Double], upTo limit: Double) -> Double {
    part(of: draws, upTo: limit).reduce(0, +)
  }

  /// The part of the distribution that is not above a limit.
  private static func part(of draws: [Double], upTo limit: Double) -> [Double] {
    let place = min(max(limit, 0), 1) * Double(cells)
    return draws.enumerated().map { cell, share in share * min(1, max(0, place - Double(cell))) }
  }
}
