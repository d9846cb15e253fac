/// The values among which a threshold is looked for, the mildest first.
public struct BisectScale: Sendable, Hashable {
  public let quantity: BisectQuantity
  public let values: [Double]

  /// More values than this make a search no more useful.
  private static let most = 100_000

  /// - Parameters:
  ///   - from, to: the mildest and the harshest value, in the basic unit of the quantity.
  ///   - precision: the distance of two values; for a rate, their ratio in per cent.
  /// - Returns: nil if there are fewer than two values, or too many.
  public init?(_ quantity: BisectQuantity, from: Double, to: Double, precision: Double) {
    guard precision > 0, from >= 0, to.isFinite, from.isFinite, quantity != .loss || to <= 100 else { return nil }
    self.quantity = quantity
    var values: [Double] = []
    if quantity == .rate {
      // A rate is harsher the smaller it is.
      guard from > to, to >= 1000, precision < 100 else { return nil }
      var value = from
      while value > to, values.count < Self.most {
        values.append(value)
        value *= 1 - precision / 100
      }
    } else {
      guard to > from, (to - from) / precision < Double(Self.most) else { return nil }
      // Half a step is left out, because sums of fractions are not exact.
      for step in 0..<Int(((to - from) / precision - 1e-6).rounded(.up)) {
        values.append(from + Double(step) * precision)
      }
    }
    self.values = values + [to]
  }

  /// The range and the precision for a client with a deadline, if the user gives none.
  public static func usual(_ quantity: BisectQuantity, deadline: Int) -> (from: Double, to: Double, precision: Double) {
    switch quantity {
    case .loss: (0, 100, 0.5)
    case .delay: (0, Double(deadline), 0.05)
    case .rtt, .stall: (0, Double(2 * deadline), 0.1)
    case .rate: (10_000_000, 8000, 5)
    }
  }
}
