/// The probability of something that happens to single packets, and how much each draw resembles the one before.
public struct CorrelatedProbability: Hashable, Sendable {
  /// Nothing ever happens, and nothing is drawn.
  public static let never = CorrelatedProbability(.never)

  /// How probable it is.
  public var probability: Probability
  /// The weight of the draw before in this one, in netem's way. It narrows the distribution of the draws: a loss of 10 %
  /// with a correlation of 25 % comes out as 1.7 %, in the kernel too.
  public var correlation: Probability

  public init(_ probability: Probability, correlation: Probability = .never) {
    self.probability = probability
    self.correlation = correlation
  }
}
